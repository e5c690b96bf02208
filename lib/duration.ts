const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** What {@link parseDuration} accepts, for texts of errors. */
export const FORMS = "a positive number and a unit of s, m, h, d or w, such as 90m or 2h; no unit means hours";

const DURATION = /^(?<count>\d+(?:\.\d+)?)(?<unit>[smhdw])?$/;

/**
 * Parses a lifetime such as `90m`, `1.5h`, `2d` or `1` (a bare number is hours).
 *
 * @param name what the text was given for, as an error names it
 * @returns seconds, rounded to whole ones, at least 1
 * @throws RangeError if the text has another form or means less than a second
 */
export function parseDuration(name: string, text: string): number {
  const { count, unit = "h" } = DURATION.exec(text)?.groups ?? {};
  const seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS];
  if (seconds >= 1) return Math.round(seconds);
  throw new RangeError(`Invalid ${name}: expected ${FORMS}`);
}
