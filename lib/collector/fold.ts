import { charts } from "../dynamodb.ts";
import { loadNewestItem, updateItem } from "../episode/charts-table.ts";
import { addTally, MalformedItemError } from "../episode/counted-chart.ts";
import { computeVersion, isCounted, isImported } from "../episode/item.ts";
import { LimitError } from "../episode/packed-chart.ts";
import type { Item } from "../item.ts";
import { logFault, logWarning } from "../log.ts";
import { loadCheckpoint, queryListens, saveCheckpoint } from "./listens-table.ts";
import { type Tally, tallyListens } from "./tally.ts";
import { isExpiring } from "./window.ts";

/** The partitions of LISTENS_TABLE: the first digits of the hashes of GUIDs. */
export const PARTITIONS = [..."0123456789abcdef"];

/** Sorts after all ids that begin with the text before it. */
const AFTER = "~";

/** Attempts to write a chart whose item changes meanwhile. */
const MAX_ATTEMPTS = 3;

/** Episodes after which a checkpoint is written within a window, so that a run that ends early is not in vain. */
const CHECKPOINT_EPISODES = 100;

/** What became of a window's listening to an episode. */
type Decision =
  | "counted"
  /** By an earlier run, or another one. */
  | "counted before"
  /** The item holds a chart from elsewhere. */
  | "imported"
  /** There is no item. */
  | "gone"
  /** The item is malformed, or has no room for counts. */
  | "refused"
  /** The window is too old. */
  | "expired";

/** One run of the function `update`. */
export interface Run {
  /** The last window to fold. */
  readonly closed: string;
  readonly minListeners: number;
  readonly requestId: string;
  /** The number of each decision so far. */
  readonly decisions: Map<Decision, number>;
}

/**
 * Folds a partition's listens into charts: window after window, and in it episode after episode. One conditional write
 * per episode and window counts it, so that a run may be repeated, interrupted or late, or overlap with another.
 *
 * @throws Error if an episode could not be written. The partition's later windows then wait for the next run.
 */
export async function foldPartition(partition: string, run: Run): Promise<void> {
  const end = `${run.closed}${AFTER}`;
  const start = await loadCheckpoint(partition);
  if (start >= end) return;
  let window = "";
  let decided = 0;
  let failed = 0;
  for await (const tally of tallyListens(queryListens(partition, start, end))) {
    if (tally.window !== window) {
      if (failed > 0) break;
      if (window !== "") await saveCheckpoint(partition, `${window}${AFTER}`);
      window = tally.window;
    }
    const decision = await foldEpisode(tally, run);
    if (decision) run.decisions.set(decision, (run.decisions.get(decision) ?? 0) + 1);
    else failed++;
    if (failed === 0 && ++decided % CHECKPOINT_EPISODES === 0)
      await saveCheckpoint(partition, `${tally.episode}${AFTER}`);
  }
  if (failed > 0) throw new Error(`${failed} episodes of the window ${window} could not be written.`);
  await saveCheckpoint(partition, end);
}

/** Returns undefined, and logs why, if the episode could not be written. */
async function foldEpisode(tally: Tally, run: Run): Promise<Decision | undefined> {
  const { requestId } = run;
  if (isExpiring(tally.window, Date.now())) {
    if (!run.decisions.has("expired"))
      logWarning(`Listens of the window ${tally.window} are too old to be counted`, { requestId });
    return "expired";
  }
  try {
    return await countTally(tally, run);
  } catch (error) {
    logFault(error, requestId);
    return isLasting(error) ? "refused" : undefined;
  }
}

/**
 * @throws Error if the item changes at each attempt
 * @throws MalformedItemError if it can't be written, although it does not change
 */
async function countTally(tally: Tally, run: Run): Promise<Decision> {
  const versions = new Set<string>();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const item = await loadNewestItem(charts, tally.guid);
    if (!item) return "gone";
    if (isCounted(item, tally.window)) return "counted before";
    if (isImported(item)) return "imported";
    if (await saveTally(item, tally, run)) return "counted";
    versions.add(computeVersion(item));
  }
  if (versions.size === 1) throw new MalformedItemError(tally.guid, "a number has too many digits");
  throw new Error(`The chart item of ${JSON.stringify(tally.guid)} changed at each of ${MAX_ATTEMPTS} attempts.`);
}

/**
 * Adds a window to an item. If that would exceed a limit, logs why, and adds it without drawing the chart: what is
 * counted can be drawn later.
 *
 * @returns false if the item has changed since it was read
 */
async function saveTally(item: Item, tally: Tally, { minListeners, requestId }: Run): Promise<boolean> {
  try {
    return await updateItem(charts, addTally(item, tally, minListeners));
  } catch (error) {
    if (!isOverLimit(error)) throw error;
    const isSaved = await updateItem(charts, addTally(item, tally, Number.POSITIVE_INFINITY));
    logFault(error, requestId);
    return isSaved;
  }
}

/** Checks whether a later attempt would fail, too. */
function isLasting(error: unknown): boolean {
  return error instanceof MalformedItemError || isOverLimit(error);
}

/** Checks for our limits, and DynamoDB's: it refuses items of more than 400 KB as invalid. */
function isOverLimit(error: unknown): boolean {
  return error instanceof LimitError || (error instanceof Error && error.name === "ValidationException");
}
