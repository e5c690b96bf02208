import { once } from "node:events";
import type { Command } from "commander";
import { formatCount } from "../../../lib/count.ts";
import { loadNewestItem, scanItems } from "../../../lib/episode/charts-table.ts";
import { toPrintable } from "../../../lib/printable.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import { addTargetOptions, type Connection, type Target, withConnection } from "../../../operate/shell/connection.ts";
import { isOutputOpen } from "../../../operate/shell/output.ts";
import { type ExportedLine, exportItem, type Scope } from "../../sources/export-lines.ts";
import { type Selection, selectGuids } from "../charts/select-guids.ts";
import { visitEach } from "../charts/stored-charts.ts";
import { collectPaths, FEED_HELP } from "../feed/feeds.ts";
import { SILENT_CHARTS } from "../shell/names.ts";
import { showEpisodes } from "../shell/progress.ts";

interface Options extends Target {
  readonly all?: true;
  readonly feed?: readonly string[];
  readonly curves?: true;
}

/** What came of an episode: its lines, or that the table does not have it. */
type Exported = readonly ExportedLine[] | "missing";

/** What is told of an export. */
type Counts = Record<"curves" | "waiting" | "missing" | "broken", number>;

const HELP = `
GUID is the GUID of an episode, or "-" to read GUIDs from standard input, one on each line. --feed exports the
charts of all episodes of a feed. --all exports the whole table, which costs as many read units as "list".

The output is JSON Lines, which "import" takes back, here or in another stage. Each line is a curve with its source. It has
what was counted (listeners, counts), and the collector goes on from there. An episode without a curve, such as one that is
only registered, is a line without points. The export leaves out attributes that other tools have added.

With --curves, the lines are curves as they are drawn, without counts. This is what a show may have.

Examples:
  $ ${SILENT_CHARTS} export --all --stage prod --region us-east-1 > charts.jsonl
  $ ${SILENT_CHARTS} export --curves --feed feed.xml > show.jsonl
`;

export function addExportCommand(program: Command): void {
  const command = program
    .command("export")
    .description("print charts as JSON Lines that import takes back: a backup, a move, or a show's own copy")
    .argument("[guid...]")
    .option("--all", "export every chart in the table")
    .option("--feed <path>", `take the episodes of ${FEED_HELP}`, collectPaths)
    .option("--curves", "export curves as they are drawn, without what was counted")
    .addHelpText("after", HELP)
    .action(exportCharts);
  addTargetOptions(command);
}

async function exportCharts(guids: string[], { all, feed, curves, ...target }: Options): Promise<void> {
  if (all && (guids.length > 0 || feed))
    throw new CommandError("--all can't be combined with GUIDs or --feed. Pass one of them.");
  const selection = all ? undefined : await selectGuids(guids, feed);
  const scope = curves ? "curves" : "all";
  const counts = { curves: 0, waiting: 0, missing: 0, broken: 0 };
  await withConnection(target, async (connection) => {
    const episodes = selection ? getEpisodes(connection, selection, scope) : scanExported(connection, scope);
    for await (const exported of showEpisodes(episodes, selection?.guids.length)) {
      if (!isOutputOpen()) return;
      if (exported === "missing") counts.missing++;
      else await print(exported, counts);
    }
  });
  // Nobody knows how much of it has arrived.
  if (isOutputOpen()) console.error(formatSummary(counts));
  if (counts.broken > 0) process.exitCode = 1;
}

async function print(lines: readonly ExportedLine[], counts: Counts): Promise<void> {
  for (const exported of lines) {
    if ("problem" in exported) {
      counts.broken++;
      console.error(toPrintable(exported.problem));
      continue;
    }
    counts[exported.hasCurve ? "curves" : "waiting"]++;
    // An output that closes is noticed above.
    if (!process.stdout.write(exported.line)) await once(process.stdout, "drain").catch(() => {});
  }
}

async function* getEpisodes(
  { charts }: Connection,
  { guids, isOfFeed }: Selection,
  scope: Scope,
): AsyncGenerator<Exported> {
  for await (const { guid, found } of visitEach(guids, (guid) => loadNewestItem(charts, guid))) {
    if (found) yield exportItem(found, scope);
    else yield isOfFeed ? "missing" : [{ problem: `${guid}: The table ${charts.name} has no chart of it.` }];
  }
}

async function* scanExported({ charts }: Connection, scope: Scope): AsyncGenerator<Exported> {
  for await (const item of scanItems(charts)) yield exportItem(item, scope);
}

/** Formats a line such as `Exported 40 charts. Left out: 2 of the feed's episodes that are not in the table.` */
function formatSummary({ curves, waiting, missing, broken }: Counts): string {
  const episodes = waiting > 0 ? `, and ${formatCount(waiting, "episode")} without a drawn chart` : "";
  const parts = [
    missing > 0 ? [`${missing} of the feed's episodes that are not in the table`] : [],
    broken > 0 ? [`${broken} with the problems above`] : [],
  ].flat();
  const text = `Exported ${formatCount(curves, "chart")}${episodes}.`;
  return parts.length === 0 ? text : `${text} Left out: ${parts.join(", ")}.`;
}
