import { SingleBar } from "cli-progress";

/** Shows how many episodes have been read. */
export interface Progress {
  increment(): void;
  stop(): void;
}

/** Between two plain lines. */
const PLAIN_INTERVAL_MS = 2_000;

/**
 * Shows on standard error how many episodes have been read: a bar on a terminal, a line now and then elsewhere.
 *
 * @param total not known of a table
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
