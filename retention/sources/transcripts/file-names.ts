import { decodePercent } from "../base/percent-encoding.ts";
import { Titles } from "../feed/title-words.ts";

/** What names an episode, and so its files. */
export interface Nameable {
  readonly title?: string | undefined;
  /** The address of its audio. */
  readonly audio?: string;
  readonly transcriptLinks?: readonly { readonly url: URL }[];
  readonly chaptersLink?: { readonly url: URL };
}

/** Finds the episodes of transcripts, and of files of chapters, by the names of their files. */
export class EpisodeFileNames {
  /** By the name in the feed's link, by that of the audio, and by the title. */
  readonly #names = [new Titles(), new Titles(), new Titles()] as const;

  /** @param episodes all of the feed, by GUID: a file of an episode that is left out is of no other */
  constructor(episodes: Iterable<readonly [guid: string, episode: Nameable]>) {
    const [byLink, byAudio, byTitle] = this.#names;
    for (const [guid, { title, audio, transcriptLinks = [], chaptersLink }] of episodes) {
      for (const { url } of [transcriptLinks, chaptersLink ?? []].flat())
        byLink.add({ title: nameUrl(url.pathname), guid });
      if (audio !== undefined) byAudio.add({ title: nameUrl(new URL(audio).pathname), guid });
      byTitle.add({ title, guid });
    }
  }

  /** Returns the GUID of the episode that a file is named after; undefined if it is none, or several. */
  find(fileName: string): string | undefined {
    for (const name of listNames(fileName))
      for (const known of this.#names) if (known.has(name)) return known.findGuid(name);
    return undefined;
  }
}

/** Matches the ending of a file, or of a language with its script: `zh-Hans-CN`. `Version 1.10` has none. */
const ENDING = /\.(?:(?=[0-9_-]*[a-z])[a-z0-9_-]{2,8}|[a-z]{2,3}[-_][a-z]{4}[-_][a-z]{2})$/i;

/** Of audio and video, and what programs write before the ending of a transcript. */
const MEDIA = /^(?:mp[34]|m4[abv]|wav|ogg|oga|opus|aac|flac|aiff?|wma|mov|mkv|webm|txt)$/i;

const LANGUAGES = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** Lists the names that a file's name may stand for: whole, without its ending, and without a second one, of a language or of audio. */
function listNames(fileName: string): string[] {
  const name = fileName.split(/[\\/]/).at(-1) ?? "";
  const stem = name.replace(ENDING, "");
  const [ending = ""] = ENDING.exec(stem) ?? [];
  const isKnown = MEDIA.test(ending.slice(1)) || isLanguage(ending.slice(1));
  return [name, stem, isKnown ? stem.slice(0, -ending.length) : []].flat();
}

/** Such as `de`, `pt_BR`, or `en-orig` of YouTube. */
function isLanguage(code: string): boolean {
  return /^[a-z]{2,3}(?:[-_]|$)/i.test(code) && LANGUAGES.of(code.split(/[-_]/, 1)[0] ?? "") !== undefined;
}

function nameUrl(path: string): string {
  return decodePercent(path.split("/").at(-1) ?? "").replace(ENDING, "");
}
