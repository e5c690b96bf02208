import type { Command } from "commander";
import { pMapIterable } from "p-map";
import { deleteItem, loadChartItem } from "../../lib/episode/charts-table.ts";
import { isWaiting } from "../../lib/episode/item.ts";
import { isKey } from "../../lib/item.ts";
import { toPrintable } from "../../lib/printable.ts";
import { selectGuids } from "../charts/select-guids.ts";
import { collectPaths, FEED_HELP } from "../feed/feeds.ts";
import { announceChange, type Connection, withConnection } from "../shell/connection.ts";
import { startProgress } from "../shell/progress.ts";
import { addTargetOptions, type Target } from "../shell/target.ts";

interface Options extends Target {
  readonly feed?: readonly string[];
  readonly dryRun?: true;
}

/** Items that are deleted at once. */
const CONCURRENCY = 8;

const HELP = `
GUID is the GUID of an episode, or "-" for GUIDs on the standard input, one on each line. Given --feed, the charts of all
its episodes are deleted. Registrations of episodes that have no chart yet are deleted, too, and counted apart.

With --dry-run, the GUIDs are printed and nothing is deleted. "export" makes a copy that "import" takes back.

Examples:
  $ npm run charts -- delete sample-episode
  $ npm run charts -- delete --dry-run --feed feed.xml
  $ npm run charts -- delete --feed feed.xml
`;

export function addDeleteCommand(program: Command): void {
  const command = program
    .command("delete")
    .description("delete charts from the table")
    .argument("[guid...]")
    .option("--feed <path>", FEED_HELP, collectPaths)
    .option("--dry-run", "print the GUIDs of what would be deleted, but delete nothing")
    .addHelpText("after", HELP)
    .action(deleteCharts);
  addTargetOptions(command);
}

async function deleteCharts(named: string[], { feed, dryRun, ...target }: Options): Promise<void> {
  const { guids, isOfFeed } = await selectGuids(named, feed);
  const deleted = { charts: 0, registrations: 0 };
  const missing: string[] = [];
  await withConnection(target, async (connection) => {
    if (!dryRun) announceChange("Deleting from", connection);
    const progress = startProgress("episodes", guids.length);
    const find = dryRun ? loadChartItem : deleteItem;
    const work = async (guid: string) => ({
      guid,
      item: isKey(guid) ? await find(connection.charts, guid) : undefined,
    });
    try {
      for await (const { guid, item } of pMapIterable(guids, work, { concurrency: CONCURRENCY })) {
        if (!item) missing.push(guid);
        else deleted[isWaiting(item) ? "registrations" : "charts"]++;
        if (item && dryRun) console.log(toPrintable(guid));
        progress.add(1);
      }
    } finally {
      progress.stop();
    }
    if (!isOfFeed) for (const guid of missing) console.error(toPrintable(explainMissing(guid, connection)));
  });
  const parts = [`${describeDeleted(deleted)} ${dryRun ? "would be deleted" : "deleted"}`];
  if (missing.length > 0) parts.push(`${missing.length} not in the table`);
  console.log(parts.join(", "));
  if (!isOfFeed && missing.length > 0) process.exitCode = 1;
}

/** Describes what is deleted: `2 charts and 1 registration`. An episode without its registration gets no more listens. */
function describeDeleted({ charts, registrations }: Readonly<Record<"charts" | "registrations", number>>): string {
  const parts = charts > 0 || registrations === 0 ? [`${charts} ${charts === 1 ? "chart" : "charts"}`] : [];
  if (registrations > 0) parts.push(`${registrations} ${registrations === 1 ? "registration" : "registrations"}`);
  return parts.join(" and ");
}

function explainMissing(guid: string, { charts }: Connection): string {
  const wayOut = 'Run "npm run charts -- list" with the same --stage and --region to see its charts.';
  return `The table ${charts.name} has no chart of "${guid}". ${wayOut}`;
}
