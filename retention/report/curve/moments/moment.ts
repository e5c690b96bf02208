/** What is said at a moment. */
export interface SpokenWords {
  /** At most 240 characters, with `…` where it goes on. A name stands before what its person says: `Host: Welcome.` */
  readonly text: string;
  /** Where in the text that begins which is said when they leave, skip or replay, in UTF-16 code units. */
  readonly at: number;
  /** Seconds: the start of the first cue that these words are from, and the end of the last. */
  readonly from: number;
  readonly to: number;
  /** Who says it, if the transcript tells. */
  readonly speakers?: readonly string[];
}

/** What listeners do at a moment of each kind, for people. */
export const MOMENT_VERBS = { loss: "drop off", skip: "skip", replay: "replay" } as const;

/** A moment at which many listeners do the same. */
export interface Moment {
  /** Listeners leave and stay away, leave and come back (they skip), or come and leave again (they replay). */
  readonly kind: keyof typeof MOMENT_VERBS;
  /** Seconds: for a loss, the window in which they leave, which has its whole steep part; otherwise, the passage. */
  readonly from: number;
  readonly to: number;
  /** Percentages before the moment, within it (for a loss, as after it), and after it. */
  readonly before: number;
  readonly within: number;
  readonly after: number;
  /**
   * Part, from 0 to 1, of those present before the moment, beyond those who leave at the curve's own rate, and of a slow loss,
   * also beyond those whom other episodes lose there.
   */
  readonly share: number;
  /** The part of those present that leaves or skips in the same place of other episodes, if that is known. */
  readonly usual?: number;
  /** Whether it is beyond the chance of all episodes together. */
  readonly isCertain?: true;
  /** The title of the chapter over which listeners leave: then, the times are its own. */
  readonly chapter?: string;
  /** When the same is in the audio, in seconds, if the curve is of a video that is another cut. What only the video has is between two words: both are the same. */
  readonly audio?: { readonly from: number; readonly to: number };
  /** What is said there, if a transcript tells: for a skip or a replay, where it begins and where it ends. */
  readonly words?: SpokenWords & { readonly end?: SpokenWords };
  /** Where nothing is said around a moment without words, in seconds. */
  readonly silence?: { readonly from: number; readonly to: number };
}

/**
 * Checks whether two moments are one, of two curves or two searches.
 *
 * @param apart seconds by which one may end before the other begins
 */
export function isSameMoment(one: Pick<Moment, "kind" | "from" | "to">, other: typeof one, apart = 0): boolean {
  return one.kind === other.kind && one.from <= other.to + apart && other.from <= one.to + apart;
}

/** Returns the largest moment of a kind, by the part of those present who leave, skip or replay. */
export function findLargest(moments: readonly Moment[], kind: Moment["kind"]): Moment | undefined {
  return moments.filter((moment) => moment.kind === kind).toSorted((one, other) => other.share - one.share)[0];
}
