import { createFact, type Fact } from "../base/facts.ts";
import { RecordError } from "../base/refusals.ts";
import type { Episodes } from "../feed/feed-episodes.ts";
import type { Curve } from "./platform-curve.ts";

/** Durations that do not come from the files. */
export interface Durations {
  readonly feed?: Episodes | undefined;
  /** In seconds by GUID, as people typed them. */
  readonly typed?: ReadonlyMap<string, number> | undefined;
  /** As people gave it for all, in seconds: for episodes that have none in the feed, and for positions in percent. */
  readonly fallback?: number | undefined;
  readonly use?: DurationUse | undefined;
}

/** Notes how the one duration of people is used: few episodes are equally long. */
export interface DurationUse {
  /** Notes an episode that takes it, or throws. */
  take(guid: string): void;
  /** Notes an episode to which the feed gives another duration, in seconds. */
  pass(guid: string, ofFeed: number): void;
}

/** What is said of a curve's length, in seconds: by its document, exactly or as a platform rounds it, or by a table of its channel. */
interface OwnDurations extends Partial<Pick<Curve, "positions" | "duration" | "roundedDuration">> {
  readonly ofChannel?: number | undefined;
}

/** The duration of an episode, and a warning if its sources disagree. */
export interface ResolvedDuration {
  /** Seconds. */
  readonly duration: number;
  readonly notice?: Fact<"other-duration">;
  /** Whether it is the feed's, although positions in percent are of whatever length the file is of. */
  readonly isAssumed?: true;
}

/** Share of the duration. A larger difference is more than rounding or another advertisement. */
const TOLERANCE = 0.05;

/**
 * Finds the duration of an episode in the feed, else takes the one that was given.
 *
 * @returns seconds, or undefined if neither has it
 * @throws RecordError if the feed has several
 * @throws whatever {@link DurationUse.take} throws
 */
export function findDuration(guid: string, durations: Durations): number | undefined {
  const conflict = durations.feed?.describeConflict(guid);
  if (conflict !== undefined) throw new RecordError("several-durations", conflict);
  return findOfFeed(guid, durations) ?? findTyped(guid, durations);
}

function findOfFeed(guid: string, { feed, fallback, use }: Durations): number | undefined {
  const ofFeed = feed?.findDuration(guid);
  if (ofFeed !== undefined && fallback !== undefined && areDifferent(ofFeed, fallback)) use?.pass(guid, ofFeed);
  return ofFeed;
}

function findTyped(guid: string, { typed, fallback, use }: Durations): number | undefined {
  const known = typed?.get(guid);
  if (known === undefined && fallback !== undefined) use?.take(guid);
  return known ?? fallback;
}

/**
 * Resolves the duration of an episode: from its file, else from the feed, else as it was given, else from its
 * file rounded to minutes. Of positions in percent, what was typed or the channel's table says is before the feed.
 *
 * @throws RecordError if none of them has it, or if the feed has several, or gives the GUID to several episodes
 * @throws whatever {@link DurationUse.take} throws
 */
export function resolveDuration(
  { positions, duration, roundedDuration, ofChannel }: OwnDurations,
  guid: string,
  durations: Durations,
): ResolvedDuration {
  if (duration !== undefined) return { duration, ...findNotice(duration, guid, durations) };
  const isOfPercent = positions === "percent";
  const own = isOfPercent ? (findTyped(guid, durations) ?? ofChannel) : undefined;
  const resolved = own ?? findDuration(guid, durations) ?? roundedDuration;
  if (resolved !== undefined)
    return { duration: resolved, ...(isOfPercent && own === undefined && { isAssumed: true }) };
  const fault = durations.feed?.findFault(guid);
  if (fault) throw new RecordError(fault.code, fault.problem);
  throw refuseWithoutDuration(guid, durations);
}

function refuseWithoutDuration(guid: string, { feed }: Durations): RecordError {
  const lacksDuration = guid;
  const bad = feed?.describeBadDuration(guid);
  if (bad !== undefined) return new RecordError("bad-duration", bad, { lacksDuration });
  if (!feed) return new RecordError("no-duration", "The file does not have the episode's duration.", { lacksDuration });
  if (!feed.has(guid))
    return new RecordError("not-in-feed", ["The feed has no episode with the GUID ", { guid }], { lacksDuration });
  const problem = "Neither the file nor the feed has the episode's duration.";
  return new RecordError("no-duration-in-feed", problem, { lacksDuration });
}

/** Finds what to say of a file's duration: that others differ by more than 5 %. A feed may have several. */
export function findNotice(
  duration: number,
  guid: string,
  durations: Durations,
): { readonly notice?: Fact<"other-duration"> } {
  const { feed, fallback } = durations;
  const ofFeed = findOfFeed(guid, durations);
  const known = feed?.describeConflict(guid) === undefined ? (ofFeed ?? fallback) : undefined;
  if (known === undefined || !areDifferent(duration, known)) return {};
  return {
    notice: createFact("other-duration", `The file says ${duration} s`, { known, isOfFeed: ofFeed !== undefined }),
  };
}

function areDifferent(duration: number, other: number): boolean {
  return Math.abs(duration - other) > TOLERANCE * duration;
}
