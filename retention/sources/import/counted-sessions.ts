import { formatCount } from "../../../lib/count.ts";
import { drawCounts, packCounts } from "../../../lib/episode/counts.ts";
import { RecordError, type Refusal, tryOrRefuse } from "../base/refusals.ts";
import { findLongDuration } from "../formats/doubts.ts";
import { requireWithin } from "../formats/overrun.ts";
import { type Batch, takeRecords } from "../input/batches.ts";
import type { CurvePlaces } from "../input/curve-places.ts";
import { findDuration, findNotice } from "../input/durations.ts";
import { formatPlace } from "../input/places.ts";
import type { ImportedCurve } from "../item/imported-curve.ts";
import type { Pack } from "../item/pack.ts";
import { describeBases, describeGap, MILLISECONDS, sumIntervals } from "../sessions/interval-basis.ts";
import { MAX_LIKELY_INTERVAL } from "../sessions/intervals.ts";
import { parseSession } from "../sessions/record.ts";
import { type CountOptions, type EpisodeCounts, SessionCounts } from "../sessions/session-counts.ts";
import type { SessionCounter } from "./chart-import.ts";
import type { ImportOutcome } from "./import-outcome.ts";

const DURATION_SOURCES =
  "Pass --duration, or a --feed whose episodes have a <guid> and an <itunes:duration> such as 3600, 60:00 or 1:00:00.";

/** Share of an episode's sessions that may log more slowly than they are counted: their seconds are full of holes. */
const MAX_SLOW = 0.05;

/** The source of charts that are counted from sessions. */
const SOURCE = "sessions";

/** {@link SessionCounter} on Node.js: files of sessions are larger than a page can hold. */
export class CountedSessions implements SessionCounter {
  readonly #counting: CountOptions;
  readonly #places: CurvePlaces;
  readonly #outcome: ImportOutcome;
  readonly #counts: SessionCounts;
  readonly #uncounted = new Set<string>();
  #hasSessions = false;

  constructor(counting: CountOptions, places: CurvePlaces, outcome: ImportOutcome) {
    this.#counting = counting;
    this.#counts = new SessionCounts(counting);
    this.#places = places;
    this.#outcome = outcome;
  }

  get size(): number {
    return this.#counts.episodes.size;
  }

  async count(file: string, batches: AsyncIterable<Batch>, refuse: (refusal: Refusal) => void): Promise<void> {
    this.#hasSessions = true;
    for await (const batch of batches)
      takeRecords(batch, (record, line) => this.#counts.add(parseSession(record), { file, line })).forEach(refuse);
  }

  markUncounted(file: string): void {
    this.#uncounted.add(file);
  }

  addPlaces(): void {
    for (const [guid, { place }] of this.#counts.episodes) this.#places.add(guid, SOURCE, place);
  }

  async computeCharts(pack: Pack, save: (curve: ImportedCurve) => Promise<void>): Promise<void> {
    if (!this.#hasSessions) return;
    if (this.#uncounted.size > 0) return this.#refuseAll([...this.#uncounted]);
    this.#outcome.addRepeated(this.#counts.repeated);
    if (this.#counts.alike > 0) this.#outcome.addHint(describeAlike(this.#counts.alike));
    if (this.#counts.copied > 0) this.#outcome.addHint(describeCopied(this.#counts.copied));
    this.#counts.finish();
    this.#describeIntervals();
    for (const [guid, episode] of this.#counts.episodes) {
      const curve = tryOrRefuse(
        () => this.#computeChart(guid, episode, pack),
        (refusal) => this.#outcome.refusals.add({ episode: guid, ...refusal }),
      );
      if (curve) await save(curve);
    }
  }

  #refuseAll([file, ...others]: readonly string[]): void {
    const more = others.length > 0 ? ` (and ${others.length} more)` : "";
    const problem = `${file}${more} may hold sessions that are not counted, so no chart of sessions is written.`;
    const detail = `${problem} Repair it or leave it out, then import all files again.`;
    this.#outcome.refusals.add({ file: "sessions", kind: "incomplete", detail });
  }

  #computeChart(guid: string, episode: EpisodeCounts, pack: Pack): ImportedCurve {
    const { place, duration, sessions, listeners, fault } = episode;
    this.#places.requireOnly(guid, SOURCE, place);
    if (fault !== undefined) throw fault;
    const { durations } = this.#counting;
    if (durations.feed?.has(guid) === false)
      throw new RecordError(
        "not in the feed",
        `The feed has no episode with this GUID (sessions: ${sessions}). Check the feed, or leave out --feed.`,
      );
    if (duration === undefined) throw this.#refuseWithoutDuration(guid, episode);
    requireWithin(episode, duration);
    this.#checkInterval(guid, episode);
    const { notice = [] } = findNotice(duration, guid, durations);
    for (const doubt of [notice, findLongDuration(duration)].flat()) this.#outcome.addHint(`episode ${guid}: ${doubt}`);
    // Up to the last second heard: the episode's duration may be corrected later.
    const counts = episode.computeCounts();
    if (listeners > 0)
      return pack(drawCounts(guid, duration, counts), { source: SOURCE, listeners, counts: packCounts(counts) });
    const problem = `Nobody listened within its duration of ${duration} s (sessions: ${sessions}).`;
    throw new RecordError("without points", `${problem} Check the duration.`);
  }

  #refuseWithoutDuration(guid: string, { place, sessions }: EpisodeCounts): RecordError {
    const { durations } = this.#counting;
    findDuration(guid, durations);
    const bad = durations.feed?.describeBadDuration(guid);
    if (bad !== undefined) return new RecordError("without a duration", `${bad} Or pass --duration.`);
    const detail = durations.feed
      ? `The feed has no valid <itunes:duration> for it (sessions: ${sessions}). Add one, or pass --duration.`
      : `The session in ${formatPlace(place)} does not say how long it is. ${DURATION_SOURCES}`;
    return new RecordError("without a duration", detail);
  }

  /** Says at which intervals the sessions log, which decides how long their events cover. */
  #describeIntervals(): void {
    const { interval } = this.#counting;
    const episodes = [...this.#counts.episodes];
    const all = sumIntervals(episodes);
    const found = all.listCommon();
    if (interval === undefined) {
      if (found !== "")
        this.#outcome.addHint(`The sessions log every ${found}, and each is counted by its own interval.`);
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
    if (interval === undefined)
      throw new RecordError("with gaps", `${problem} ${MILLISECONDS} Otherwise, pass --interval.`);
    const wayOut = "Leave out --interval, and each is counted by its own.";
    this.#outcome.addHint(`episode ${guid}: ${problem} ${wayOut}`);
  }
}

function describeAlike(sessions: number): string {
  const problem = `${formatCount(sessions, "session")} without session_id ${sessions === 1 ? "equals" : "equal"} another record, and ${sessions === 1 ? "was" : "were"} counted as well.`;
  return `${problem} If they were exported twice, take them out, or export session_id.`;
}

function describeCopied(sessions: number): string {
  const begin = sessions === 1 ? "begins" : "begin";
  return `${formatCount(sessions, "session")} ${begin} with a copy of what was logged of an earlier episode, as PodToo keeps it. The copy was left out.`;
}
