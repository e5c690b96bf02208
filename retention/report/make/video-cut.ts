import { median, sum } from "d3-array";
import type { Chart, Point } from "../../../lib/chart.ts";
import { findPointAt } from "../curve/insights.ts";
import type { BinnedCurve } from "../curve/levels/bins.ts";
import type { Gap } from "../curve/levels/gaps.ts";
import type { Moment } from "../curve/moments/moment.ts";
import {
  alignCuts,
  type CutMap,
  findNearest,
  findOther,
  invertMap,
  listStretches,
  MIN_STRETCH,
  type Passage,
  type Stretch,
  sortPassages,
  thinMap,
} from "../cuts/cut-map.ts";
import { readTimedWords } from "../cuts/timed-words.ts";
import type { Apart } from "../episode/episode.ts";
import type { Chapter } from "../usual/measured.ts";
import type { SpokenEpisode } from "../words/moment-words.ts";

/** Which times of an episode's audio and of its video are the same, whatever curves there are. */
export interface CutTimes extends CutMap {
  /** Seconds: where the audio and the captions of the video end. */
  readonly audio: number;
  readonly end: number;
  /** Whether times are known to a paragraph. */
  readonly isCoarse: boolean;
}

/** The video of an episode whose times in the audio are known by what is said. */
export interface VideoCut {
  /** Undefined if an earlier report has kept the times. */
  readonly captions?: SpokenEpisode | undefined;
  readonly times: CutTimes;
  /** In seconds, as its curve is drawn. */
  readonly length: number;
  readonly toAudio: CutMap;
  /** Where they differ, at the audio's times and at the video's. */
  readonly apart: { readonly ofAudio: readonly Apart[]; readonly ofVideo: readonly Apart[] };
  /** What its length was taken from, as a sentence, if nobody said it. */
  readonly note?: string | undefined;
}

/** Why the times of a video are not known, as a sentence. Then its captions may be of something else. */
export interface UnknownCut extends Pick<VideoCut, "note"> {
  readonly reason: string;
}

/** Longer cues, in seconds, tell the times of their words to a paragraph. */
const COARSE = 15;

/** Finds which times of an audio and of its video are the same. Without enough in common, there are no passages. */
export function findTimes(audio: SpokenEpisode, captions: SpokenEpisode): CutTimes {
  const map = thinMap(alignCuts(readTimedWords(audio.cues), readTimedWords(captions.cues)));
  const isCoarse = [audio, captions].some(({ cues }) => (median(cues, ({ start, end }) => end - start) ?? 0) > COARSE);
  return { ...map, audio: audio.end, end: captions.end, isCoarse };
}

/** Places a video beside its audio. @param lengths in seconds, of their curves */
export function placeVideo(
  times: CutTimes,
  lengths: { readonly audio: number; readonly video: number },
): Omit<VideoCut, "captions" | "note"> {
  const ends = { one: lengths.audio, other: lengths.video };
  const stretches = listStretches(times, ends).map((stretch) => measureStretch(stretch, times));
  const ofAudio = stretches.map(({ from, to, audio, video }): Apart => {
    return { from: from.one, to: to.one, own: audio, other: video };
  });
  const ofVideo = stretches.map(({ from, to, audio, video }): Apart => {
    return { from: from.other, to: to.other, own: video, other: audio };
  });
  const differ = ({ own, other }: Apart) => own + other > 0;
  const apart = { ofAudio: ofAudio.filter(differ), ofVideo: ofVideo.filter(differ) };
  return { times, length: lengths.video, toAudio: invertMap(times), apart };
}

/** Measures what each cut has alone of a stretch, without what the other one has elsewhere. */
function measureStretch(stretch: Stretch, { moved }: CutMap) {
  const measure = (cut: "one" | "other") => {
    const [from, to] = [stretch.from[cut], stretch.to[cut]];
    const within = moved.filter((pairs) => (pairs[0]?.[cut] ?? -1) >= from && (pairs.at(-1)?.[cut] ?? to + 1) <= to);
    return to - from - sum(within, (pairs) => measurePassage(pairs, cut));
  };
  const [audio, video] = [measure("one"), measure("other")];
  return { ...stretch, audio: countAlone(audio, video), video: countAlone(video, audio) };
}

/** Measures in one of two cuts how long a passage is, in seconds. */
export function measurePassage(pairs: Passage, cut: "one" | "other"): number {
  return (pairs.at(-1)?.[cut] ?? 0) - (pairs[0]?.[cut] ?? 0);
}

/** Counts the seconds that one cut has alone. Where the other has next to nothing, that is between two words. */
function countAlone(seconds: number, others: number): number {
  if (seconds < MIN_STRETCH) return 0;
  return others < MIN_STRETCH ? seconds - others : seconds;
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

/** Puts the points of a video at times of the audio. What only the video has is left out, and what only the audio has is a gap. */
export function retimeChart(
  { guid, duration, data }: Chart,
  { toAudio, times, apart }: VideoCut,
): { readonly chart: Chart; readonly gaps: readonly Gap[] } {
  const end = findNearest(toAudio, duration);
  const all = data.map(({ time, percentage }) => ({ time: findNearest(toAudio, time), percentage }));
  const passages = sortPassages([...times.passages, ...times.moved]);
  const points = passages.flatMap((pairs, index): Point[] => {
    const [first, last] = [pairs[0], pairs.at(-1)];
    if (!first || !last) return [];
    const [from, to] = [index === 0 ? 0 : first.one, index === passages.length - 1 ? end : last.one];
    const percentage = findPointAt(data, findNearest(times, from))?.percentage ?? 0;
    const inside = all.filter(({ time }) => time > from && time <= to);
    return [{ time: from, percentage }, ...inside.sort((one, other) => one.time - other.time)];
  });
  const gaps = apart.ofAudio.filter(({ from, to, own }) => own > 0 && from > 0 && to < end);
  return { chart: { guid, duration: end, data: points }, gaps: gaps.map(({ from, to }) => ({ from, to })) };
}

/** Moves chapters of the audio to the times of the video. Those that it lacks are left out. */
export function moveChapters(chapters: readonly Chapter[], { times, length }: VideoCut): Chapter[] {
  return chapters.flatMap(({ time, end, isOpen, title }, index) => {
    const next = end ?? chapters[index + 1]?.time;
    const [from, to] = [findNearest(times, time), next === undefined ? length : findNearest(times, next)];
    return to - from < 1
      ? []
      : [{ time: from, title, ...(isOpen && { isOpen }), ...(end !== undefined && { end: to }) }];
  });
}

/** A moment of which the audio has less is only in the video. In seconds. */
const MIN_MOMENT = 2;

/** Finds when a moment of the video is in the audio. */
export function findInAudio({ from, to }: Moment, { toAudio }: VideoCut): NonNullable<Moment["audio"]> {
  const isMoved = [from, to].every((time) => findOther({ ...toAudio, passages: [] }, time) !== undefined);
  const map = isMoved ? toAudio : { ...toAudio, moved: [] };
  const [start, end] = [findNearest(map, from), findNearest(map, to)];
  return { from: start, to: end - start < MIN_MOMENT ? start : end };
}
