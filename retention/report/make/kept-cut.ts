import { isTime } from "../../sources/transcripts/kept-quote.ts";
import type { CutSpan, TimePair } from "../cuts/cut-map.ts";
import { Damage, listOf, type MemberParsers, objectOf, parseMembers, when } from "../since/checked-json.ts";
import type { LoneEpisode } from "./measure-episode.ts";
import type { VideoCut } from "./video-cut.ts";

/** Which times of an episode's audio are in its video, for a report without what is said. */
interface KeptCut extends Omit<VideoCut, "captions"> {
  readonly guid: string;
}

/** What a report keeps for the next one, which may have no captions. */
export function keepCut({ guid, cut }: LoneEpisode): KeptCut[] {
  if (!cut || cut === "unknown") return [];
  const { captions: _, ...kept } = cut;
  return [{ ...kept, guid }];
}

/** No cut has more spans. */
const MAX = 10_000;

const PAIR = objectOf<TimePair>({ one: when(isTime), other: when(isTime) });
const SPANS = listOf(MAX, objectOf<CutSpan>({ from: PAIR, to: PAIR }));

const CUT: MemberParsers<KeptCut> = {
  guid: when((text): text is string => typeof text === "string"),
  ...{ part: when(isTime), isCoarse: (value) => value === true },
  ...{ spans: SPANS, moved: SPANS, said: PAIR, ends: PAIR },
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
