import { addTranscript, type Uncompared } from "../report/make/data.ts";
import type { EpisodeName } from "../report/make/episode-name.ts";
import { TranscriptNames } from "../sources/transcripts/file-names.ts";
import type { KeptQuote } from "../sources/transcripts/kept-quote.ts";
import type { Transcript } from "../sources/transcripts/transcript.ts";
import { listSaved } from "./dropped-feeds.ts";
import type { Shelf } from "./shelf.ts";

/** What is said in episodes: transcripts that were dropped, and what saved reports showed of others. */
export class Speech {
  readonly #transcripts = new Map<string, Transcript>();
  readonly #quotes = new Map<string, KeptQuote[]>();

  /** @param names what feeds say of episodes, by GUID */
  constructor(shelf: Shelf, names: ReadonlyMap<string, EpisodeName>) {
    const byName = new TranscriptNames(names);
    for (const { name, content } of shelf.values()) {
      const guid = content.kind === "transcript" ? byName.find(name) : undefined;
      if (content.kind === "transcript" && guid !== undefined) this.#transcripts.set(guid, content.transcript);
    }
    for (const { saved } of listSaved(shelf).toReversed())
      for (const quote of saved.quotes) this.#quotes.set(quote.guid, [...(this.#quotes.get(quote.guid) ?? []), quote]);
  }

  addTo(episode: Uncompared, name: EpisodeName | undefined): Uncompared {
    const [transcript, quotes] = [this.#transcripts.get(episode.guid), this.#quotes.get(episode.guid)];
    if (transcript) return addTranscript(episode, transcript, name);
    return quotes ? { ...episode, quotes } : episode;
  }
}

/** Says which episode a transcript is of, by the name of its file. */
export function tellEpisode(
  fileName: string,
  byName: TranscriptNames,
  names: ReadonlyMap<string, EpisodeName>,
): string {
  const guid = byName.find(fileName);
  if (guid !== undefined) return `Of “${names.get(guid)?.title ?? guid}”`;
  return names.size === 0
    ? "Drop the feed, too: it names the episode."
    : "No episode has its name. Name it after the audio's file or the title of its episode, and drop it again.";
}
