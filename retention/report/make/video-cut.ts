import { median, range, sum } from "d3-array";
import type { Chart } from "../../../lib/chart.ts";
import { findPointAt } from "../curve/insights.ts";
import type { BinnedCurve } from "../curve/levels/bins.ts";
import type { Moment } from "../curve/moments/moment.ts";
import {
  alignCuts,
  type CutMap,
  type CutSpan,
  findNearest,
  findOther,
  listAlone,
  MIN_ALONE,
  type TimePair,
} from "../cuts/cut-map.ts";
import { readTimedWords } from "../cuts/timed-words.ts";
import type { Apart } from "../episode/episode.ts";
import type { Chapter } from "../usual/measured.ts";
import type { SpokenEpisode } from "../words/moment-words.ts";

/** Which times of an episode's audio, the one cut, and of its video, the other, are the same. */
export interface CutTimes extends CutMap {
  /** Seconds: where the audio and the captions of the video end. */
  readonly audio: number;
  readonly end: number;
  /** Whether times are known to a paragraph. */
  readonly isCoarse: boolean;
}

/** The video of an episode whose times in the audio are known by what is said. */
export interface VideoCut {
  readonly times: CutTimes;
  readonly toAudio: CutMap;
  /** How long both are, in seconds, as their curves are drawn. */
  readonly ends: TimePair;
  /** Undefined if an earlier report has kept the times. */
  readonly captions?: SpokenEpisode | undefined;
}

/** Longer cues, in seconds, tell the times of their words to a paragraph. */
const COARSE = 15;

/** Finds which times of an audio and of its video are the same. Without enough in common, there are no spans. */
export function findTimes(audio: SpokenEpisode, captions: SpokenEpisode): CutTimes {
  const map = alignCuts(readTimedWords(audio.cues), readTimedWords(captions.cues));
  const isCoarse = [audio, captions].some(({ cues }) => (median(cues, ({ start, end }) => end - start) ?? 0) > COARSE);
  return { ...map, audio: audio.end, end: captions.end, isCoarse };
}

/** Lists what the audio or the video has alone, at the times of either: without what the other one has elsewhere. */
export function listApart({ times, toAudio, ends }: VideoCut, cut: "audio" | "video"): Apart[] {
  const map = cut === "audio" ? times : toAudio;
  const lengths = cut === "audio" ? ends : { one: ends.other, other: ends.one };
  return listAlone(map.spans, lengths).flatMap(({ from, to }) => {
    const measure = (of: keyof TimePair) => {
      const elsewhere = map.moved.filter((span) => span.from[of] >= from[of] && span.to[of] <= to[of]);
      return to[of] - from[of] - sum(elsewhere, (span) => measureSpan(span, of));
    };
    const [one, other] = [measure("one"), measure("other")];
    const alone = { own: countAlone(one, other), other: countAlone(other, one) };
    return alone.own + alone.other > 0 ? [{ from: from.one, to: to.one, ...alone }] : [];
  });
}

/** Measures in one of two cuts how long a span is, in seconds. */
export function measureSpan({ from, to }: CutSpan, cut: keyof TimePair): number {
  return to[cut] - from[cut];
}

/** Counts the seconds that one cut has alone. Where the other has next to nothing, that is between two words. */
function countAlone(seconds: number, others: number): number {
  if (seconds < MIN_ALONE) return 0;
  return others < MIN_ALONE ? seconds - others : seconds;
}

/** Draws the curve of a video to its length. Its positions are parts of that, and so are right for any. */
export function resizeChart({ guid, duration, data }: Chart, length: number): Chart {
  const factor = length / duration;
  return { guid, duration: length, data: data.map(({ time, percentage }) => ({ time: time * factor, percentage })) };
}

/** Reads the curve of a video at times of the audio. Where the video lacks something, its viewers are those at the cut. */
export function retimeCurve(curve: BinnedCurve, { times, toAudio }: VideoCut): BinnedCurve {
  const getLevel = (time: number) => curve.getLevel(findNearest(times, time));
  return { ...curve, end: findNearest(toAudio, curve.end), getLevel };
}

/** Places of a curve that is retimed: more than a screen shows. */
const PLACES = 1_920;

/** As {@link retimeCurve}, the points of a video: at each place at which they change. */
export function retimeChart({ guid, duration, data }: Chart, { times, toAudio }: VideoCut): Chart {
  const end = findNearest(toAudio, duration);
  const all = range(0, end, end / PLACES).map((time) => {
    return { time, percentage: findPointAt(data, findNearest(times, time))?.percentage ?? 0 };
  });
  const changed = all.filter(({ percentage }, index) => percentage !== all[index - 1]?.percentage);
  return { guid, duration: end, data: changed };
}

/** Moves chapters of the audio to the times of the video. Those that it lacks are left out. */
export function moveChapters(chapters: readonly Chapter[], { times, ends }: VideoCut): Chapter[] {
  return chapters.flatMap(({ time, end, ...chapter }, index) => {
    const next = end ?? chapters[index + 1]?.time ?? ends.one;
    const [from, to] = [findNearest(times, time), findNearest(times, next)];
    return to - from < 1 ? [] : [{ ...chapter, time: from, ...(end !== undefined && { end: to }) }];
  });
}

/** A moment of which the audio has less is only in the video. In seconds. */
const MIN_MOMENT = 2;

/** Finds when a moment of the video is in the audio. */
export function findInAudio({ from, to }: Moment, { toAudio }: VideoCut): NonNullable<Moment["audio"]> {
  const isMoved = [from, to].every((time) => findOther({ ...toAudio, spans: [] }, time) !== undefined);
  const map = isMoved ? toAudio : { ...toAudio, moved: [] };
  const [start, end] = [findNearest(map, from), findNearest(map, to)];
  return { from: start, to: end - start < MIN_MOMENT ? start : end };
}
