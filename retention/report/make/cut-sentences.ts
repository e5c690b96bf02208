import { sum } from "d3-array";
import { formatTime } from "../../sources/base/times.ts";
import { formatPercent } from "../curve/text.ts";
import { listAlone, MIN_ALONE, measureSpan } from "../cuts/cut-map.ts";
import { describeLengths } from "../words/moment-words.ts";
import type { CutTimes, VideoCut } from "./video-cut.ts";

const WAY_OUT = "Import the curve with the video's own length.";
const TOO_LITTLE = "That is too little to tell which of their times are the same.";

/** Says why times tell nothing of a curve; undefined if they do. */
export function tellUnknown(times: CutTimes, duration: number): string | undefined {
  if (times.spans.length === 0)
    return `The captions of the video and the transcript have ${formatPercent(100 * times.part)} in common. ${TOO_LITTLE}`;
  const differing = describeLengths({ end: times.said.other }, duration);
  return differing && `The captions of the video and its curve have other lengths, ${differing}. ${WAY_OUT}`;
}

export const AS_AUDIO =
  "How long the video is is not known. It was taken to be as long as the audio, so its times may be off.";

/** Says that a video is taken to end with its captions, after which there may be music. */
export function describeResized(end: number): string {
  return `How long the video is is not known. It was taken to end with its captions, at ${formatTime(end)}.`;
}

/** Says how a video differs: `The video is another cut: it lacks 3:10 of the audio and has 1:25 that the audio lacks.` */
export function describeCut(cut: VideoCut): string {
  const { moved, isCoarse, part, ends } = cut;
  const apart = listAlone(cut, ends);
  const elsewhere = sum(moved, (span) => measureSpan(span, "other"));
  const [lacking, added] = [sum(apart, ({ alone }) => alone.one), sum(apart, ({ alone }) => alone.other)];
  const facts = [
    lacking >= MIN_ALONE ? [`lacks ${formatTime(lacking)} of the audio`] : [],
    added >= MIN_ALONE ? [`has ${formatTime(added)} that the audio lacks`] : [],
    elsewhere >= MIN_ALONE ? [`has ${formatTime(elsewhere)} at another place`] : [],
  ].flat();
  const what = facts.length > 0 ? `another cut: it ${list.format(facts)}` : "the same cut as the audio";
  const exactness = isCoarse ? ", to about 5 s" : "";
  return `The video is ${what}. Times are matched by what is said${exactness}. Both have ${formatPercent(100 * part)} of the shorter one's words.`;
}

const list = new Intl.ListFormat("en-GB");
