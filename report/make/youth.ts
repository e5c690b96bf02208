import type { Youth } from "../others.ts";

const DAY_MS = 86_400_000;

/** A curve of fewer days after publication is young: many are still listening. */
const YOUNG_DAYS = 7;

/**
 * Computes whether a curve is young. A curve that is older than the episode's date is of an episode that was published
 * again.
 *
 * @param date YYYY-MM-DD
 * @param updatedAt when the curve was written, in ISO 8601
 * @returns undefined if it is not, or if nobody knows
 */
export function computeYouth(date: string | undefined, updatedAt: string | undefined, madeAt: Date): Youth | undefined {
  const [published, updated] = [date, updatedAt].map((time) => Date.parse(time ?? "")) as [number, number];
  const days = Math.floor((updated - published) / DAY_MS);
  if (!(days >= 0 && days < YOUNG_DAYS)) return undefined;
  const isCurrent = madeAt.getTime() - updated < DAY_MS;
  return { days, ...(isCurrent && { now: Math.max(0, Math.floor((madeAt.getTime() - published) / DAY_MS)) }) };
}
