/** What is said for some seconds. */
export interface Cue {
  /** Seconds from the start of the episode. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Who says it, if the transcript tells. */
  readonly speaker?: string;
  /** Where it stands in its file, from 1, while that is read. */
  readonly line?: number;
}

/** What a format's parser read. */
export interface ReadCues {
  readonly cues: readonly Cue[];
  /** Cues that could not be read. */
  readonly leftOut: number;
  /** The line of the first of them, from 1. */
  readonly badLine?: number | undefined;
}

/** Makes a text one line. */
export function toLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The longest text of one cue, in UTF-16 code units. A longer one is no cue that anybody reads in its time. */
export const MAX_CUE_TEXT = 5_000;

/** Matches the end of a sentence. */
export const ENDS_SENTENCE = /[.!?…。！？]["”’»)\]」』]*$/u;

/** Matches a character of a script that has no spaces between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303F\uFF01-\uFF60]/u;

/** Whether a text is in a script that has no spaces between words. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/** Returns what stands between two texts that follow each other. */
export function findSpace(before: string, after: string): "" | " " {
  return isUnspaced(before.slice(-1)) && isUnspaced(after.slice(0, 1)) ? "" : " ";
}
