import { SingleBar } from "cli-progress";

/** A progress display on standard error. */
export interface Progress {
  add(count: number): void;
  stop(): void;
}

/** Delay before the display begins. Shorter work needs none. */
const DELAY_MS = 2_000;

/** Time between two lines where there is no terminal. */
const PLAIN_INTERVAL_MS = 2_000;

/**
 * Shows progress on standard error, as in `1.2 MB of 4.8 MB, 6 s left` or `12 of 40 episodes, 6 s left`: with a bar on a
 * terminal, and as a line every two seconds elsewhere. Shows nothing in the first two seconds.
 *
 * @param unit what is counted
 * @param total undefined if it is not known, as for the standard input
 */
export function startProgress(unit: "bytes" | "episodes", total: number | undefined): Progress {
  const name = unit === "bytes" ? "" : ` ${unit}`;
  const bar = new SingleBar({
    format: total === undefined ? `{value}${name}` : `{bar} {value} of {total}${name}, {eta} s left`,
    formatValue: (value, _options, type) =>
      unit === "bytes" && /^(value|total)$/.test(type) ? formatBytes(value) : String(value),
    barsize: 30,
    hideCursor: true,
    linewrap: null,
    emptyOnZero: true,
    noTTYOutput: true,
    notTTYSchedule: PLAIN_INTERVAL_MS,
  });
  let done = 0;
  const delay = setTimeout(() => bar.start(total ?? 0, done), DELAY_MS);
  return {
    add: (count) => {
      done += count;
      bar.update(done);
    },
    stop: () => {
      clearTimeout(delay);
      bar.stop();
    },
  };
}

/** Formats a number of bytes, such as `4.8 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e3) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
