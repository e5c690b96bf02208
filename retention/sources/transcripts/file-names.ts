import { decodePercent } from "../base/percent-encoding.ts";
import { toLine } from "./cue.ts";

/** What names an episode, and so the file of its transcript. */
export interface Nameable {
  readonly title?: string;
  /** The address of its audio. */
  readonly audio?: string;
  readonly transcriptLinks?: readonly { readonly url: URL }[];
}

/** Finds the episodes of transcripts by the names of their files. */
export class TranscriptNames {
  /** By the name in the feed's link, by that of the audio, and by the title; undefined for a name that two episodes have. */
  readonly #guids: readonly Map<string, string | undefined>[] = [new Map(), new Map(), new Map()];

  /** @param episodes by GUID */
  constructor(episodes: Iterable<readonly [guid: string, episode: Nameable]>) {
    const [byLink, byAudio, byTitle] = this.#guids;
    for (const [guid, { title, audio, transcriptLinks = [] }] of episodes) {
      for (const { url } of transcriptLinks) add(byLink, nameUrl(url.pathname), guid);
      if (audio !== undefined) add(byAudio, nameUrl(new URL(audio).pathname), guid);
      if (title !== undefined) add(byTitle, normalize(title), guid);
    }
  }

  /** Returns the GUID of the episode that a file is named after; undefined if it is none, or several. */
  find(fileName: string): string | undefined {
    const names = listNames(fileName);
    const [first] = this.#guids.flatMap((guids) =>
      names.filter((name) => guids.has(name)).map((name) => guids.get(name)),
    );
    return first;
  }
}

function add(guids: Map<string, string | undefined> | undefined, name: string, guid: string): void {
  if (name === "") return;
  const known = guids?.get(name);
  guids?.set(name, guids.has(name) && known !== guid ? undefined : guid);
}

/** Matches the ending of a file, and a language before it: `.en-GB.vtt`. */
const ENDING = /\.[a-z0-9_-]{2,8}$/i;

/** Lists the names that a file's name may stand for: without its ending, and without a second one, of a language or of audio. */
function listNames(fileName: string): string[] {
  const name = fileName.split(/[\\/]/).at(-1) ?? "";
  const stem = name.replace(ENDING, "");
  return [...new Set([stem, stem.replace(ENDING, "")].map(normalize))].filter((one) => one !== "");
}

function nameUrl(path: string): string {
  return normalize(decodePercent(path.split("/").at(-1) ?? "").replace(ENDING, ""));
}

/** Leaves letters and digits: programs replace the other characters in names of files. */
function normalize(text: string): string {
  return toLine(
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " "),
  );
}
