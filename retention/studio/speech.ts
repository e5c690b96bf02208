import { group } from "d3-array";
import { type CaptionMatch, findCaptions, matchCaptions } from "../report/cuts/same-episode.ts";
import { addCaptions, addTimes } from "../report/make/episode-cut.ts";
import type { EpisodeName } from "../report/make/episode-name.ts";
import { type KeptQuote, parseKeptCut, parseKeptQuote } from "../report/make/kept-speech.ts";
import { addTranscript, type LoneEpisode } from "../report/make/measure-episode.ts";
import type { VideoCut } from "../report/make/video-cut.ts";
import { describeLengths } from "../report/words/moment-words.ts";
import type { EpisodeFileNames } from "../sources/transcripts/file-names.ts";
import type { Transcript } from "../sources/transcripts/transcript.ts";
import { type FeedEpisodes, listSaved } from "./dropped-feeds.ts";
import type { Shelf } from "./shelf.ts";

/** What captions are to an episode, after its title. */
const MATCHED: Readonly<Record<CaptionMatch["as"], string>> = {
  whole: "they say the same",
  clip: "longer ones say the same",
  unclear: "others say the same, too. Remove those of other videos",
};

const NO_FEED = "Drop the feed, too: it names the episode.";
const NAMED = "Name it after the audio's file or the title of its episode, and drop it again.";

/** What is said in episodes and their videos: transcripts that were dropped, and what saved reports showed of others. */
export class Speech {
  readonly #names: ReadonlyMap<string, EpisodeName>;
  readonly #byName: EpisodeFileNames;
  /** By the GUIDs of the episodes after which they are named. */
  readonly #transcripts = new Map<string, Transcript>();
  /** What may be captions of a video: without the name of an episode, or beside its transcript. */
  readonly #others: Transcript[] = [];
  /** Other episodes that say the same as these transcripts. */
  readonly #twins: ReadonlyMap<Transcript, CaptionMatch>;
  readonly #quotes: ReadonlyMap<string, readonly KeptQuote[]>;
  readonly #cuts: ReadonlyMap<string, VideoCut>;
  /** What the others are, once they are asked for. */
  #matched: ReadonlyMap<Transcript, CaptionMatch> | undefined;

  /** @param names of the feeds' episodes, by GUID */
  constructor(
    shelf: Shelf,
    inFeeds: FeedEpisodes,
    fileNames: EpisodeFileNames,
    names: ReadonlyMap<string, EpisodeName>,
  ) {
    this.#names = names;
    this.#byName = fileNames;
    const lengths = new Map([...inFeeds].map(([guid, { item }]) => [guid, item.duration]));
    const dropped = [...shelf.values()].flatMap(({ name, content }) =>
      content.kind === "transcript" ? { guid: this.#byName.find(name), transcript: content.transcript } : [],
    );
    // Of several of one name, the audio's is about as long as the feed says.
    const off = ({ guid = "", transcript: { end } }: (typeof dropped)[number]) =>
      Math.abs(end - (lengths.get(guid) ?? Number.NaN));
    for (const each of dropped.toSorted((one, other) => off(one) - off(other))) {
      const { guid, transcript } = each;
      if (guid === undefined || this.#transcripts.has(guid)) this.#others.push(transcript);
      else this.#transcripts.set(guid, transcript);
    }
    this.#twins = findTwins(this.#transcripts);
    for (const [guid, named] of this.#transcripts) {
      const { guid: twin = "" } = this.#twins.get(named) ?? {};
      const own = this.#transcripts.get(twin);
      const isOff = ({ end }: Transcript, of: string) => describeLengths({ end }, lengths.get(of) ?? end) !== undefined;
      if (!own || !isOff(named, guid) || isOff(own, twin)) continue;
      this.#others.push(named);
      this.#transcripts.delete(guid);
    }
    const saved = listSaved(shelf).map((report) => report.saved);
    this.#quotes = group(
      saved.toReversed().flatMap(({ quotes }) => quotes.flatMap(parseKeptQuote)),
      ({ guid }) => guid,
    );
    this.#cuts = new Map(saved.flatMap(({ cuts }) => cuts.flatMap(parseKeptCut).map((cut) => [cut.guid, cut])));
  }

  /** Adds what is said in an episode, and in its video. */
  addTo(episode: LoneEpisode, name: EpisodeName | undefined): LoneEpisode {
    const { guid } = episode;
    const [transcript, quotes, kept] = [this.#transcripts.get(guid), this.#quotes.get(guid), this.#cuts.get(guid)];
    const quoted = quotes ? { ...episode, quotes } : episode;
    const heard = transcript ? addTranscript(episode, transcript, name) : quoted;
    const captions = findCaptions(this.#matches, guid);
    if (captions) return addCaptions(heard, captions, name);
    return kept ? addTimes(heard, kept) : heard;
  }

  /** Says which episode a transcript is of, by the name of its file, or captions by what is said. */
  tell(transcript: Transcript): string {
    const [guid] = [...this.#transcripts].find(([, own]) => own === transcript) ?? [];
    if (guid !== undefined) {
      const { guid: twin = "" } = this.#twins.get(transcript) ?? {};
      const says = this.#transcripts.has(twin) ? `, by its name. ${this.#name(twin)} says the same` : "";
      return `Of ${this.#name(guid)}${says}`;
    }
    const match = this.#matches.get(transcript);
    if (match) return `Captions of the video of ${this.#name(match.guid)}: ${MATCHED[match.as]}`;
    return this.#names.size === 0
      ? NO_FEED
      : `No episode has its name, and no transcript says the same. ${NAMED} Captions of a video need the audio's transcript.`;
  }

  /** Says which episode a file of chapters is of, by its name. */
  tellByName(name: string): string {
    const guid = this.#byName.find(name);
    if (guid !== undefined) return `Of ${this.#name(guid)}`;
    return this.#names.size === 0 ? NO_FEED : `No episode has its name. ${NAMED}`;
  }

  #name(guid: string): string {
    return `“${this.#names.get(guid)?.title ?? guid}”`;
  }

  get #matches() {
    this.#matched ??= matchCaptions(this.#others.length > 0 ? this.#transcripts : [], this.#others);
    return this.#matched;
  }
}

/** The last transcripts, and which say the same. Most changes leave them as they are. */
let compared: { readonly transcripts: Transcripts; readonly twins: ReadonlyMap<Transcript, CaptionMatch> } | undefined;

type Transcripts = ReadonlyMap<string, Transcript>;

/** Finds which transcripts say the same as that of another episode. @param transcripts by GUID */
function findTwins(transcripts: Transcripts): ReadonlyMap<Transcript, CaptionMatch> {
  const known = compared?.transcripts;
  const isSame = known?.size === transcripts.size && [...transcripts].every(([guid, own]) => known.get(guid) === own);
  if (!compared || !isSame)
    compared = {
      transcripts: new Map(transcripts),
      twins: matchCaptions(transcripts, [...transcripts.values()]),
    };
  return compared.twins;
}
