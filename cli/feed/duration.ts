/** Longest duration in seconds: 30 days. Longer ones are mistakes. */
const MAX_DURATION = 30 * 86_400;

/** Matches seconds, MM:SS or HH:MM:SS. */
const DURATION = /^(?:(?:(?<hours>\d+):)?(?<minutes>\d+):)?(?<seconds>\d+(?:\.\d+)?)$/;

/**
 * Parses a duration as feeds write it: `2730`, `45:30` or `0:45:30`.
 *
 * @returns seconds; undefined if it is not a duration, is 0, or is longer than 30 days
 */
export function tryParseDuration(text: string): number | undefined {
  const groups = DURATION.exec(text.trim())?.groups;
  if (!groups) return undefined;
  const { hours = 0, minutes = 0, seconds } = groups;
  const duration = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return duration > 0 && duration <= MAX_DURATION ? duration : undefined;
}
