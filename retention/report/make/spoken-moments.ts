import type { KeptQuote } from "../../sources/transcripts/kept-quote.ts";
import type { Moment } from "../curve/moments/moment.ts";
import { type Episode, isInAudio } from "../episode/episode.ts";
import { addKept, addWords, describeLengths, type SpokenEpisode } from "../words/moment-words.ts";
import { describeCut } from "./cut-sentences.ts";
import { findInAudio, type UnknownCut, type VideoCut } from "./video-cut.ts";

/** Changes the moments of each curve of an episode. @param change called with the name of a source; undefined for the leading one */
function changeMoments(
  episode: Episode,
  change: (moments: readonly Moment[], name: string | undefined, duration: number) => readonly Moment[],
): Episode {
  const of = <Curve extends Pick<Episode, "insights" | "duration">>(curve: Curve, name?: string): Curve => {
    const { insights, duration } = curve;
    return { ...curve, insights: { ...insights, moments: change(insights.moments, name, duration) } };
  };
  const { sources } = episode;
  return { ...of(episode), ...(sources && { sources: sources.map((curve) => of(curve, curve.name)) }) };
}

/** Adds what an earlier report showed of the words at moments. */
export function addQuotes(episode: Episode, quotes: readonly KeptQuote[]): Episode {
  return changeMoments(episode, (moments, name = "") =>
    addKept(
      moments,
      quotes.filter(({ source }) => source === name),
    ),
  );
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

/** Adds when the moments of a video are in the audio, and how the two differ. @param videos the names of the sources that play it */
export function addCut(episode: Episode, cut: VideoCut | UnknownCut, videos: ReadonlySet<string>): Episode {
  const { source = "" } = episode;
  const cutText = describeCut(cut);
  if ("reason" in cut) return { ...episode, cutText };
  const placed = changeMoments(episode, (moments, name = source) =>
    videos.has(name) ? moments.map((moment) => ({ ...moment, audio: findInAudio(moment, cut) })) : moments,
  );
  return { ...placed, cutText, ...(videos.has(source) && { apart: cut.apart.ofVideo }) };
}

/** The sources of an episode that play its video, and its captions, if the times of these are known. */
interface Captioned {
  readonly videos: ReadonlySet<string>;
  readonly captions?: SpokenEpisode | undefined;
}

/** Adds what is said at the moments of each curve that is as long as the transcript, and at those of a video that are in the audio. */
export function addSpoken(episode: Episode, spoken: SpokenEpisode, captioned?: Captioned): Episode {
  const { insights, duration, sources, source = "" } = episode;
  const isVideo = (name: string) => captioned?.videos.has(name) ?? false;
  const said = changeMoments(episode, (moments, name = source, length) => {
    if (isVideo(name)) return moments.map((moment) => hear(moment, spoken, captioned?.captions));
    return describeLengths(spoken, length) === undefined ? addWords(moments, spoken) : moments;
  });
  const differing = (sources ?? [{ name: source, duration, insights }])
    .filter(({ name }) => !isVideo(name))
    .flatMap(({ name, duration, insights }) => {
      const lengths = insights.moments.length > 0 ? describeLengths(spoken, duration) : undefined;
      return lengths === undefined ? [] : [sources ? `${lengths} (${name})` : lengths];
    });
  return { ...said, ...(differing.length > 0 && { otherLengths: differing.join(", ") }) };
}

/** Adds to a moment of a video what is said in the audio, or where it lacks that, in the video. */
function hear(moment: Moment, spoken: SpokenEpisode, captions: SpokenEpisode | undefined): Moment {
  const { audio } = moment;
  if (!audio) return moment;
  const heard = isInAudio(audio);
  const source = heard ? spoken : captions;
  const [{ words, silence } = moment] = source ? addWords([heard ? { ...moment, ...audio } : moment], source) : [];
  return { ...moment, ...(words && { words }), ...(silence && { silence }) };
}
