import { SingleBar } from "cli-progress";

/** A progress display on standard error. */
export interface Progress {
  increment(): void;
  stop(): void;
}

/** Milliseconds between two lines if standard error is not a terminal. */
const PLAIN_INTERVAL_MS = 2_000;

/**
 * Shows how many episodes have been loaded: as a bar on a terminal, and as a line every two seconds elsewhere.
 *
 * @param total undefined if it is not known, as when a table is read
 */
export function startProgress(total: number | undefined): Progress {
  const format = total === undefined ? "{value} episodes" : "{bar} {value} of {total} episodes, {eta} s left";
  const bar = new SingleBar({
    format,
    barsize: 30,
    hideCursor: true,
    linewrap: null,
    noTTYOutput: true,
    notTTYSchedule: PLAIN_INTERVAL_MS,
    emptyOnZero: true,
  });
  bar.start(total ?? 0, 0);
  return { increment: () => bar.increment(), stop: () => bar.stop() };
}
