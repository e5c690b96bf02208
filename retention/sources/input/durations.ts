import { CommandError } from "../../../lib/command-error.ts";
import { RecordError } from "../base/refusals.ts";
import type { Episodes } from "../feed/feed-episodes.ts";
import { describeGuid } from "./places.ts";

/** Durations that do not come from the files. */
export interface Durations {
  readonly feed?: Episodes | undefined;
  /** In seconds by GUID, as people typed them. */
  readonly typed?: ReadonlyMap<string, number> | undefined;
  /** From `--duration`, in seconds, for episodes that have none in the feed, and for positions in percent. */
  readonly fallback?: number | undefined;
  readonly use?: DurationUse | undefined;
}

/** How an import uses `--duration`: for one episode, because few are equally long, unless it is for all. */
export class DurationUse {
  readonly #isForAll: boolean;
  #guid: string | undefined;
  #passed: { readonly guid: string; readonly ofFeed: number } | undefined;

  constructor(isForAll: boolean) {
    this.#isForAll = isForAll;
  }

  /** @throws CommandError if another episode has taken it */
  take(guid: string): void {
    this.#guid ??= guid;
    if (this.#isForAll || this.#guid === guid) return;
    const problem = `--duration would be that of two episodes, ${describeGuid(this.#guid)} and ${describeGuid(guid)}.`;
    const wayOut = "Pass --feed or files that have the durations, or --same-duration if all episodes are equally long.";
    throw new CommandError(`${problem} ${wayOut} Nothing was written.`);
  }

  /** Notes an episode to which the feed gives another duration, in seconds. */
  pass(guid: string, ofFeed: number): void {
    this.#passed ??= { guid, ofFeed };
  }

  /** The first episode that has another duration from the feed, if none has taken this one. */
  get passed(): { readonly guid: string; readonly ofFeed: number } | undefined {
    return this.#guid === undefined ? this.#passed : undefined;
  }
}

/** What is said of a curve's length, in seconds: by its document, exactly or as a platform rounds it, or by a table of its channel. */
interface OwnDurations {
  readonly positions?: "seconds" | "percent";
  readonly duration?: number | undefined;
  readonly roundedDuration?: number | undefined;
  readonly ofChannel?: number | undefined;
}

/** The duration of an episode, and a warning if its sources disagree. */
export interface ResolvedDuration {
  /** Seconds. */
  readonly duration: number;
  /** One line. */
  readonly notice?: string;
  /** Whether it is the feed's, although positions in percent are of whatever length the file is of. */
  readonly isAssumed?: true;
}

/** Share of the duration. A larger difference is more than rounding or another advertisement. */
const TOLERANCE = 0.05;

/**
 * Finds the duration of an episode in the feed, else takes that of `--duration`.
 *
 * @returns seconds, or undefined if neither has it
 * @throws RecordError if the feed has several
 * @throws CommandError if another episode has taken that of `--duration`
 */
export function findDuration(guid: string, durations: Durations): number | undefined {
  const conflict = durations.feed?.describeConflict(guid);
  if (conflict !== undefined) throw new RecordError("without a duration", conflict);
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
 * Resolves the duration of an episode: from its file, else from the feed, else from `--duration`, else from its
 * file rounded to minutes. Of positions in percent, what was typed or the channel's table says is before the feed.
 *
 * @throws RecordError if none of them has it, or if the feed has several, or gives the GUID to several episodes
 * @throws CommandError if another episode has taken that of `--duration`
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
  if (fault) throw new RecordError(fault.kind, fault.detail);
  throw new RecordError("without a duration", describeWayOut(guid, durations), guid);
}

function describeWayOut(guid: string, { feed }: Durations): string {
  const bad = feed?.describeBadDuration(guid);
  if (bad !== undefined) return `${bad} Or pass --duration.`;
  if (!feed) return "The file does not have the episode's duration. Pass a --feed that has it, or --duration.";
  return feed.has(guid)
    ? "Neither the file nor the feed has the episode's duration. Pass --duration."
    : `The feed has no episode with the GUID ${describeGuid(guid)}: check its spelling. If it is right, pass --duration, which the file does not have.`;
}

/** Finds what to say of a file's duration: that others differ by more than 5 %. A feed may have several. */
export function findNotice(duration: number, guid: string, durations: Durations): { readonly notice?: string } {
  const { feed, fallback } = durations;
  const ofFeed = findOfFeed(guid, durations);
  const known = feed?.describeConflict(guid) === undefined ? (ofFeed ?? fallback) : undefined;
  if (known === undefined || !areDifferent(duration, known)) return {};
  const from = ofFeed === undefined ? "--duration" : "the feed";
  return { notice: `The file says ${duration} s, but ${from} says ${known} s. The file's duration is used.` };
}

function areDifferent(duration: number, other: number): boolean {
  return Math.abs(duration - other) > TOLERANCE * duration;
}
