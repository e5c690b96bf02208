import { isTime } from "../../sources/transcripts/kept-quote.ts";
import type { Pair } from "../cuts/cut-map.ts";
import { Damage, listOf, type MemberParsers, objectOf, parseMembers, when } from "../since/checked-json.ts";
import type { CutTimes } from "./video-cut.ts";

/** Which times of an episode's audio are in its video, for a report without what is said. */
export interface KeptCut extends CutTimes {
  readonly guid: string;
  /** Of the video, in seconds. If nobody said it, the end of its captions. */
  readonly length: number;
}

/** No cut has more passages, and no passage more pairs. */
const MAX = 10_000;

const PASSAGES = listOf(MAX, listOf(MAX, objectOf<Pair>({ one: when(isTime), other: when(isTime) })));

const CUT: MemberParsers<KeptCut> = {
  guid: when((one): one is string => typeof one === "string"),
  ...{ audio: when(isTime), end: when(isTime), length: when(isTime), part: when(isTime) },
  isCoarse: (value) => value === true,
  ...{ passages: PASSAGES, moved: PASSAGES },
};

/** Parses what a saved report keeps of a video's cut. Returns nothing if it is damaged. */
export function parseKeptCut(value: unknown): KeptCut[] {
  try {
    return [parseMembers(CUT, value)];
  } catch (error) {
    if (error instanceof Damage) return [];
    throw error;
  }
}
