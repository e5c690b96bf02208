/** What is said for some seconds. */
export interface Cue {
  /** Seconds from the start of the episode. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Who says it, if the transcript tells. */
  readonly speaker?: string;
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
