import { isObject } from "../../../lib/json.ts";
import { isTime } from "./kept-quote.ts";

/** A time in the audio, and the same in the video, in seconds. */
interface KeptPair {
  readonly one: number;
  readonly other: number;
}

/** Which times of an episode's audio are in its video, for a report without what is said. Lengths are in seconds. */
export interface KeptCut {
  readonly guid: string;
  readonly audio: number;
  /** Where the captions of the video end. */
  readonly end: number;
  /** Of the video. If nobody said it, the end of its captions. */
  readonly length: number;
  /** Part of the words of the shorter cut that both have. */
  readonly part: number;
  /** Whether times are known to a paragraph. */
  readonly isCoarse: boolean;
  readonly passages: readonly (readonly KeptPair[])[];
  /** What is at another place in the video. */
  readonly moved: KeptCut["passages"];
}

/** Parses what a saved report keeps of a video's cut. Returns nothing if it is damaged. */
export function parseKeptCut(entry: unknown): KeptCut[] {
  if (!isObject(entry)) return [];
  const { guid, audio, end, length, part, isCoarse } = entry;
  const [passages, moved] = [parsePassages(entry.passages), parsePassages(entry.moved)];
  if (typeof guid !== "string" || !isTime(audio) || !isTime(end) || !isTime(length) || !isTime(part)) return [];
  if (!passages?.length || !moved) return [];
  return [{ guid, audio, end, length, part, isCoarse: isCoarse === true, passages, moved }];
}

function parsePassages(value: unknown): KeptPair[][] | undefined {
  const passages = Array.isArray(value) ? value.map(parsePairs) : [undefined];
  const whole = passages.flatMap((pairs) => (pairs ? [pairs] : []));
  return whole.length === passages.length ? whole : undefined;
}

/** Parses the pairs of a passage: in both cuts, time passes. */
function parsePairs(value: unknown): KeptPair[] | undefined {
  const pairs = Array.isArray(value) ? value : [];
  const whole = pairs.flatMap((pair) =>
    isObject(pair) && isTime(pair.one) && isTime(pair.other) ? { one: pair.one, other: pair.other } : [],
  );
  const isInOrder = whole.every(({ one, other }, index) => {
    const before = whole[index - 1];
    return !before || (one >= before.one && other >= before.other);
  });
  return whole.length >= 2 && whole.length === pairs.length && isInOrder ? whole : undefined;
}
