/**
 * Windows: the times in which a listener counts once. A window is named by its end, such as `2026-11-22T00:00:00Z`, so
 * that names sort by time, even if the length of windows changes.
 */

/** How long a listen is kept after its window has ended, in seconds: ten days. */
const RETENTION = 10 * 86_400;

/** A window whose listens expire within this many seconds is not folded, because some of them may be gone. */
const EXPIRY_MARGIN = 3_600;

/** A window stays open for a tenth of its length after its end, and at most this many seconds. */
const MAX_DELAY = 900;

/** At least this many seconds: the time-out of the function `listen`, and a second. Its slowest write comes in time. */
const MIN_DELAY = 11;

/**
 * Names the window that contains a time.
 *
 * @param now milliseconds since the epoch
 * @param length seconds
 */
export function computeWindow(now: number, length: number): string {
  return formatInstant((Math.floor(now / (length * 1_000)) + 1) * length);
}

/**
 * Names the last window that is closed: no listen is written to it any more.
 *
 * @param now milliseconds since the epoch
 * @param length seconds
 */
export function computeClosedWindow(now: number, length: number): string {
  const delay = Math.max(MIN_DELAY, Math.min(MAX_DELAY, length / 10));
  return formatInstant(Math.floor((now / 1_000 - delay) / length) * length);
}

/**
 * Names the time up to which every window is closed, also those of another length from before a change of the setting.
 *
 * @param now milliseconds since the epoch
 * @param length seconds
 */
export function computeClosedTime(now: number, length: number): string {
  const ofAnyLength = formatInstant(Math.floor(now / 1_000) - MAX_DELAY);
  const closed = computeClosedWindow(now, length);
  return closed > ofAnyLength ? closed : ofAnyLength;
}

/** Computes when all listens of a window expire, in seconds since the epoch. */
export function computeExpiry(window: string): number {
  return Date.parse(window) / 1_000 + RETENTION;
}

/** Checks whether listens of a window may be gone, or will be soon. */
export function isExpiring(window: string, now: number): boolean {
  return computeExpiry(window) - EXPIRY_MARGIN <= now / 1_000;
}

/** Formats seconds since the epoch as the name of a window that ends in them. Leaves out fractions. */
export function formatInstant(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace(/\.\d+Z/, "Z");
}
