const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** The forms that {@link parsePeriod} accepts. */
const FORMS = "a positive number and a unit of s, m, h, d or w, such as 90m or 2h; no unit means hours";

const DURATION = /^(?<count>\d+(?:\.\d+)?)(?<unit>[smhdw])?$/;

/**
 * Parses a lifetime such as `90m`, `1.5h` or `2d`. A number without a unit is hours.
 *
 * @param name the parameter or variable that holds the text, for the error message
 * @returns whole seconds, at least 1
 * @throws RangeError if the text has another form or is less than a second
 * @example
 * import { parsePeriod } from "./lib/period.ts";
 *
 * console.log(parsePeriod("EXPIRES_IN", "90m")); // 5400
 * console.log(parsePeriod("EXPIRES_IN", "2")); // 7200
 */
export function parsePeriod(name: string, text: string): number {
  const { count, unit = "h" } = DURATION.exec(text)?.groups ?? {};
  if (count === undefined) throw new RangeError(`Invalid ${name}: expected ${FORMS}`);
  const seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS];
  if (seconds >= 1) return Math.round(seconds);
  throw new RangeError(`Invalid ${name}: the minimum is 1s`);
}
