import type { Command } from "commander";
import { formatTime } from "../../curve/text.ts";
import { isAmount } from "../../lib/chart.ts";
import { scanItems } from "../../lib/episode/charts-table.ts";
import { SUMMARY } from "../../lib/episode/item.ts";
import type { Item } from "../../lib/item.ts";
import { toPrintable, toPrintableJson } from "../../lib/printable.ts";
import { withConnection } from "../shell/connection.ts";
import { isOutputOpen } from "../shell/output.ts";
import { addTargetOptions, type Target } from "../shell/target.ts";

interface Options extends Target {
  readonly json?: true;
}

/** Charts that are sorted. More would fill the memory. */
const MAX_SORTED = 200_000;

const HELP = `
A dash marks a value that the item does not have. Listeners are known where sessions, listens or a platform's listeners
were counted; the source is the platform, "sessions", "collector", or "own" for a chart with its own numbers. An episode
without a chart yet has no points. Other tools may leave out the number of points, the source and the time of update.

Examples:
  $ npm run charts -- list
  $ npm run --silent charts -- list --json > charts.jsonl
`;

export function addListCommand(program: Command): void {
  const command = program
    .command("list")
    .description("list the charts in the table by GUID: duration, listeners, source, points, time of update")
    .option("--json", "print a line of JSON for each chart")
    .addHelpText("after", HELP)
    .action(list);
  addTargetOptions(command);
}

async function list({ json, ...target }: Options): Promise<void> {
  const format = json ? formatJson : formatItem;
  await withConnection(target, async ({ charts }) => {
    if (!json) console.log(formatRow("DURATION", "LISTENERS", "SOURCE", "POINTS", "UPDATED", "GUID"));
    for await (const item of orderByGuid(stopWhenClosed(scanItems(charts, SUMMARY)), MAX_SORTED))
      console.log(format(item));
  });
}

/** Orders items by GUID, unless there are more than a maximum: that is said, and they come in the order of the table. */
export async function* orderByGuid(items: AsyncIterable<Item>, max: number): AsyncGenerator<Item> {
  let held: Item[] = [];
  let isSorted = true;
  for await (const item of items) {
    held.push(item);
    if (isSorted && held.length <= max) continue;
    if (isSorted) console.error(`The table has more than ${max} charts, so they are listed in no order.`);
    isSorted = false;
    yield* held;
    held = [];
  }
  yield* held.sort((one, other) => (String(one.guid) < String(other.guid) ? -1 : 1));
}

/** Each further page costs read units. */
async function* stopWhenClosed(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  for await (const item of items) {
    if (!isOutputOpen()) return;
    yield item;
  }
}

function formatJson(item: Item): string {
  return toPrintableJson(Object.fromEntries(SUMMARY.map((name) => [name, item[name]])));
}

function formatItem({ guid, duration, listeners, source, points, updatedAt }: Item): string {
  return formatRow(
    isAmount(duration) ? formatTime(duration) : "-",
    String(listeners ?? "-"),
    String(source ?? "-"),
    String(points ?? "-"),
    String(updatedAt ?? "-"),
    String(guid),
  );
}

function formatRow(
  duration: string,
  listeners: string,
  source: string,
  points: string,
  updated: string,
  guid: string,
): string {
  const cells = [duration.padStart(9), listeners.padStart(9), source.padEnd(9), points.padStart(7), updated.padEnd(24)];
  return toPrintable([...cells, guid].join("  "));
}
