import { sum } from "d3-array";
import type { Chart, Point } from "../../../lib/chart.ts";
import { formatTime } from "../../sources/base/times.ts";
import { findPointAt } from "../curve/insights.ts";
import type { BinnedCurve } from "../curve/levels/bins.ts";
import type { Gap } from "../curve/levels/gaps.ts";
import type { Moment } from "../curve/moments/moment.ts";
import { formatPercent } from "../curve/text.ts";
import {
  alignCuts,
  type CutMap,
  findMoved,
  findNearest,
  findOther,
  invertMap,
  listStretches,
  MIN_STRETCH,
} from "../cuts/cut-map.ts";
import { readTimedWords } from "../cuts/timed-words.ts";
import { type Apart, isInAudio } from "../episode/episode.ts";
import type { Chapter } from "../usual/measured.ts";
import { addWords, describeLengths, type SpokenEpisode } from "../words/moment-words.ts";

/** The video of an episode whose times in the audio are known by what is said. */
export interface VideoCut {
  readonly captions: SpokenEpisode;
  readonly toAudio: CutMap;
  readonly toVideo: CutMap;
  /** What is at another place in the audio. */
  readonly moved: readonly CutMap[];
  /** Where they differ, at the audio's times. */
  readonly apart: readonly Apart[];
  /** What its length was taken from, as a sentence, if nobody said it. */
  readonly note?: string;
}

/** Why the times of a video are not known, as a sentence. Then its captions may be of something else. */
export interface UnknownCut extends Pick<VideoCut, "note"> {
  readonly reason: string;
}

/** Finds the times of a video in the audio. @param lengths in seconds: of the audio, and of the curve of the video */
export function alignVideo(
  audio: SpokenEpisode,
  captions: SpokenEpisode,
  lengths: { readonly audio: number; readonly video: number },
): VideoCut | UnknownCut {
  const differing = describeLengths(captions, lengths.video);
  if (differing !== undefined)
    return { reason: `The captions of the video and its curve have other lengths, ${differing}. ${WAY_OUT}` };
  const [words, videoWords] = [readTimedWords(audio.cues), readTimedWords(captions.cues)];
  const toVideo = alignCuts(words, videoWords);
  if (toVideo.passages.length === 0) {
    const part = formatPercent(100 * toVideo.part);
    return { reason: `The captions of the video and the transcript have ${part} in common. ${TOO_LITTLE}` };
  }
  const stretches = listStretches(toVideo, { one: lengths.audio, other: lengths.video });
  const apart = stretches.map(({ from, to }) => {
    const [audio, video] = [to.one - from.one, to.other - from.other];
    return { from: from.one, to: to.one, audio: countAlone(audio, video), video: countAlone(video, audio) };
  });
  const moved = findMoved(words, videoWords, stretches).map(invertMap);
  return { captions, toVideo, toAudio: invertMap(toVideo), moved, apart };
}

const WAY_OUT = "Import the curve with the video's own length.";
const TOO_LITTLE = "That is too little to tell which of their times are the same.";

/** Draws the curve of a video to its length. Its positions are parts of that, and so are right for any. */
export function resizeChart({ guid, duration, data }: Chart, length: number): Chart {
  const factor = length / duration;
  return { guid, duration: length, data: data.map(({ time, percentage }) => ({ time: time * factor, percentage })) };
}

export const AS_AUDIO =
  "How long the video is is not known. It was taken to be as long as the audio, so its times may be off.";

/** Says that a video is taken to end with its captions, after which there may be music. */
export function describeResized(end: number): string {
  return `How long the video is is not known. It was taken to end with its captions, at ${formatTime(end)}.`;
}

/** Says how a video differs: `The video is another cut: it lacks 3:10 of the audio and has 1:25 that the audio lacks.` */
export function describeCut(video: VideoCut | UnknownCut): string {
  return [video.note ?? [], "reason" in video ? video.reason : describeApart(video)].flat().join(" ");
}

function describeApart({ apart, moved, toVideo }: VideoCut): string {
  const elsewhere = sum(moved, countSeconds);
  const lacking = sum(apart, ({ audio }) => audio) - elsewhere;
  const added = sum(apart, ({ video }) => video) - elsewhere;
  const facts = [
    lacking >= MIN_STRETCH ? [`lacks ${formatTime(lacking)} of the audio`] : [],
    added >= MIN_STRETCH ? [`has ${formatTime(added)} that the audio lacks`] : [],
    elsewhere >= MIN_STRETCH ? [`has ${formatTime(elsewhere)} at another place`] : [],
  ].flat();
  const known = `Times are matched by what is said. Both have ${formatPercent(100 * toVideo.part)} of the shorter one's words.`;
  return `The video is ${facts.length > 0 ? `another cut: it ${list.format(facts)}` : "the same cut as the audio"}. ${known}`;
}

const list = new Intl.ListFormat("en-GB");

function countSeconds({ passages }: CutMap): number {
  return sum(passages, (pairs) => (pairs.at(-1)?.one ?? 0) - (pairs[0]?.one ?? 0));
}

/** Counts the seconds that one cut has alone. Where the other has next to nothing, that is between two words. */
function countAlone(seconds: number, others: number): number {
  if (seconds < MIN_STRETCH) return 0;
  return others < MIN_STRETCH ? seconds - others : seconds;
}

/** Reads the curve of a video at times of the audio. Where the video lacks something, its viewers are those at the cut. */
export function retimeCurve(curve: BinnedCurve, { toVideo, toAudio }: VideoCut): BinnedCurve {
  const getLevel = (time: number) => curve.getLevel(findNearest(toVideo, time));
  return { ...curve, end: findNearest(toAudio, curve.end), getLevel };
}

/** Puts the points of a video at times of the audio. What only the video has is left out, and what only the audio has is a gap. */
export function retimeChart(
  { guid, duration, data }: Chart,
  { toAudio, toVideo, apart }: VideoCut,
): { readonly chart: Chart; readonly gaps: readonly Gap[] } {
  const end = findNearest(toAudio, duration);
  const all = data.map(({ time, percentage }) => ({ time: findNearest(toAudio, time), percentage }));
  const points = toVideo.passages.flatMap((pairs, index): Point[] => {
    const [first, last] = [pairs[0], pairs.at(-1)];
    if (!first || !last) return [];
    const [from, to] = [index === 0 ? 0 : first.one, index === toVideo.passages.length - 1 ? end : last.one];
    const percentage = findPointAt(data, findNearest(toVideo, from))?.percentage ?? 0;
    return [{ time: from, percentage }, ...all.filter(({ time }) => time > from && time <= to)];
  });
  const gaps = apart.filter(({ from, to, audio }) => audio > 0 && from > 0 && to < end);
  return { chart: { guid, duration: end, data: points }, gaps };
}

/** Moves chapters of the audio to the times of the video. Those that it lacks are left out. */
export function moveChapters(chapters: readonly Chapter[], { toVideo }: VideoCut, duration: number): Chapter[] {
  return chapters.flatMap(({ time, end, title }, index) => {
    const next = end ?? chapters[index + 1]?.time;
    const [from, to] = [findNearest(toVideo, time), next === undefined ? duration : findNearest(toVideo, next)];
    return to - from < 1 ? [] : [{ time: from, title, ...(end !== undefined && { end: to }) }];
  });
}

/** Adds to moments of a video the audio's time, and what is said: in the audio, or where it lacks that, in the video. */
export function addVideoWords(moments: readonly Moment[], spoken: SpokenEpisode, video: VideoCut): Moment[] {
  return moments.map((moment) => {
    const audio = findAudio(moment, video);
    const [{ words, silence } = moment] = isInAudio(audio)
      ? addWords([{ ...moment, ...audio }], spoken)
      : addWords([moment], video.captions);
    return { ...moment, audio, ...(words && { words }), ...(silence && { silence }) };
  });
}

/** A moment of which the audio has less is only in the video. In seconds. */
const MIN_MOMENT = 2;

function findAudio({ from, to }: Moment, { toAudio, moved }: VideoCut) {
  for (const map of moved) {
    const [start, end] = [findOther(map, from), findOther(map, to)];
    if (start !== undefined && end !== undefined) return { from: start, to: end };
  }
  const [start, end] = [findNearest(toAudio, from), findNearest(toAudio, to)];
  return { from: start, to: end - start < MIN_MOMENT ? start : end };
}
