import { type Options, SingleBar } from "cli-progress";

/** A progress display for reading. */
export interface Progress {
  addBytes(bytes: number): void;
  stop(): void;
}

/** Delay before the display begins. Shorter imports need none. */
const DELAY_MS = 2_000;

/** Time between two lines where there is no terminal. */
const PLAIN_INTERVAL_MS = 2_000;

/**
 * Shows progress on standard error, as in `1.2 MB of 4.8 MB, 600 KB/s, 6 s left`: on a terminal in one line, with a bar
 * if there is room and the total is known, and elsewhere as a line every two seconds. Shows nothing in the first two
 * seconds.
 *
 * @param total in bytes; undefined for the standard input
 */
export function startProgress(total: number | undefined): Progress {
  const start = performance.now();
  let read = 0;
  const format: Options["format"] = (_options, { progress }) =>
    formatProgress({
      read,
      total,
      progress,
      seconds: (performance.now() - start) / 1_000,
      columns: process.stderr.columns,
    });
  const bar = new SingleBar({
    format,
    noTTYOutput: true,
    notTTYSchedule: PLAIN_INTERVAL_MS,
    hideCursor: true,
    linewrap: null,
    emptyOnZero: true,
  });
  const delay = setTimeout(() => bar.start(total ?? 0, read), DELAY_MS);
  return {
    addBytes: (bytes) => {
      read += bytes;
      bar.update(read);
    },
    stop: () => {
      clearTimeout(delay);
      bar.stop();
    },
  };
}

interface Reading {
  readonly read: number;
  readonly total: number | undefined;
  /** Share of the total, from 0 to 1. */
  readonly progress: number;
  /** Seconds since the start. */
  readonly seconds: number;
  /** Width of the terminal; undefined elsewhere. */
  readonly columns: number | undefined;
}

/** Columns for the text beside the bar. */
const TEXT_COLUMNS = 50;
const MAX_BAR_COLUMNS = 40;

function formatProgress({ read, total, progress, seconds, columns }: Reading): string {
  const rate = seconds > 0 ? read / seconds : 0;
  const parts = [
    total === undefined ? formatBytes(read) : `${formatBytes(read)} of ${formatBytes(total)}`,
    `${formatBytes(rate)}/s`,
  ];
  if (total !== undefined && rate > 0) parts.push(`${Math.ceil((total - read) / rate)} s left`);
  const text = parts.join(", ");
  const width = Math.min(MAX_BAR_COLUMNS, (columns ?? 0) - TEXT_COLUMNS);
  if (total === undefined || width < 5) return text;
  const full = Math.round(progress * width);
  return `${"█".repeat(full)}${"░".repeat(width - full)} ${text}`;
}

function formatBytes(bytes: number): string {
  if (bytes < 1e3) return `${Math.round(bytes)} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
