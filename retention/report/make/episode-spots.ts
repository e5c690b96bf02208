import { UNITS } from "../../sources/base/kinds.ts";
import type { ListedSpot } from "../../sources/formats/spot-list.ts";
import { findNearest } from "../cuts/cut-map.ts";
import type { Episode } from "../episode/episode.ts";
import { measureSpot, type Spot } from "../episode/spot-figures.ts";
import { PASSAGE, type PhraseHabit } from "../show/phrase-habits.ts";
import { findSpotName } from "../spots/spot-titles.ts";
import type { Measured } from "../usual/measured.ts";
import type { MeasuredSource } from "./source-curves.ts";
import type { VideoCut } from "./video-cut.ts";

/** What a report has of sponsors' spots. */
export interface SpotChoice {
  readonly listed?: readonly ListedSpot[];
  /** Whether other ads are inserted for each listener: then no curve knows which was played, and there are no spots. */
  readonly isInserted?: boolean;
}

/** An episode with its curves, the leading one first. */
interface Heard extends Pick<Measured, "guid" | "chapters" | "curve"> {
  readonly binned: readonly MeasuredSource[];
  readonly cut?: VideoCut | "unknown";
}

/** A spot at the times of the audio. */
type AudioSpot = Pick<Spot, "name" | "from" | "to" | "isOpen">;

/** Spots with less between them are in a row, in seconds. */
const BETWEEN = 10;

/** Seconds by which the length of a video may differ that is the same cut as the audio. */
const SAME = 2;

/** Finds the spots of an episode in each of its curves: those that are listed, then chapters, then phrases after which people skip. */
export function findSpots(
  episode: Heard,
  phrases: readonly PhraseHabit[],
  { listed = [], isInserted }: SpotChoice,
): Pick<Episode, "spots"> {
  const found = [
    ...listChapters(episode),
    ...phrases.filter(({ kind }) => kind === "skip").flatMap((phrase) => listSaid(episode, phrase)),
  ];
  const own = listed.filter(({ guid }) => guid === episode.guid);
  const taken: AudioSpot[] = own.map(({ name, from, to }) => ({ name, from, to }));
  for (const spot of found) if (!taken.some(({ from, to }) => spot.from < to && spot.to > from)) taken.push(spot);
  if (isInserted || taken.length === 0) return {};
  taken.sort((one, other) => one.from - other.from);
  const spots = episode.binned.flatMap((source) => measureAll(placeAll(taken, source, episode), source));
  return spots.length > 0 ? { spots } : {};
}

/** Lists the chapters whose titles say so. Those of a video are at its times. */
function listChapters({ chapters = [], curve, binned, cut }: Heard): AudioSpot[] {
  const map = binned[0]?.isVideo && cut && cut !== "unknown" ? cut.toAudio : undefined;
  const toAudio = (time: number) => (map ? findNearest(map, time) : time);
  return chapters.flatMap(({ title, time, end, isOpen }, index) => {
    const name = isOpen ? undefined : findSpotName(title);
    const stop = Math.min(end ?? Number.POSITIVE_INFINITY, chapters[index + 1]?.time ?? curve.end);
    return name === undefined || stop <= time ? [] : [{ name, from: toAudio(time), to: toAudio(stop) }];
  });
}

function listSaid({ guid }: Heard, { phrase, found }: PhraseHabit): AudioSpot[] {
  const own = found.filter((place) => place.guid === guid);
  return own.map(({ time }) => ({ name: phrase, from: time, to: time + PASSAGE, isOpen: true }));
}

/** Places spots in a curve. A video of another length, or of none that is known, has none without captions. */
function placeAll(spots: readonly AudioSpot[], { isVideo, isAssumed, duration }: MeasuredSource, episode: Heard) {
  if (!isVideo) return spots;
  const { cut, binned } = episode;
  if (cut && cut !== "unknown")
    return spots.flatMap((spot) => {
      const [from, to] = [findNearest(cut.times, spot.from), findNearest(cut.times, spot.to)];
      // What the video lacks has no length in it.
      return to - from < (spot.to - spot.from) / 2 ? [] : [{ ...spot, from, to }];
    });
  const audio = binned.find((other) => !other.isVideo)?.duration ?? duration;
  return isAssumed || cut || Math.abs(audio - duration) > SAME ? [] : spots;
}

/** @param spots in order of time */
function measureAll(spots: readonly AudioSpot[], { name: source, kind, curve, listeners }: MeasuredSource): Spot[] {
  let row = { from: 0, to: Number.NEGATIVE_INFINITY };
  const placed = spots.map((spot) => {
    if (spot.from - row.to >= BETWEEN) row = { ...spot };
    row.to = Math.max(row.to, spot.to);
    return { ...spot, row };
  });
  return placed.map(({ row, ...spot }) => {
    const figures = measureSpot(curve, { ...spot, row }, listeners);
    return { ...spot, source, unit: UNITS[kind], ...figures };
  });
}
