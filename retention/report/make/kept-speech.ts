import type { Moment, SpokenWords } from "../curve/moments/moment.ts";
import type { CutSpan, TimePair } from "../cuts/cut-map.ts";
import {
  isTime,
  listOf,
  type MemberParsers,
  objectOf,
  optional,
  tryParseMembers,
  when,
} from "../since/checked-json.ts";
import type { VideoCut } from "./video-cut.ts";

/** What a saved report keeps of what is said at a moment, for one without the transcript. */
export interface KeptQuote extends Pick<Moment, "from" | "to" | "words" | "silence"> {
  readonly guid: string;
  /** That of its curve, for people; empty for the leading one. */
  readonly source: string;
  readonly kind: string;
}

/** Which times of an episode's audio are in its video, for a report without what is said. */
export interface KeptCut extends Omit<VideoCut, "captions"> {
  readonly guid: string;
}

const TEXT = when((text): text is string => typeof text === "string");

/** The longest text of words, in UTF-16 code units. */
const MAX_WORDS = 240;

const STRETCH = { from: when(isTime), to: when(isTime) };
const WORDS: MemberParsers<SpokenWords> = {
  ...STRETCH,
  text: when((text): text is string => typeof text === "string" && text.length <= MAX_WORDS),
  // Reports did not always keep it.
  at: (value = 0) => when((at): at is number => Number.isInteger(at) && Number(at) >= 0)(value),
  speakers: optional(listOf(MAX_WORDS, TEXT)),
};

const QUOTE: MemberParsers<KeptQuote> = {
  ...{ ...STRETCH, guid: TEXT, source: TEXT, kind: TEXT },
  words: optional(objectOf<NonNullable<Moment["words"]>>({ ...WORDS, end: optional(objectOf(WORDS)) })),
  silence: optional(objectOf(STRETCH)),
};

/** No cut has more spans. */
const MAX = 10_000;

const PAIR = objectOf<TimePair>({ one: when(isTime), other: when(isTime) });
const SPANS = listOf(MAX, objectOf<CutSpan>({ from: PAIR, to: PAIR }));

const CUT: MemberParsers<KeptCut> = {
  ...{ guid: TEXT, part: when(isTime), isCoarse: (value) => value === true },
  ...{ spans: SPANS, moved: SPANS, said: PAIR, ends: PAIR },
};

/** Parse what a saved report keeps. Nothing is returned of what is damaged. */
export const parseKeptQuote = (value: unknown) => tryParseMembers(QUOTE, value);
export const parseKeptCut = (value: unknown) => tryParseMembers(CUT, value);
