import { type Options, SingleBar } from "cli-progress";

/** Shows how far reading has come. */
export interface Progress {
  addBytes(bytes: number): void;
  stop(): void;
}

/** What takes less than this is done before anybody asks how far it is. */
const DELAY_MS = 2_000;

/** Between two plain lines. */
const PLAIN_INTERVAL_MS = 2_000;

/**
 * Shows on standard error how many bytes were read, how fast, and how long it may still take: a bar on
 * a terminal, a line now and then elsewhere; nothing in the first two seconds.
 *
 * @param total in bytes; not known of the standard input
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

/** How far it is. */
interface Reading {
  readonly read: number;
  readonly total: number | undefined;
  /** From 0 to 1. */
  readonly progress: number;
  /** Since the beginning. */
  readonly seconds: number;
  /** Of the terminal; none elsewhere. */
  readonly columns: number | undefined;
}

/** What remains beside the bar. */
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
