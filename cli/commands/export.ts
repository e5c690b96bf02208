import { once } from "node:events";
import type { Command } from "commander";
import { pMapIterable } from "p-map";
import { loadNewestItem, scanItems } from "../../lib/episode/charts-table.ts";
import { unpackCounts } from "../../lib/episode/counts.ts";
import { isWaiting, PROVENANCE } from "../../lib/episode/item.ts";
import { type Item, isKey } from "../../lib/item.ts";
import { toPrintable, toPrintableJson } from "../../lib/printable.ts";
import { readItem } from "../charts/scan-charts.ts";
import { type Selection, selectGuids } from "../charts/select-guids.ts";
import { collectPaths, FEED_HELP } from "../feed/feeds.ts";
import { CommandError } from "../shell/command.ts";
import { type Connection, withConnection } from "../shell/connection.ts";
import { isOutputOpen } from "../shell/output.ts";
import { startProgress } from "../shell/progress.ts";
import { addTargetOptions, type Target } from "../shell/target.ts";

interface Options extends Target {
  readonly all?: true;
  readonly feed?: readonly string[];
}

/** What came of an episode. */
type Exported = { readonly line: string } | { readonly problem: string } | "missing" | "waiting";

/** Items that are read at once. */
const CONCURRENCY = 8;

const HELP = `
GUID is the GUID of an episode, or "-" for GUIDs on the standard input, one on each line. Given --feed, the charts of all
its episodes are exported; given --all, the whole table, which costs as many read units as "list".

The output is JSON Lines, which "import" takes back, here or in another stage: curves, sources, and what was counted
(listeners, counts), so that the collector goes on from there. Episodes that wait for their first listener are left out:
"register" makes them. Attributes that other tools have added are left out, too.

Examples:
  $ npm run --silent charts -- export --all --stage prod > charts.jsonl
  $ npm run --silent charts -- export --feed feed.xml > show.jsonl
`;

export function addExportCommand(program: Command): void {
  const command = program
    .command("export")
    .description("print charts as JSON Lines that import takes back: a backup, a move, or a show's own copy")
    .argument("[guid...]")
    .option("--all", "export every chart in the table")
    .option("--feed <path>", FEED_HELP, collectPaths)
    .addHelpText("after", HELP)
    .action(exportCharts);
  addTargetOptions(command);
}

async function exportCharts(guids: string[], { all, feed, ...target }: Options): Promise<void> {
  if (all && (guids.length > 0 || feed))
    throw new CommandError("--all can't be combined with GUIDs or --feed. Pass one of them.");
  const selection = all ? undefined : await selectGuids(guids, feed);
  const counts = { exported: 0, waiting: 0, missing: 0, broken: 0 };
  await withConnection(target, async (connection) => {
    const progress = startProgress("episodes", selection?.guids.length);
    try {
      for await (const exported of selection ? getCharts(connection, selection) : scanCharts(connection)) {
        if (!isOutputOpen()) return;
        progress.add(1);
        if (exported === "missing" || exported === "waiting") counts[exported]++;
        else if ("problem" in exported) {
          counts.broken++;
          console.error(toPrintable(exported.problem));
        } else {
          counts.exported++;
          // An output that closes is noticed above.
          if (!process.stdout.write(exported.line)) await once(process.stdout, "drain").catch(() => {});
        }
      }
    } finally {
      progress.stop();
    }
  });
  // Nobody knows how much of it has arrived.
  if (isOutputOpen()) console.error(formatSummary(counts));
  if (counts.broken > 0) process.exitCode = 1;
}

async function* getCharts(connection: Connection, { guids, isOfFeed }: Selection): AsyncGenerator<Exported> {
  const load = async (guid: string) => ({
    guid,
    item: isKey(guid) ? await loadNewestItem(connection.charts, guid) : undefined,
  });
  for await (const { guid, item } of pMapIterable(guids, load, { concurrency: CONCURRENCY })) {
    if (item) yield exportItem(item);
    else yield isOfFeed ? "missing" : { problem: `${guid}: The table ${connection.charts.name} has no chart of it.` };
  }
}

async function* scanCharts(connection: Connection): AsyncGenerator<Exported> {
  for await (const item of scanItems(connection.charts)) yield exportItem(item);
}

function exportItem(item: Item): Exported {
  const { guid, duration, counts } = item;
  if (isWaiting(item) && counts === undefined) return "waiting";
  // Nobody listened before the end that the collector's chart was last drawn for.
  const isEmpty = counts !== undefined && item.points === 0;
  const loaded = isWaiting(item) || isEmpty ? undefined : readItem(item);
  if (loaded && !("chart" in loaded)) return { problem: `${guid}: ${loaded.reason}` };
  try {
    const unpacked = counts instanceof Uint8Array ? [...unpackCounts(counts)] : counts;
    const provenance = Object.fromEntries(PROVENANCE.map((name) => [name, name === "counts" ? unpacked : item[name]]));
    return { line: `${toPrintableJson({ guid, duration, ...provenance, data: loaded?.chart.data })}\n` };
  } catch {
    return { problem: `${guid}: The chart item is malformed: counts can't be unpacked. Import the chart again.` };
  }
}

/** Formats a line such as `Exported 40 charts. Left out: 2 episodes of the feed without a chart.` */
function formatSummary(counts: Readonly<Record<"exported" | "waiting" | "missing" | "broken", number>>): string {
  const { exported, waiting, missing, broken } = counts;
  const parts = [
    missing > 0 ? [`${missing} of the feed's episodes that are not in the table`] : [],
    waiting > 0 ? [`${waiting} that wait for their first listener`] : [],
    broken > 0 ? [`${broken} with the problems above`] : [],
  ].flat();
  const text = `Exported ${exported} ${exported === 1 ? "chart" : "charts"}.`;
  return parts.length === 0 ? text : `${text} Left out: ${parts.join(", ")}.`;
}
