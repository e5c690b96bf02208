import { SaidEpisodes } from "../report/cuts/same-episode.ts";
import { readTimedWords } from "../report/cuts/timed-words.ts";
import { addCaptions, addTranscript, type Uncompared } from "../report/make/data.ts";
import type { EpisodeName } from "../report/make/episode-name.ts";
import { isOfVideo } from "../report/make/source-curves.ts";
import { EpisodeFileNames } from "../sources/transcripts/file-names.ts";
import type { KeptQuote } from "../sources/transcripts/kept-quote.ts";
import type { Transcript } from "../sources/transcripts/transcript.ts";
import { listSaved } from "./dropped-feeds.ts";
import type { Shelf } from "./shelf.ts";

/** What is said in episodes and their videos: transcripts that were dropped, and what saved reports showed of others. */
export class Speech {
  /** Those that are named after an episode, by its GUID: of the audio, and perhaps of the video. */
  readonly #named = new Map<string, Transcript[]>();
  readonly #nameless: Transcript[] = [];
  readonly #quotes = new Map<string, KeptQuote[]>();
  /** The episodes of the nameless ones, once they are asked for. */
  #matched: ReadonlyMap<Transcript, string> | undefined;

  /** @param names what feeds say of episodes, by GUID */
  constructor(shelf: Shelf, names: ReadonlyMap<string, EpisodeName>) {
    const byName = new EpisodeFileNames(names);
    for (const { name, content } of shelf.values()) {
      if (content.kind !== "transcript") continue;
      const guid = byName.find(name);
      if (guid === undefined) this.#nameless.push(content.transcript);
      else this.#named.set(guid, [...(this.#named.get(guid) ?? []), content.transcript]);
    }
    for (const { saved } of listSaved(shelf).toReversed())
      for (const quote of saved.quotes) this.#quotes.set(quote.guid, [...(this.#quotes.get(quote.guid) ?? []), quote]);
  }

  /** Adds what is said in an episode, and in its video. */
  addTo(episode: Uncompared, name: EpisodeName | undefined): Uncompared {
    const { guid, sorted = [] } = episode;
    const audio = sorted.find((curve) => !isOfVideo(curve))?.chart.duration ?? episode.duration;
    const [transcript, other] = (this.#named.get(guid) ?? []).toSorted(
      (one, other) => Math.abs(one.end - audio) - Math.abs(other.end - audio),
    );
    const quotes = this.#quotes.get(guid);
    if (!transcript) return quotes ? { ...episode, quotes } : episode;
    const spoken = addTranscript(episode, transcript, name);
    const captions = other ?? this.#findCaptions(guid);
    return captions ? addCaptions(spoken, captions, name) : spoken;
  }

  /** Finds the episode that says the same as captions without its name. */
  findSaid(transcript: Transcript): string | undefined {
    this.#matched ??= this.#matchAll();
    return this.#matched.get(transcript);
  }

  /** Of several captions of an episode, returns the longest: others may be of a clip. */
  #findCaptions(guid: string): Transcript | undefined {
    const all = this.#nameless.filter((transcript) => this.findSaid(transcript) === guid);
    return all.toSorted((one, other) => other.end - one.end)[0];
  }

  #matchAll(): Map<Transcript, string> {
    if (this.#nameless.length === 0) return new Map();
    const named = [...this.#named].flatMap(([guid, all]) =>
      all.map(({ cues }) => [guid, readTimedWords(cues)] as const),
    );
    const said = new SaidEpisodes(named);
    const found = this.#nameless.map((transcript) => [transcript, said.find(readTimedWords(transcript.cues))] as const);
    return new Map(found.flatMap(([transcript, guid]) => (guid === undefined ? [] : [[transcript, guid] as const])));
  }
}

/** Says which episode a transcript is of, by the name of its file, or captions by what is said. */
export function tellEpisode(
  { name, transcript }: { readonly name: string; readonly transcript: Transcript },
  byName: EpisodeFileNames,
  names: ReadonlyMap<string, EpisodeName>,
  speech: Speech,
): string {
  const guid = byName.find(name);
  const said = guid === undefined ? speech.findSaid(transcript) : undefined;
  if (said !== undefined) return `Captions of the video of “${names.get(said)?.title ?? said}”: they say the same`;
  if (guid !== undefined) return `Of “${names.get(guid)?.title ?? guid}”`;
  return names.size === 0
    ? "Drop the feed, too: it names the episode."
    : "No episode has its name. Name it after the audio's file or the title of its episode, and drop it again. Captions of a video need the audio's transcript.";
}
