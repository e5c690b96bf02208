import { formatCount } from "../../../lib/count.ts";
import { drawCounts, packCounts } from "../../../lib/episode/counts.ts";
import { createFact, type Fact } from "../base/facts.ts";
import { RecordError, type Refusal, tryOrRefuse } from "../base/refusals.ts";
import { findLongDuration } from "../curve/doubts.ts";
import { findDuration, findNotice } from "../curve/durations.ts";
import { requireWithin } from "../curve/overrun.ts";
import { readBatches, takeRecords } from "../input/batches.ts";
import { detectLayout } from "../input/detect.ts";
import type { Input } from "../input/input.ts";
import { formatPlace } from "../input/places.ts";
import type { ImportedCurve } from "../item/imported-curve.ts";
import type { Pack } from "../item/pack.ts";
import { describeBases, describeGap } from "../sessions/interval-hints.ts";
import { MAX_LIKELY_INTERVAL } from "../sessions/intervals.ts";
import { parseSession } from "../sessions/record.ts";
import { type CountOptions, type EpisodeCounts, SessionCounts, sumIntervals } from "../sessions/session-counts.ts";
import type { SessionCounter } from "./chart-import.ts";
import type { CurvePlaces } from "./curve-places.ts";
import type { ImportOutcome } from "./import-outcome.ts";

/** Share of an episode's sessions that may log more slowly than they are counted: their seconds are full of holes. */
const MAX_SLOW = 0.05;

/** The source of charts that are counted from sessions. */
const SOURCE = "sessions";

/** {@link SessionCounter} on Node.js. */
export class CountedSessions implements SessionCounter {
  readonly #counting: CountOptions;
  readonly #outcome: ImportOutcome;
  readonly #counts: SessionCounts;
  readonly #uncounted = new Set<string>();
  #hasSessions = false;

  constructor(counting: CountOptions, outcome: ImportOutcome) {
    this.#counting = counting;
    this.#counts = new SessionCounts(counting);
    this.#outcome = outcome;
  }

  get size(): number {
    return this.#counts.episodes.size;
  }

  async count(file: string, { head, chunks }: Input): Promise<void> {
    this.#hasSessions = true;
    const refuse = (refusal: Refusal) => this.#outcome.refusals.add({ file, ...refusal });
    for await (const batch of readBatches(chunks, detectLayout(head), refuse))
      takeRecords(batch, (record, line) => this.#counts.add(parseSession(record), { file, line })).forEach(refuse);
  }

  markUncounted(file: string): void {
    this.#uncounted.add(file);
  }

  addPlaces(places: CurvePlaces): void {
    for (const [guid, { place }] of this.#counts.episodes) places.add(guid, SOURCE, place);
  }

  async computeCharts(places: CurvePlaces, pack: Pack, save: (curve: ImportedCurve) => Promise<void>): Promise<void> {
    if (!this.#hasSessions) return;
    if (this.#uncounted.size > 0) return this.#refuseAll([...this.#uncounted]);
    this.#outcome.addRepeated?.(this.#counts.repeated);
    if (this.#counts.alike > 0) this.#outcome.addHint(describeAlike(this.#counts.alike));
    if (this.#counts.copied > 0) this.#outcome.addHint(describeCopied(this.#counts.copied));
    this.#counts.finish();
    this.#describeIntervals();
    for (const [guid, episode] of this.#counts.episodes) {
      const curve = tryOrRefuse(
        () => {
          places.requireOnly(guid, SOURCE, episode.place);
          return this.#computeChart(guid, episode, pack);
        },
        (refusal) => this.#outcome.refusals.add({ episode: guid, ...refusal }),
      );
      if (curve) await save(curve);
    }
  }

  #refuseAll([file, ...others]: readonly string[]): void {
    const more = others.length > 0 ? ` (and ${others.length} more)` : "";
    const problem = `${file}${more} may hold sessions that are not counted, so no chart of sessions is written.`;
    this.#outcome.refusals.add({ file: "sessions", ...createFact("uncounted-sessions", problem) });
  }

  #computeChart(guid: string, episode: EpisodeCounts, pack: Pack): ImportedCurve {
    const { duration, sessions, listeners, fault } = episode;
    if (fault !== undefined) throw fault;
    const { durations } = this.#counting;
    if (durations.feed?.has(guid) === false)
      throw new RecordError("session-not-in-feed", `The feed has no episode with this GUID (sessions: ${sessions}).`);
    if (duration === undefined) throw this.#refuseWithoutDuration(guid, episode);
    requireWithin(episode, duration);
    this.#checkInterval(guid, episode);
    const { notice = [] } = findNotice(duration, guid, durations);
    for (const doubt of [notice, findLongDuration(duration)].flat()) this.#outcome.addHint(doubt, { episode: guid });
    // Up to the last second heard: the episode's duration may be corrected later.
    const counts = episode.computeCounts();
    if (listeners > 0)
      return pack(drawCounts(guid, duration, counts), { source: SOURCE, listeners, counts: packCounts(counts) });
    const problem = `Nobody listened within its duration of ${duration} s (sessions: ${sessions}).`;
    throw new RecordError("nobody-in-duration", problem);
  }

  #refuseWithoutDuration(guid: string, { place, sessions }: EpisodeCounts): RecordError {
    const { durations } = this.#counting;
    findDuration(guid, durations);
    const bad = durations.feed?.describeBadDuration(guid);
    if (bad !== undefined) return new RecordError("bad-duration", bad, { lacksDuration: guid });
    const problem = `The feed has no valid <itunes:duration> for it (sessions: ${sessions}).`;
    return durations.feed
      ? new RecordError("session-without-feed-duration", problem)
      : new RecordError(
          "session-without-duration",
          `The session in ${formatPlace(place)} does not say how long it is.`,
        );
  }

  /** Says at which intervals the sessions log, which decides how long their events cover. */
  #describeIntervals(): void {
    const { interval } = this.#counting;
    const episodes = [...this.#counts.episodes];
    const all = sumIntervals(episodes);
    const found = all.listCommon();
    if (interval === undefined) {
      if (found !== "")
        this.#outcome.addHint(
          createFact("found", `The sessions log every ${found}, and each is counted by its own interval.`),
        );
      for (const hint of describeBases(episodes)) this.#outcome.addHint(hint);
    } else if (found === "" && (all.medianGap ?? 0) > interval)
      this.#outcome.addHint(describeGap(all.medianGap, interval));
  }

  /** @throws RecordError if too many sessions log so slowly that their interval can't be right. One that is given only gets a hint. */
  #checkInterval(guid: string, { slow, shown, intervals }: EpisodeCounts): void {
    if (slow <= MAX_SLOW * shown) return;
    const { interval } = this.#counting;
    const found = `They log every ${intervals.listCommon()}.`;
    const problem = `${slow} of its ${shown} sessions log more slowly than every ${interval ?? MAX_LIKELY_INTERVAL} s. ${found}`;
    if (interval === undefined) throw new RecordError("slow-sessions", problem);
    this.#outcome.addHint(createFact("slower-sessions", problem), { episode: guid });
  }
}

function describeAlike(sessions: number): Fact {
  const problem = `${formatCount(sessions, "session")} without session_id ${sessions === 1 ? "equals" : "equal"} another record, and ${sessions === 1 ? "was" : "were"} counted as well.`;
  return createFact("alike-sessions", problem);
}

function describeCopied(sessions: number): Fact {
  const begin = sessions === 1 ? "begins" : "begin";
  return createFact(
    "left-out",
    `${formatCount(sessions, "session")} ${begin} with a copy of what was logged of an earlier episode, as PodToo keeps it. The copy was left out.`,
  );
}
