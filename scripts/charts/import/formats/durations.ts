import type { Durations } from "../../feed/feed.ts";
import { RecordError } from "../input/refusals.ts";
import type { Curve } from "./curve.ts";

/** The duration of an episode, and a warning if its sources disagree. */
export interface ResolvedDuration {
  /** Seconds. */
  readonly duration: number;
  /** One line. */
  readonly notice?: string;
}

/** Share of the duration. A larger difference is more than rounding or another advertisement. */
const TOLERANCE = 0.05;

const AND = new Intl.ListFormat("en");

/**
 * Finds the duration of an episode in the feed, else takes that of `--duration`.
 *
 * @returns seconds, or undefined if neither has it
 * @throws RecordError if the feed has several
 */
export function findDuration(guid: string, { byGuid, conflicts, fallback }: Durations): number | undefined {
  const several = conflicts?.get(guid);
  if (!several) return byGuid.get(guid) ?? fallback;
  const texts = several.map((duration) => `${duration} s`);
  throw new RecordError(
    "without a duration",
    `The feed has different durations of it, ${AND.format(texts)}. Correct the feed.`,
  );
}

/**
 * Resolves the duration of an episode: from its file, else from the feed, else from `--duration`, else from its
 * file rounded to minutes.
 *
 * @throws RecordError if none of them has it, or if the feed has several
 */
export function resolveDuration(
  { duration, roundedDuration }: Curve,
  guid: string,
  durations: Durations,
): ResolvedDuration {
  const hasConflict = durations.conflicts?.has(guid) ?? false;
  const known = duration !== undefined && hasConflict ? undefined : findDuration(guid, durations);
  const resolved = duration ?? known ?? roundedDuration;
  if (resolved === undefined)
    throw new RecordError(
      "without a duration",
      "The file does not have the episode's duration. Pass a --feed that has it, or --duration.",
    );
  if (duration === undefined || known === undefined || Math.abs(duration - known) <= TOLERANCE * duration)
    return { duration: resolved };
  const from = durations.byGuid.has(guid) ? "the feed" : "--duration";
  return { duration, notice: `The file says ${duration} s, but ${from} says ${known} s. The file's duration is used.` };
}
