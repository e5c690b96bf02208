import type { Command } from "commander";
import { pMapIterable, pMapSkip } from "p-map";
import { formatCount } from "../../../lib/count.ts";
import { deleteItem, loadNewestItem } from "../../../lib/episode/charts-table.ts";
import { hasCurves } from "../../../lib/episode/curves.ts";
import type { Item } from "../../../lib/item.ts";
import { toPrintable } from "../../../lib/printable.ts";
import type { Table } from "../../../lib/table.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import {
  addTargetOptions,
  announceChange,
  type Connection,
  type Target,
  withConnection,
} from "../../../operate/shell/connection.ts";
import { say } from "../../../operate/shell/output.ts";
import { hasSource, removeCurve } from "../bulk/curve-writes.ts";
import { askOwners, askTable, type OwnerCheck } from "../charts/owner-check.ts";
import { selectGuids } from "../charts/select-guids.ts";
import { ITEMS_AT_ONCE, parseSource, type Visited, visitEach } from "../charts/stored-charts.ts";
import { collectPaths, FEED_HELP } from "../feed/given-feeds.ts";
import { HINTS } from "../hints.ts";
import { CHARTS } from "../names.ts";
import { showEpisodes } from "../progress.ts";

interface Options extends Target {
  readonly feed?: readonly string[];
  readonly partialFeed?: true;
  readonly source?: string;
  readonly dryRun?: true;
}

/** What an item is: an episode without a chart is only registered. */
type ItemKind = "charts" | "registrations";

const HELP = `
GUID is the GUID of an episode, or "-" to read GUIDs from standard input, one on each line. --feed deletes the
charts of the episodes that a feed owns. Name others by GUID. The command also deletes registrations of episodes without a
chart, and counts them apart.

With --source, the command deletes only the curve of that source, and the episode stays registered. "own" is the curve of
your own listeners, with its counts.

With --dry-run, the command prints the GUIDs and deletes nothing. "export" makes a copy that "import" takes back.

Examples:
  $ ${CHARTS} delete sample-episode
  $ ${CHARTS} delete --dry-run --feed feed.xml
  $ ${CHARTS} delete --source apple sample-episode
  $ ${CHARTS} delete --feed feed.xml
`;

export function addDeleteCommand(program: Command): void {
  const command = program
    .command("delete")
    .description("delete charts from the table")
    .argument("[guid...]")
    .option("--feed <path>", `take the episodes of ${FEED_HELP}`, collectPaths)
    .option("--partial-feed", "also if a feed has pages that were not read: the episodes on them stay")
    .option("--source <name>", "delete only the curves of this source, such as youtube or own", parseSource)
    .option("--dry-run", "print the GUIDs of what would be deleted, but delete nothing")
    .addHelpText("after", HELP)
    .action(deleteCharts);
  addTargetOptions(command);
}

async function deleteCharts(named: string[], options: Options): Promise<void> {
  const { feed, partialFeed, source, dryRun, ...target } = options;
  const { guids, isOfFeed, isPartial, owners } = await selectGuids(named, feed);
  if (isPartial && !partialFeed)
    throw new CommandError(
      "Nothing is deleted, because the feed is not whole. To delete what was read, pass --partial-feed.",
    );
  const deleted = { charts: 0, registrations: 0 };
  const missing: string[] = [];
  await withConnection(target, async (connection) => {
    if (!dryRun) announceChange("Deleting from", connection);
    const { charts } = connection;
    const visit = (guid: string, read?: Item) => (dryRun ? findItemKind : deleteKind)(charts, guid, source, read);
    await owners.settle(askTable(charts));
    const visited = isOfFeed ? visitOwned(charts, guids, owners, visit) : visitEach(guids, (guid) => visit(guid));
    for await (const { guid, found: kind } of showEpisodes(visited, guids.length)) {
      if (kind) deleted[kind]++;
      else missing.push(guid);
      if (kind && dryRun) console.log(toPrintable(guid));
    }
    if (!isOfFeed) sayMissing(missing, connection, options);
  });
  owners.report();
  const parts = [`${describeDeleted(deleted)} ${dryRun ? "would be deleted" : "deleted"}`];
  if (missing.length > 0) parts.push(`${missing.length} not in the table`);
  console.log(parts.join(", "));
}

/** Visits the episodes of feeds that may be deleted, a few at once, and refuses the others by name. */
function visitOwned(
  charts: Table,
  guids: readonly string[],
  owners: OwnerCheck,
  visit: (guid: string, read: Item) => Promise<ItemKind | undefined>,
): AsyncIterable<Visited<ItemKind>> {
  const visitOne = async ({ guid, found: item }: Visited<Item>) => {
    if (!item) return { guid, found: undefined };
    return owners.accepts(guid, item) ? { guid, found: await visit(guid, item) } : pMapSkip;
  };
  return pMapIterable(askOwners(askTable(charts), guids), visitOne, { concurrency: ITEMS_AT_ONCE });
}

/**
 * Deletes an episode's item, or only its curve of a source. Returns what it was; undefined if there is none.
 *
 * @param read what tells its owner; undefined if anybody may be
 * @throws CommandError if the owner has changed since
 */
async function deleteKind(charts: Table, guid: string, source?: string, read?: Item): Promise<ItemKind | undefined> {
  const item =
    source === undefined ? await deleteItem(charts, guid, read) : await removeCurve(charts, guid, source, read);
  if (!item && read)
    throw new CommandError(`episode ${guid}: Somebody has changed it meanwhile. Run the command again.`);
  return item && tellKind(item, source);
}

async function findItemKind(charts: Table, guid: string, source?: string, read?: Item): Promise<ItemKind | undefined> {
  const item = read && source === undefined ? read : await loadNewestItem(charts, guid);
  return item && tellKind(item, source);
}

function tellKind(item: Item, source?: string): ItemKind | undefined {
  if (source !== undefined) return hasSource(item, source) ? "charts" : undefined;
  return hasCurves(item) ? "charts" : "registrations";
}

/** Describes what is deleted: `2 charts and 1 registration`. An episode without its registration gets no more listens. */
function describeDeleted({ charts, registrations }: Readonly<Record<ItemKind, number>>): string {
  const parts = charts > 0 || registrations === 0 ? [formatCount(charts, "chart")] : [];
  if (registrations > 0) parts.push(formatCount(registrations, "registration"));
  return parts.join(" and ");
}

/** Says which GUIDs were named and are not there, which sets the exit code. */
function sayMissing(guids: readonly string[], { charts }: Connection, { source, ...target }: Options): void {
  const from = source === undefined ? "" : ` from ${source}`;
  for (const guid of guids) say(`The table ${charts.name} has no chart of "${guid}"${from}.`);
  if (guids.length === 0) return;
  console.error(`To see its charts: ${HINTS.listCharts(target)}`);
  process.exitCode = 1;
}
