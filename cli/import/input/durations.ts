import type { Episodes } from "../../feed/episodes.ts";
import { RecordError } from "./refusals.ts";

/** Durations that do not come from the files. */
export interface Durations {
  readonly feed?: Episodes | undefined;
  /** From `--duration`, in seconds, for episodes that have none in the feed. */
  readonly fallback?: number | undefined;
}

/** What a document says of its episode's length, in seconds: exactly, or as a platform rounds it. */
interface OwnDurations {
  readonly duration?: number | undefined;
  readonly roundedDuration?: number | undefined;
}

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
 * Finds the duration of an episode in the feed, else takes that of `--duration`.
 *
 * @returns seconds, or undefined if neither has it
 * @throws RecordError if the feed has several
 */
export function findDuration(guid: string, { feed, fallback }: Durations): number | undefined {
  const conflict = feed?.describeConflict(guid);
  if (conflict !== undefined) throw new RecordError("without a duration", conflict);
  return feed?.findDuration(guid) ?? fallback;
}

/**
 * Resolves the duration of an episode: from its file, else from the feed, else from `--duration`, else from its
 * file rounded to minutes.
 *
 * @throws RecordError if none of them has it, or if the feed has several
 */
export function resolveDuration(
  { duration, roundedDuration }: OwnDurations,
  guid: string,
  durations: Durations,
): ResolvedDuration {
  const hasConflict = durations.feed?.describeConflict(guid) !== undefined;
  const known = duration !== undefined && hasConflict ? undefined : findDuration(guid, durations);
  const resolved = duration ?? known ?? roundedDuration;
  if (resolved === undefined)
    throw new RecordError(
      "without a duration",
      "The file does not have the episode's duration. Pass a --feed that has it, or --duration.",
    );
  if (duration === undefined || known === undefined || Math.abs(duration - known) <= TOLERANCE * duration)
    return { duration: resolved };
  const from = durations.feed?.findDuration(guid) !== undefined ? "the feed" : "--duration";
  return { duration, notice: `The file says ${duration} s, but ${from} says ${known} s. The file's duration is used.` };
}
