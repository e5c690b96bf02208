import type { Command } from "commander";
import { isAmount } from "../../../lib/chart.ts";
import { findCurve, listCurves, type StoredCurve } from "../../../lib/episode/curves.ts";
import type { Item } from "../../../lib/item.ts";
import { toPrintable, toPrintableJson } from "../../../lib/printable.ts";
import { scanItems } from "../../../lib/table.ts";
import { addTargetOptions, type Target, withConnection } from "../../../operate/shell/connection.ts";
import { isOutputOpen, say } from "../../../operate/shell/output.ts";
import { formatTime } from "../../sources/base/times.ts";
import { tryOrFindProblem } from "../../sources/item/loaded-episode.ts";
import { CHARTS, SILENT_CHARTS } from "../names.ts";
import { sayForCommand } from "../ways-out.ts";

interface Options extends Target {
  readonly json?: true;
}

type EpisodeSummary = ReturnType<typeof summarizeItem>;

/** Widths of the columns but the last one. The first ones are numbers, which end at the right. */
const WIDTHS = [9, 9, 7, 24, 23];
const NUMBERS = 3;

/** Charts that are sorted. More would fill the memory. */
const MAX_SORTED = 200_000;

const HELP = `
Each line is an episode. SOURCES names its curves. The curve of your own listeners is named "sessions" if you imported
sessions, "collector" if the collector counts it, and "own" if you imported a chart. POINTS and UPDATED are of the curve that
the service returns when a request names no source. LISTENERS are your own listeners. If nobody counted them, they are the
listeners of that curve (of Apple's, plays). A dash stands for an unknown value.

With --json, "curves" has all curves of an episode, and "answered" has the one that the service returns.

Examples:
  $ ${CHARTS} list
  $ ${SILENT_CHARTS} list --json > episodes.jsonl
`;

export function addListCommand(program: Command): void {
  const command = program
    .command("list")
    .description("list the episodes in the table by GUID: duration, listeners, points, time of update, sources")
    .option("--json", "print a line of JSON for each episode")
    .addHelpText("after", HELP)
    .action(list);
  addTargetOptions(command);
}

async function list({ json, ...target }: Options): Promise<void> {
  const format = json ? toPrintableJson : formatEpisode;
  await withConnection(target, async ({ charts }) => {
    if (!json) console.log(formatRow("DURATION", "LISTENERS", "POINTS", "UPDATED", "SOURCES", "GUID"));
    for await (const episode of orderByGuid(summarizeItems(scanItems(charts)), MAX_SORTED))
      console.log(format(episode));
  });
}

/** Orders episodes by GUID, unless there are more than a maximum: that is said, and they come in the order of the table. */
export async function* orderByGuid<Episode extends { readonly guid: unknown }>(
  episodes: AsyncIterable<Episode>,
  max: number,
): AsyncGenerator<Episode> {
  let held: Episode[] = [];
  let isSorted = true;
  for await (const episode of episodes) {
    held.push(episode);
    if (isSorted && held.length <= max) continue;
    if (isSorted) console.error(`The table has more than ${max} charts, so they are listed in no order.`);
    isSorted = false;
    yield* held;
    held = [];
  }
  yield* held.sort((one, other) => (String(one.guid) < String(other.guid) ? -1 : 1));
}

/** Summarizes items, and names those that are malformed. Each further page costs read units. */
async function* summarizeItems(items: AsyncIterable<Item>): AsyncGenerator<EpisodeSummary> {
  for await (const item of items) {
    if (!isOutputOpen()) return;
    const summary = tryOrFindProblem(() => summarizeItem(item));
    if ("problem" in summary) {
      say(sayForCommand(summary.problem));
      process.exitCode = 1;
    } else yield summary;
  }
}

/** Selects what a list shows of an episode: any tool may have written it. Its listeners are all who were counted here. */
function summarizeItem(item: Item) {
  const { guid, duration, listeners } = item;
  const curves = listCurves(item);
  const answered = findCurve(item, curves);
  return {
    guid,
    duration,
    listeners,
    curves: curves.map(summarizeCurve),
    answered: answered && summarizeCurve(answered),
  };
}

/** Selects what a list shows of a curve. Its duration and listeners are those of the drawing. */
function summarizeCurve({ source, listeners, attributes }: StoredCurve) {
  const { duration, points, updatedAt } = attributes;
  return { source, duration, listeners, points, updatedAt };
}

function formatEpisode({ guid, duration, listeners, curves, answered }: EpisodeSummary): string {
  return formatRow(
    isAmount(duration) ? formatTime(duration) : "-",
    String(listeners ?? answered?.listeners ?? "-"),
    String(answered?.points ?? "-"),
    String(answered?.updatedAt ?? "-"),
    curves.length > 0 ? curves.map(({ source }) => source).join(",") : "-",
    String(guid),
  );
}

function formatRow(...cells: readonly string[]): string {
  const padded = cells.map((cell, index) => {
    const width = WIDTHS[index] ?? 0;
    return index < NUMBERS ? cell.padStart(width) : cell.padEnd(width);
  });
  return toPrintable(padded.join("  "));
}
