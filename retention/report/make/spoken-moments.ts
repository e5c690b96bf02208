import type { KeptQuote } from "../../sources/transcripts/kept-quote.ts";
import type { Episode } from "../episode/episode.ts";
import { addKept, addWords, describeLengths, type SpokenEpisode } from "../words/moment-words.ts";

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

/** Adds what is said at the moments of each curve that is as long as the transcript. */
export function addSpoken(episode: Episode, spoken: SpokenEpisode): Episode {
  const { insights, duration, sources = [] } = episode;
  const add = <Curve extends Pick<Episode, "insights" | "duration">>(curve: Curve): Curve =>
    describeLengths(spoken, curve.duration) === undefined
      ? { ...curve, insights: { ...curve.insights, moments: addWords(curve.insights.moments, spoken) } }
      : curve;
  const differing = (sources.length > 0 ? sources : [{ name: "", duration, insights }]).flatMap(
    ({ name, duration, insights }) => {
      const lengths = insights.moments.length > 0 ? describeLengths(spoken, duration) : undefined;
      return lengths === undefined ? [] : [name === "" ? lengths : `${lengths} (${name})`];
    },
  );
  return {
    ...add(episode),
    ...(sources.length > 0 && { sources: sources.map(add) }),
    ...(differing.length > 0 && { otherLengths: differing.join(", ") }),
  };
}
