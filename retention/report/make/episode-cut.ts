import type { Transcript } from "../../sources/transcripts/transcript.ts";
import type { SpokenEpisode } from "../words/moment-words.ts";
import { AS_AUDIO, describeResized, tellUnknown } from "./cut-sentences.ts";
import { addChapters, computeEpisode, toSpoken, type Uncompared } from "./data.ts";
import type { EpisodeName } from "./episode-name.ts";
import type { KeptCut } from "./kept-cut.ts";
import { compareCurves, isOfVideo, packOwn } from "./source-curves.ts";
import { type CutTimes, findTimes, moveChapters, placeVideo, resizeChart } from "./video-cut.ts";

/**
 * Adds the captions of an episode's video, of which a curve must be. With the transcript of the audio, they tell which times are the same: the curves are then compared at
 * the audio's, and chapters are where the video has them.
 */
export function addCaptions(
  episode: Uncompared,
  captions: Transcript,
  { language }: Pick<EpisodeName, "language"> = {},
): Uncompared {
  const { spoken, sorted = [] } = episode;
  if (!spoken || !sorted.some(isOfVideo)) return episode;
  const said = toSpoken(captions, language);
  return addTimes(episode, findTimes(spoken, said), said);
}

/** Adds which times of an episode's audio and video are the same, as a report has kept them. */
export function addKeptCut(episode: Uncompared, kept: KeptCut): Uncompared {
  return addTimes(episode, kept);
}

/** What a report keeps for the next one, which may have no captions. */
export function keepCut({ guid, cut }: Uncompared): KeptCut[] {
  return cut && "times" in cut ? [{ ...cut.times, guid, length: cut.length }] : [];
}

function addTimes(episode: Uncompared, times: CutTimes & Partial<KeptCut>, captions?: SpokenEpisode): Uncompared {
  const { curves, note } = takeLength(episode, times);
  const [lead, ...others] = curves;
  const curve = curves.find(isOfVideo);
  if (!lead || !curve) return episode;
  const reason = tellUnknown(times, curve.chart.duration);
  if (reason !== undefined) return { ...episode, cut: { reason, note: curve.isAssumed && AS_AUDIO } };
  const audio = curves.find((other) => !isOfVideo(other))?.chart.duration ?? times.audio;
  const cut = { ...placeVideo(times, { audio, video: curve.chart.duration }), captions, note };
  const { guid, title, chapters = [] } = episode;
  const sized = curve.original
    ? { ...episode, ...computeEpisode({ guid, curves: [lead, ...others] }), title }
    : episode;
  const compared = {
    ...sized,
    cut,
    ...compareCurves([lead, ...others], cut),
    ...(isOfVideo(lead) && { video: packOwn(lead) }),
  };
  return isOfVideo(lead) && chapters.length > 0
    ? addChapters(compared, { chapters: moveChapters(chapters, cut) })
    : compared;
}

/** Captions of a clip lack more than this part of the audio at its beginning or end. */
const MOST_OF_CLIP = 0.15;

/** Takes a video whose length nobody said to be as long as an earlier report knew, or as its captions. */
function takeLength({ sorted = [] }: Uncompared, times: CutTimes & Partial<KeptCut>) {
  const [first, last] = [times.passages[0]?.[0], times.passages.at(-1)?.at(-1)];
  const isWhole =
    first && last && first.one <= MOST_OF_CLIP * times.audio && last.one >= (1 - MOST_OF_CLIP) * times.audio;
  const length = times.length ?? times.end;
  if (!isWhole || !sorted.some(({ isAssumed }) => isAssumed)) return { curves: sorted };
  const curves = sorted.map((curve) =>
    curve.isAssumed ? { ...curve, original: curve.chart, chart: resizeChart(curve.chart, length) } : curve,
  );
  return { curves, note: length === times.end ? describeResized(length) : undefined };
}
