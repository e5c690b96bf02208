import { once } from "node:events";
import type { Command } from "commander";
import { formatCount } from "../../../lib/count.ts";
import { loadNewestItem } from "../../../lib/episode/charts-table.ts";
import { listNoted } from "../../../lib/episode/noted-address.ts";
import type { Item } from "../../../lib/item.ts";
import { scanItems, type Table } from "../../../lib/table.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import { addTargetOptions, type Target, withConnection } from "../../../operate/shell/connection.ts";
import { isOutputOpen, say } from "../../../operate/shell/output.ts";
import { createFact, type Fact } from "../../sources/base/facts.ts";
import { exportItem, type Scope } from "../../sources/item/export-lines.ts";
import { listLeftOut } from "../../sources/item/left-out.ts";
import { askTable } from "../charts/owner-check.ts";
import { type Selection, selectGuids } from "../charts/select-guids.ts";
import { type Visited, visitEach } from "../charts/stored-charts.ts";
import { collectPaths, FEED_HELP } from "../feed/given-feeds.ts";
import { SILENT_CHARTS } from "../names.ts";
import { showEpisodes } from "../progress.ts";
import { sayForCommand } from "../ways-out.ts";

interface Options extends Target {
  readonly all?: true;
  readonly feed?: readonly string[];
  readonly curves?: true;
}

/** Attributes that are shown at most: another tool may have made one for each episode. */
const MAX_NAMES = 20;

/** What is told of an export. */
type ExportCounts = Record<"curves" | "waiting" | "missing" | "broken", number>;

/** The attributes that an export leaves out: in how many episodes, and in which one first. */
type LeftOut = Map<string, { readonly episodes: number; readonly example: string }>;

const HELP = `
GUID is the GUID of an episode, or "-" to read GUIDs from standard input, one on each line. --feed exports the
charts of the episodes that a feed owns. --all exports the whole table, which costs as many read units as "list".

The output is JSON Lines, which "import" takes back, here or in another stage. Each line is a curve with its source. It has
what was counted (listeners, counts), and the collector goes on from there. An episode without a curve, such as one that is
only registered, is a line without points. Attributes that other tools have added are left out, and named at the end.

With --curves, the lines are curves as they are drawn, without counts or feeds. This is what a show may have.

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
  const leftOut: LeftOut = new Map();
  await withConnection(target, async ({ charts }) => {
    for await (const { guid, found } of showEpisodes(visit(charts, selection), selection?.guids.length)) {
      if (!isOutputOpen()) return;
      if (found) await print(found, scope, counts, leftOut);
      else if (selection?.isOfFeed) counts.missing++;
      else refuse(createFact("unreadable", `${guid}: The table ${charts.name} has no chart of it.`), counts);
    }
  });
  // Nobody knows how much of it has arrived.
  if (isOutputOpen()) for (const line of [formatSummary(counts), ...formatLeftOut(leftOut)]) say(line);
  selection?.owners.report();
  if (counts.broken > 0) process.exitCode = 1;
}

/** Visits the episodes that are selected and may be, or all in the table. */
async function* visit(charts: Table, selection: Selection | undefined): AsyncGenerator<Visited<Item>> {
  if (!selection) {
    for await (const found of scanItems(charts)) yield { guid: String(found.guid), found };
    return;
  }
  const { guids, owners } = selection;
  await owners.settle(askTable(charts));
  for await (const visited of visitEach(guids, (guid) => loadNewestItem(charts, guid)))
    if (!visited.found || owners.accepts(visited.guid, visited.found)) yield visited;
}

async function print(item: Item, scope: Scope, counts: ExportCounts, leftOut: LeftOut): Promise<void> {
  const noted = new Set(listNoted(item));
  const lines = exportItem(noted.size > 0 ? { ...item, feeds: noted } : item, scope);
  for (const exported of lines) {
    if ("problem" in exported) {
      refuse(exported.problem, counts);
      continue;
    }
    counts[exported.hasCurve ? "curves" : "waiting"]++;
    // An output that closes is noticed above.
    if (!process.stdout.write(exported.line)) await once(process.stdout, "drain").catch(() => {});
  }
  const isComplete = scope === "all" && !lines.some((line) => "problem" in line);
  if (isComplete) addLeftOut(leftOut, String(item.guid), listLeftOut(item));
}

function refuse(problem: Fact, counts: ExportCounts): void {
  counts.broken++;
  say(sayForCommand(problem));
}

function addLeftOut(leftOut: LeftOut, guid: string, names: readonly string[]): void {
  for (const name of names) {
    const { episodes, example } = leftOut.get(name) ?? { episodes: 0, example: guid };
    if (episodes > 0 || leftOut.size < MAX_NAMES) leftOut.set(name, { episodes: episodes + 1, example });
  }
}

/** Formats lines such as `Left out, because import takes no such attribute: note (2 episodes, such as urn:example:ep-7)`. */
function formatLeftOut(leftOut: LeftOut): string[] {
  const lines = [...leftOut].map(([name, { episodes, example }]) => {
    const found = episodes === 1 ? `episode ${example}` : `${formatCount(episodes, "episode")}, such as ${example}`;
    return `Left out, because import takes no such attribute: ${name} (${found})`;
  });
  return leftOut.size < MAX_NAMES ? lines : [...lines, `There may be more: this shows ${MAX_NAMES} attributes.`];
}

/** Formats a line such as `Exported 40 charts. Left out: 2 of the feed's episodes that are not in the table.` */
function formatSummary({ curves, waiting, missing, broken }: ExportCounts): string {
  const episodes = waiting > 0 ? `, and ${formatCount(waiting, "episode")} without a drawn chart` : "";
  const parts = [
    missing > 0 ? [`${missing} of the feed's episodes that are not in the table`] : [],
    broken > 0 ? [`${broken} with the problems above`] : [],
  ].flat();
  const text = `Exported ${formatCount(curves, "chart")}${episodes}.`;
  return parts.length === 0 ? text : `${text} Left out: ${parts.join(", ")}.`;
}
