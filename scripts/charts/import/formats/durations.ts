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

/**
 * Resolves the duration of an episode: from its file, else from the feed, else from `--duration`, else from its
 * file rounded to minutes.
 *
 * @throws RecordError if none of them has it
 */
export function resolveDuration(
  { duration, roundedDuration }: Curve,
  guid: string,
  { byGuid, fallback }: Durations,
): ResolvedDuration {
  const known = byGuid.get(guid) ?? fallback;
  const resolved = duration ?? known ?? roundedDuration;
  if (resolved === undefined)
    throw new RecordError(
      "without a duration",
      "The file does not have the episode's duration. Pass a --feed that has it, or --duration.",
    );
  if (duration === undefined || known === undefined || Math.abs(duration - known) <= TOLERANCE * duration)
    return { duration: resolved };
  const from = byGuid.has(guid) ? "the feed" : "--duration";
  return { duration, notice: `The file says ${duration} s, but ${from} says ${known} s. The file's duration is used.` };
}
