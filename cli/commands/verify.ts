import type { Command } from "commander";
import { pMapIterable } from "p-map";
import { loadNewestItem } from "../../lib/episode/charts-table.ts";
import { isKey } from "../../lib/item.ts";
import { readSource } from "../../lib/source.ts";
import { toPrintable } from "../../report/text/printable.ts";
import { compareExport, type Difference } from "../charts/compare-export.ts";
import { ITEMS_AT_ONCE } from "../charts/read-episodes.ts";
import { type PlacedRecord, readRecords } from "../import/read-records.ts";
import { withConnection } from "../shell/connection.ts";
import { CHARTS } from "../shell/names.ts";
import { showEpisodes } from "../shell/progress.ts";
import { addTargetOptions, type Target } from "../shell/target.ts";

/** The most lines that are named. */
const MAX_NAMED = 100;

/** What does not fail. */
const HARMLESS: readonly Difference[] = ["equal", "restated"];

const HELP = `
FILE is what "export" printed, without --curves. Each line is compared with the curve of its source in the table:

  equal      the table has the same curve, and has counted the same
  restated   the same, but the table says something else of the episode (feeds, shown, duration)
  missing    the table does not have it
  older      the collector has counted on since: FILE has less
  different  anything else

The exit code is 0 only if all are equal or restated. FILE may be of an older version: what that did not write is not compared.

Example:
  $ ${CHARTS} verify --stage prod --region us-east-1 charts.jsonl
`;

export function addVerifyCommand(program: Command): void {
  const command = program
    .command("verify")
    .description("compare an export with the table")
    .argument("<file>")
    .addHelpText("after", HELP)
    .action(verify);
  addTargetOptions(command);
}

async function verify(file: string, target: Target): Promise<void> {
  const counts: Record<Difference, number> = { equal: 0, restated: 0, missing: 0, older: 0, different: 0 };
  let named = 0;
  await withConnection(target, async ({ charts }) => {
    const compare = async ({ record, line }: PlacedRecord) => {
      const { guid } = record;
      const source = readSource(record);
      const difference = compareExport(record, isKey(guid) ? await loadNewestItem(charts, guid) : undefined);
      return { difference, text: `${file}:${line}: ${difference}: ${guid}, ${source}` };
    };
    const compared = pMapIterable(readRecords(file), compare, { concurrency: ITEMS_AT_ONCE });
    for await (const { difference, text } of showEpisodes(compared, undefined)) {
      counts[difference]++;
      if (!HARMLESS.includes(difference) && ++named <= MAX_NAMED) console.error(toPrintable(text));
    }
  });
  if (named > MAX_NAMED) console.error(`… and ${named - MAX_NAMED} more`);
  console.log(
    Object.entries(counts)
      .map(([difference, count]) => `${count} ${difference}`)
      .join(", "),
  );
  if (named > 0) process.exitCode = 1;
}
