import { loadItemToChange, updateItem } from "../episode/charts-table.ts";
import { computeVersion } from "../episode/conditional-update.ts";
import { addTally } from "../episode/counted-chart.ts";
import { MalformedItemError } from "../episode/counts.ts";
import { isCounted, isDropped, isImported } from "../episode/item-state.ts";
import { isOverLimit } from "../episode/packed-chart.ts";
import type { Item } from "../item.ts";
import type { Table } from "../table.ts";
import type { Tally } from "./episode-tally.ts";
import type { Decision, Run } from "./run.ts";
import { isExpiring } from "./window.ts";

/** Attempts to write a chart whose item changes meanwhile. */
const MAX_ATTEMPTS = 3;

/** With it, no chart is drawn. */
const NEVER = { inWindow: Number.POSITIVE_INFINITY, inAll: Number.POSITIVE_INFINITY };

/**
 * Folds a window's listening to an episode into its chart. Notes what has become of it.
 *
 * @returns false, and logs why, if the item could not be written, which a later run can do
 */
export async function foldEpisode(charts: Table, tally: Tally, run: Run): Promise<boolean> {
  const decision = await decide(charts, tally, run);
  if (decision !== undefined) run.addDecision(decision);
  return decision !== undefined;
}

async function decide(charts: Table, tally: Tally, run: Run): Promise<Decision | undefined> {
  if (isExpiring(tally.window, Date.now())) {
    run.warnOnce("listens-expired", `Listens of the window ${tally.window} are too old to be counted`);
    return "expired";
  }
  try {
    return await countTally(charts, tally, run);
  } catch (error) {
    run.logProblem(error, tally.guid);
    return isLasting(error) ? "refused" : undefined;
  }
}

/**
 * @throws Error if the item changes at each attempt
 * @throws MalformedItemError if it can't be written, although it does not change
 */
async function countTally(charts: Table, tally: Tally, run: Run): Promise<Decision> {
  const versions = new Set<string>();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const item = await loadItemToChange(charts, tally.guid);
    if (!item) return "gone";
    if (isCounted(item, tally.window)) return "counted before";
    if (isDropped(item, tally.window)) return "dropped";
    if (isImported(item)) return "imported";
    if (await saveTally(charts, item, tally, run)) return "counted";
    versions.add(computeVersion(item));
  }
  // DynamoDB keeps 38 digits, and JavaScript reads 17: then no item is as it was read.
  if (versions.size === 1) throw new MalformedItemError("numbers", tally.guid, "a number has too many digits");
  throw new Error(`The chart item of ${JSON.stringify(tally.guid)} changed at each of ${MAX_ATTEMPTS} attempts.`);
}

/**
 * Adds a window to an item. If that would exceed a limit, logs why, and adds it without drawing the chart: what is
 * counted can be drawn later.
 *
 * @returns false if the item has changed since it was read
 */
async function saveTally(charts: Table, item: Item, tally: Tally, run: Run): Promise<boolean> {
  try {
    return await updateItem(charts, addTally(item, tally, run.threshold));
  } catch (error) {
    if (!isOverLimit(error)) throw error;
    const isSaved = await updateItem(charts, addTally(item, tally, NEVER));
    run.logProblem(error, tally.guid);
    return isSaved;
  }
}

/** Checks whether a later attempt would fail, too. */
function isLasting(error: unknown): boolean {
  return error instanceof MalformedItemError || isOverLimit(error);
}
