import { median, range } from "d3-array";
import type { Chart } from "../../../lib/chart.ts";
import { findPointAt } from "../curve/insights.ts";
import type { BinnedCurve } from "../curve/levels/bins.ts";
import type { Moment } from "../curve/moments/moment.ts";
import { alignCuts, type CutMap, findNearest, findOther, listAlone, type TimePair, TURNED } from "../cuts/cut-map.ts";
import { readTimedWords } from "../cuts/timed-words.ts";
import type { Apart } from "../episode/episode.ts";
import type { Chapter } from "../usual/measured.ts";
import type { SpokenEpisode } from "../words/moment-words.ts";

/** Which times of an episode's audio, the one cut, and of its video, the other, are the same by what is said. */
export interface CutTimes extends CutMap {
  /** Seconds: where the transcript of the audio and the captions of the video end. */
  readonly said: TimePair;
  /** Whether times are known to a paragraph. */
  readonly isCoarse: boolean;
}

/** The video of an episode whose times in the audio are known. */
export interface VideoCut extends CutTimes {
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
  return { ...map, said: { one: audio.end, other: captions.end }, isCoarse };
}

/** Lists what the audio or the video has alone, at the times of either. */
export function listApart(cut: VideoCut, own: keyof TimePair): Apart[] {
  return listAlone(cut, cut.ends).map(({ from, to, alone }) => {
    return { from: from[own], to: to[own], own: alone[own], other: alone[TURNED[own]] };
  });
}

/** Draws the curve of a video to its length. Its positions are parts of that, and so are right for any. */
export function resizeChart({ guid, duration, data }: Chart, length: number): Chart {
  const factor = length / duration;
  return { guid, duration: length, data: data.map(({ time, percentage }) => ({ time: time * factor, percentage })) };
}

/** Reads the curve of a video at times of the audio. Where the video lacks something, its viewers are those at the cut. */
export function retimeCurve(curve: BinnedCurve, cut: VideoCut): BinnedCurve {
  const getLevel = (time: number) => curve.getLevel(findNearest(cut, time));
  return { ...curve, end: findNearest(cut, curve.end, "other"), getLevel };
}

/** Places of a curve that is retimed: more than a screen shows. */
const PLACES = 1_920;

/** As {@link retimeCurve}, the points of a video: at each place at which they change. */
export function retimeChart({ guid, duration, data }: Chart, cut: VideoCut): Chart {
  const end = findNearest(cut, duration, "other");
  const all = range(0, end, end / PLACES).map((time) => {
    return { time, percentage: findPointAt(data, findNearest(cut, time))?.percentage ?? 0 };
  });
  const changed = all.filter(({ percentage }, index) => percentage !== all[index - 1]?.percentage);
  return { guid, duration: end, data: changed };
}

/** Moves chapters of the audio to the times of the video. Those that it lacks are left out. */
export function moveChapters(chapters: readonly Chapter[], cut: VideoCut): Chapter[] {
  return chapters.flatMap(({ time, end, ...chapter }, index) => {
    const next = end ?? chapters[index + 1]?.time ?? cut.ends.one;
    const [from, to] = [findNearest(cut, time), findNearest(cut, next)];
    return to - from < 1 ? [] : [{ ...chapter, time: from, ...(end !== undefined && { end: to }) }];
  });
}

/** A moment of which the audio has less is only in the video. In seconds. */
const MIN_MOMENT = 2;

/** Finds when a moment of the video is in the audio. */
export function findInAudio({ from, to }: Moment, { spans, moved }: VideoCut): NonNullable<Moment["audio"]> {
  const isMoved = [from, to].every((time) => findOther({ spans: [], moved }, time, "other") !== undefined);
  const map = { spans, moved: isMoved ? moved : [] };
  const [start, end] = [findNearest(map, from, "other"), findNearest(map, to, "other")];
  return { from: start, to: end - start < MIN_MOMENT ? start : end };
}
