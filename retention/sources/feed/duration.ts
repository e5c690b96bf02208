/** Longest duration in seconds: 30 days. Longer ones are mistakes. */
export const MAX_DURATION = 30 * 86_400;

/** Matches seconds, MM:SS or HH:MM:SS: a "normal play time" (RFC 2326, section 3.6). */
const TIME = /^(?:(?:(?<hours>\d+):)?(?<minutes>\d+):)?(?<seconds>\d+(?:\.\d*)?)$/;

/** Parses a time such as `90`, `1:30.5` or `0:01:30`. Returns seconds, or undefined if it is no time. */
export function tryParseTime(text: string): number | undefined {
  const groups = TIME.exec(text.trim())?.groups;
  if (!groups) return undefined;
  const { hours = 0, minutes = 0, seconds } = groups;
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/**
 * Parses a duration as feeds write it: `2730`, `45:30` or `0:45:30`.
 *
 * @returns seconds; undefined if it is not a duration, is 0, or is longer than 30 days
 */
export function tryParseDuration(text: string): number | undefined {
  const duration = tryParseTime(text) ?? 0;
  return duration > 0 && duration <= MAX_DURATION ? duration : undefined;
}
