import type { Table } from "../table.ts";
import { type Checkpoint, findStart, isLater, loadCheckpoint } from "./checkpoint.ts";
import { foldEpisode } from "./fold-episode.ts";
import { FoldProgress, HeldError, SupersededError } from "./fold-progress.ts";
import { AFTER, type IdRange, ListenPages } from "./listens-table.ts";
import { type Ending, type Run, TimeUpError } from "./run.ts";
import { tallyListens } from "./tally.ts";

/** What is folded, and into what. */
export interface FoldTables {
  readonly listens: Table;
  readonly charts: Table;
}

/**
 * Folds a partition's listens into charts: window after window, and in it episode after episode. One conditional write
 * per episode and window counts it, so that a run may be repeated, interrupted or late, or overlap with another. Logs what
 * goes wrong. An episode that could not be written holds the partition's later windows until the next run.
 */
export async function foldPartition(tables: FoldTables, partition: string, run: Run): Promise<void> {
  run.endings.set(partition, await foldOrLog(tables, partition, run));
}

async function foldOrLog(tables: FoldTables, partition: string, run: Run): Promise<Ending> {
  try {
    return await foldListens(tables, partition, run);
  } catch (error) {
    if (error instanceof SupersededError) return "stopped";
    if (!(error instanceof HeldError)) run.logProblem(error);
    return "failed";
  }
}

/** Says that the clock of an earlier run was wrong. */
class LaterError extends RangeError {
  override readonly name = "LaterError";

  constructor({ partition, foldedTo }: Checkpoint) {
    super(`The checkpoint of the partition ${partition} is later than now, ${foldedTo}. It counts as none.`);
  }
}

/**
 * @throws SupersededError if another run, or a command, is at the partition
 * @throws HeldError if an episode could not be written
 */
async function foldListens(tables: FoldTables, partition: string, run: Run): Promise<Ending> {
  if (run.isOver) return "stopped";
  const checkpoint = await loadCheckpoint(tables.listens, partition);
  if (checkpoint.isPaused) {
    run.warnOnce(
      "counting-paused",
      'Counting is paused. "npm run charts -- recount", with the --stage of this function, goes on with it.',
    );
    return "paused";
  }
  if (isLater(checkpoint, Date.now())) run.logProblemOnce(new LaterError(checkpoint));
  const from = findStart(checkpoint, Date.now());
  const to = `${run.closed}${AFTER}`;
  if (from >= to) return "folded";
  return foldRange(tables, { partition, from, to }, new FoldProgress(tables.listens, checkpoint), run);
}

async function foldRange(
  { listens, charts }: FoldTables,
  range: IdRange,
  progress: FoldProgress,
  run: Run,
): Promise<Ending> {
  const pages = new ListenPages(listens, range, (guid) => run.requireTime(guid));
  try {
    for await (const tally of tallyListens(pages)) {
      await progress.begin(tally.window);
      run.requireTime();
      await progress.add(tally, await foldEpisode(charts, tally, run));
    }
    await progress.end(range.to);
    return "folded";
  } catch (error) {
    if (!(error instanceof TimeUpError)) throw error;
    // The next run begins with the episode: only one that takes a whole run holds its partition for ever.
    if (progress.isAtStart && error.guid !== undefined) run.logProblem(error, error.guid);
    await progress.stop();
    return "stopped";
  } finally {
    run.listensRead += pages.count;
  }
}
