import { RecordError } from "../records/refusals.ts";
import type { Durations } from "../sessions/feed.ts";
import type { Curve } from "./curve.ts";

/** The length of an episode, settled. */
export interface ResolvedDuration {
  /** In seconds. */
  readonly duration: number;
  /** One line, if the sources disagree. */
  readonly notice?: string;
}

/** A larger share of the length is more than rounding or a different advertisement. */
const TOLERANCE = 0.05;

/**
 * Resolves the length of an episode: from its source, else the feed, else `--duration`.
 *
 * @throws RecordError if none of them has it
 */
export function resolveDuration(
  { duration, roundedDuration }: Curve,
  guid: string,
  { byGuid, other }: Durations,
): ResolvedDuration {
  const known = byGuid.get(guid) ?? other;
  const resolved = duration ?? known ?? roundedDuration;
  if (resolved === undefined)
    throw new RecordError(
      "without a duration",
      "the file does not say how long the episode is: pass --feed or --duration",
    );
  if (duration === undefined || known === undefined || Math.abs(duration - known) <= TOLERANCE * duration)
    return { duration: resolved };
  const from = byGuid.has(guid) ? "the feed" : "--duration";
  return { duration, notice: `the file says ${duration} s, ${from} ${known} s: the file's is used` };
}
