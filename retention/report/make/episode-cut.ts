import type { Transcript } from "../../sources/transcripts/transcript.ts";
import { invertMap } from "../cuts/cut-map.ts";
import type { SpokenEpisode } from "../words/moment-words.ts";
import { describeCut, describeResized, tellUnknown } from "./cut-sentences.ts";
import type { EpisodeName } from "./episode-name.ts";
import type { KeptCut } from "./kept-cut.ts";
import { addChapters, computeEpisode, type LoneEpisode, toSpoken } from "./measure-episode.ts";
import { compareCurves, isOfVideo, measureCurve, packOwn } from "./source-curves.ts";
import { type CutTimes, findTimes, moveChapters, resizeChart } from "./video-cut.ts";

/**
 * Adds the captions of an episode's video, of which a curve must be. With the transcript of the audio, they tell which times are the same: the curves are then compared at
 * the audio's, and chapters are where the video has them.
 */
export function addCaptions(
  episode: LoneEpisode,
  captions: Transcript,
  { language }: Pick<EpisodeName, "language"> = {},
): LoneEpisode {
  const { spoken, sorted = [] } = episode;
  if (!spoken || !sorted.some(isOfVideo)) return episode;
  const said = toSpoken(captions, language);
  return addTimes(episode, findTimes(spoken, said), said);
}

/** What a report keeps for the next one, which may have no captions. */
export function keepCut({ guid, cut }: LoneEpisode): KeptCut[] {
  return cut && cut !== "unknown" ? [{ ...cut.times, guid, length: cut.ends.other }] : [];
}

/** Adds which times of an episode's audio and video are the same, as its captions tell or a report has kept them. */
export function addTimes(
  episode: LoneEpisode,
  times: CutTimes & Partial<KeptCut>,
  captions?: SpokenEpisode,
): LoneEpisode {
  const { guid, title, chapters = [], sorted = [], cutText: assumed } = episode;
  const length = times.length ?? times.end;
  const isTaken = assumed !== undefined && isWhole(times);
  const all = sorted.map((curve) =>
    isTaken && curve.isAssumed ? { ...curve, original: curve.chart, chart: resizeChart(curve.chart, length) } : curve,
  );
  const [lead, ...others] = all;
  const video = all.find(isOfVideo);
  if (!lead || !video) return episode;
  const reason = tellUnknown(times, video.chart.duration);
  if (reason !== undefined) return { ...episode, cut: "unknown", cutText: [assumed ?? [], reason].flat().join(" ") };
  const audio = all.find((curve) => !isOfVideo(curve))?.chart.duration ?? times.audio;
  const cut = { times, toAudio: invertMap(times), ends: { one: audio, other: video.chart.duration }, captions };
  const ofCaptions = length === times.end ? describeResized(length) : [];
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
  return addChapters({ ...timed, video: packOwn(lead) }, { chapters: moveChapters(chapters, cut) });
}

/** Captions of a clip lack more than this part of the audio at its beginning or end. */
const MOST_OF_CLIP = 0.15;

function isWhole({ spans, audio }: CutTimes): boolean {
  const [first, last] = [spans[0], spans.at(-1)];
  return (
    first !== undefined && first.from.one <= MOST_OF_CLIP * audio && (last?.to.one ?? 0) >= (1 - MOST_OF_CLIP) * audio
  );
}
