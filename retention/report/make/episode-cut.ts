import { isOfVideo } from "../../sources/curve/source-facts.ts";
import type { Transcript } from "../../sources/transcripts/transcript.ts";
import { describeCut, describeResized, tellUnknown } from "./cut-sentences.ts";
import type { EpisodeName } from "./episode-name.ts";
import type { KeptCut } from "./kept-speech.ts";
import { addChapters, addTranscript, computeEpisode, type LoneEpisode } from "./measure-episode.ts";
import { compareCurves, measureCurve } from "./source-curves.ts";
import { type CutTimes, findTimes, moveChapters, resizeChart, type VideoCut } from "./video-cut.ts";

/**
 * Adds the captions of an episode's video, of which a curve must be. With the transcript of the audio, they tell which times are the same: the curves are then compared at
 * the audio's, and chapters are where the video has them.
 */
export function addCaptions(episode: LoneEpisode, said: Transcript, name?: Pick<EpisodeName, "language">): LoneEpisode {
  const { spoken, sorted = [] } = episode;
  if (!spoken || !sorted.some(isOfVideo)) return episode;
  const { spoken: captions } = addTranscript(episode, said, name);
  return addTimes(episode, { ...findTimes(spoken, captions), captions });
}

/** What a report keeps for the next one, which may have no captions. */
export function keepCut({ guid, cut }: LoneEpisode): KeptCut[] {
  if (!cut || cut === "unknown") return [];
  const { captions: _, ...kept } = cut;
  return [{ ...kept, guid }];
}

/** Adds which times of an episode's audio and video are the same, as its captions tell or a report has kept them. */
export function addTimes(episode: LoneEpisode, times: CutTimes & Partial<VideoCut>): LoneEpisode {
  const { guid, title, chapters = [], sorted = [], cutText: assumed } = episode;
  const length = times.ends?.other ?? times.said.other;
  const isTaken = assumed !== undefined && isWhole(times);
  const all = sorted.map((curve) =>
    isTaken && curve.isAssumed ? { ...curve, original: curve.chart, chart: resizeChart(curve.chart, length) } : curve,
  );
  const [lead, ...others] = all;
  const video = all.find(isOfVideo);
  if (!lead || !video) return episode;
  const reason = tellUnknown(times, video.chart.duration);
  if (reason !== undefined) return { ...episode, cut: "unknown", cutText: [assumed ?? [], reason].flat().join(" ") };
  // What follows the last word is taken for the same.
  const other = video.chart.duration;
  const one = all.find((curve) => !isOfVideo(curve))?.chart.duration ?? times.said.one + other - times.said.other;
  const cut = { ...times, ends: { one, other } };
  const ofCaptions = length === times.said.other ? describeResized(length) : [];
  const binned = all.map(measureCurve);
  const timed = {
    ...episode,
    ...(isTaken && { ...computeEpisode({ guid, curves: [lead, ...others] }), title }),
    cut,
    cutText: [isTaken ? ofCaptions : (assumed ?? []), describeCut(cut)].flat().join(" "),
    binned,
    ...compareCurves(all, binned, cut),
  };
  if (!isOfVideo(lead)) return timed;
  const imported = { duration: episode.duration, curve: episode.packed.curve };
  return addChapters({ ...timed, video: imported }, { chapters: moveChapters(chapters, cut) });
}

/** Captions of a clip lack more than this part of the audio at its beginning or end. */
const MOST_OF_CLIP = 0.15;

function isWhole({ spans, said }: CutTimes): boolean {
  const [first, last] = [spans[0]?.from.one ?? said.one, spans.at(-1)?.to.one ?? 0];
  return first <= MOST_OF_CLIP * said.one && last >= (1 - MOST_OF_CLIP) * said.one;
}
