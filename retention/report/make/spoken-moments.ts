import type { KeptQuote } from "../../sources/transcripts/kept-quote.ts";
import type { Episode } from "../episode/episode.ts";
import { addKept, addWords, describeLengths, type SpokenEpisode } from "../words/moment-words.ts";
import { addVideoWords, describeCut, type UnknownCut, type VideoCut } from "./video-cut.ts";

/** Adds what an earlier report showed of the words at moments. */
export function addQuotes(episode: Episode, quotes: readonly KeptQuote[]): Episode {
  const add = <Curve extends Pick<Episode, "insights">>(curve: Curve, source: string): Curve => {
    const own = quotes.filter((quote) => quote.source === source);
    return { ...curve, insights: { ...curve.insights, moments: addKept(curve.insights.moments, own) } };
  };
  const { sources } = episode;
  return { ...add(episode, ""), ...(sources && { sources: sources.map((curve) => add(curve, curve.name)) }) };
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

/**
 * Adds what is said at the moments of each curve that is as long as the transcript.
 *
 * @param video the captions of the video, and the names of the sources that play it: their moments are found by these
 */
export function addSpoken(
  episode: Episode,
  spoken: SpokenEpisode,
  video?: (VideoCut | UnknownCut) & { readonly names: ReadonlySet<string> },
): Episode {
  const { insights, duration, sources = [], source = "" } = episode;
  const isVideo = (name: string) => video?.names.has(name) ?? false;
  const add = <Curve extends Pick<Episode, "insights" | "duration">>(curve: Curve, name: string): Curve => {
    const { moments } = curve.insights;
    if (video && isVideo(name)) return "toAudio" in video ? addTo(curve, addVideoWords(moments, spoken, video)) : curve;
    return describeLengths(spoken, curve.duration) === undefined ? addTo(curve, addWords(moments, spoken)) : curve;
  };
  const differing = (sources.length > 0 ? sources : [{ name: source, duration, insights }])
    .filter(({ name }) => !isVideo(name))
    .flatMap(({ name, duration, insights }) => {
      const lengths = insights.moments.length > 0 ? describeLengths(spoken, duration) : undefined;
      return lengths === undefined ? [] : [sources.length === 0 ? lengths : `${lengths} (${name})`];
    });
  return {
    ...add(episode, source),
    ...(sources.length > 0 && { sources: sources.map((each) => add(each, each.name)) }),
    ...(differing.length > 0 && { otherLengths: differing.join(", ") }),
    ...(video && "apart" in video && isVideo(source) && { apart: video.apart }),
    ...(video && { cutText: describeCut(video) }),
  };
}

function addTo<Curve extends Pick<Episode, "insights">>(curve: Curve, moments: Episode["insights"]["moments"]): Curve {
  return { ...curve, insights: { ...curve.insights, moments } };
}
