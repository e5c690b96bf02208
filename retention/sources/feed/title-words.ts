import { decodeEntities } from "./entities.ts";

/** Matches a word: letters with their marks and digits, a decimal such as `1.10`, and what `C++` and `F#` end with. */
const WORD = /(?:[\p{L}\p{M}\p{N}]|(?<=\p{N})[.,](?=\p{N}))+(?:\+|#(?!\p{N}))*/gu;

/** Makes the characters of a title plain. A fraction stands apart: `9¾` has not the digits of 934. */
export function toPlain(title: string): string {
  return decodeEntities(title)
    .replaceAll(/\p{No}/gu, " $&")
    .normalize("NFKC")
    .replaceAll("♯", "#");
}

/** Lists the words of a plain title in lower case. */
export function listWords(plain: string): string[] {
  return plain.toLowerCase().match(WORD) ?? [];
}

/**
 * Keeps the words without what parts them: `Q&A: "Ebb"`, `Q&amp;A: Ebb` and `q-a-ebb` are one title, because names of files can't
 * have all characters. Digits that something parts don't touch: `Episode 4.5` is not `Episode 45`.
 */
export function normalizeTitle(title: string): string {
  const words = listWords(toPlain(title)).join(" ").replaceAll(/[.,]/g, " ");
  return words.replaceAll(/(?<!\p{N}) | (?!\p{N})/gu, "");
}

/** Matches what a program adds to the name of a second download: `Tides (1)`, `Tides(1)`, on a Mac `Episode 4 2`. */
const COPY = /\s*(?<number>\(\d+\))$|(?<=\d)\s+\d+$/;

/** Returns the name that a second download had; undefined if it looks like none, or may be a second part: `Episode 4 2`. */
export function findOriginal(name: string): string | undefined {
  const copy = COPY.exec(name.trim());
  return copy?.groups?.number && name.trim().slice(0, copy.index);
}

/** The GUIDs of episodes by title, for the titles that only one episode has. */
export class Titles {
  /** Undefined for a title that several GUIDs have, and for that of an item without a GUID. */
  readonly #guids = new Map<string, string | undefined>();
  /** The ends of titles that look like those of second downloads. */
  readonly #copies = new Set<string>();

  add({ title = "", guid }: { readonly title?: string | undefined; readonly guid: string | undefined }): void {
    const key = normalizeTitle(title);
    const isShared = this.#guids.has(key) && this.#guids.get(key) !== guid;
    if (key !== "") this.#guids.set(key, isShared ? undefined : guid);
    if (COPY.test(title.trim())) this.#copies.add(mark(title));
  }

  /** Whether an episode has the words of a title, and no others. */
  hasWords(title: string): boolean {
    return this.#guids.has(normalizeTitle(title));
  }

  /** Whether an episode has a title. The name of a second download is none, unless it stands in the title: `Tides (1)` is not `Tides 1`. */
  has(title: string): boolean {
    const isCopy = COPY.test(title.trim()) && !this.#copies.has(mark(title));
    return !isCopy && this.hasWords(title);
  }

  findGuid(title: string): string | undefined {
    return this.has(title) ? this.#guids.get(normalizeTitle(title)) : undefined;
  }
}

function mark(title: string): string {
  return `${normalizeTitle(title)} ${COPY.exec(title.trim())?.[0].trim()}`;
}
