import type { Moment } from "../curve/moments/moment.ts";
import { type Episode, isInAudio, type SourceCurve } from "../episode/episode.ts";
import { addWords, describeLengths, type SpokenEpisode } from "../words/moment-words.ts";
import type { KeptQuote } from "./kept-speech.ts";
import { findInAudio, listApart, type VideoCut } from "./video-cut.ts";

/** A curve whose moments are changed, with the name of its source; empty for the leading one. */
type NamedCurve = Pick<SourceCurve, "name" | "duration" | "isVideo">;

/** Changes the moments of each curve of an episode. */
function changeMoments(episode: Episode, change: (moment: Moment, curve: NamedCurve) => Moment): Episode {
  const of = <Curve extends Episode | SourceCurve>(curve: Curve, name: string): Curve => {
    const moments = curve.insights.moments.map((moment) => change(moment, { ...curve, name }));
    return { ...curve, insights: { ...curve.insights, moments } };
  };
  const { sources } = episode;
  return { ...of(episode, ""), ...(sources && { sources: sources.map((curve) => of(curve, curve.name)) }) };
}

/** Adds what an earlier report showed of the words at moments. */
export function addQuotes(episode: Episode, quotes: readonly KeptQuote[]): Episode {
  return changeMoments(episode, (moment, { name }) => {
    const isSame = ({ source, kind, from, to }: KeptQuote) =>
      source === name && kind === moment.kind && from === moment.from && to === moment.to;
    const { words, silence } = quotes.find(isSame) ?? {};
    return { ...moment, ...(words ? { words } : silence && { silence }) };
  });
}

/** Lists what is said at the moments of a report, to be shown again without the transcripts. */
export function listQuotes({ episodes }: { readonly episodes: readonly Episode[] }): KeptQuote[] {
  return episodes.flatMap(({ guid, insights, sources = [] }) =>
    [{ name: "", insights }, ...sources].flatMap(({ name, insights: { moments } }) =>
      moments.flatMap(({ kind, from, to, words, silence }) =>
        words || silence
          ? [{ guid, source: name, kind, from, to, ...(words && { words }), ...(silence && { silence }) }]
          : [],
      ),
    ),
  );
}

/** Adds when the moments of a video are in the audio, and where the two differ. */
export function addCut(episode: Episode, cut: VideoCut): Episode {
  const placed = changeMoments(episode, (moment, { isVideo }) =>
    isVideo ? { ...moment, audio: findInAudio(moment, cut) } : moment,
  );
  return { ...placed, ...(episode.isVideo && { apart: listApart(cut, "other") }) };
}

/** Adds what is said at the moments of each curve that is as long as the transcript, and at those of a video that are in the audio. */
export function addSpoken(episode: Episode, spoken: SpokenEpisode, cut?: VideoCut | "unknown"): Episode {
  const captions = cut === "unknown" ? undefined : cut?.captions;
  const said = changeMoments(episode, (moment, { isVideo, duration }) => {
    if (cut && isVideo) return hear(moment, spoken, captions);
    return describeLengths(spoken, duration) === undefined ? addWords(moment, spoken, episode.chapters) : moment;
  });
  const { sources, source = "" } = episode;
  const differing = (sources ?? [{ ...episode, name: source }])
    .filter(({ isVideo, insights }) => !(cut && isVideo) && insights.moments.length > 0)
    .flatMap(({ name, duration }) => {
      const lengths = describeLengths(spoken, duration);
      return lengths === undefined ? [] : [sources ? `${lengths} (${name})` : lengths];
    });
  return { ...said, ...(differing.length > 0 && { otherLengths: differing.join(", ") }) };
}

/** Adds to a moment of a video what is said in the audio, or where it lacks that, in the video. */
function hear(moment: Moment, spoken: SpokenEpisode, captions: SpokenEpisode | undefined): Moment {
  const { audio, from, to } = moment;
  if (audio && isInAudio(audio)) return { ...addWords({ ...moment, ...audio }, spoken), from, to };
  return audio && captions ? addWords(moment, captions) : moment;
}
