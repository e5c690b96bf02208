import type { Moment, SpokenWords } from "../curve/moments/moment.ts";
import type { CutSpan, TimePair } from "../cuts/cut-map.ts";
import { listOf, objectOf, optional, parseTime, textOf, tryParse, when } from "../since/checked-json.ts";
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

/** The longest text of words, in UTF-16 code units, and the most speakers. */
const MAX_WORDS = 240;

/** No cut has more spans. */
const MAX_SPANS = 10_000;

const parseText = textOf(Number.POSITIVE_INFINITY);

const STRETCH = { from: parseTime, to: parseTime };
const WORDS = {
  ...STRETCH,
  text: textOf(MAX_WORDS),
  // Reports did not always keep it.
  at: (value: unknown = 0) => when((at): at is number => Number.isInteger(at) && Number(at) >= 0)(value),
  speakers: optional(listOf(MAX_WORDS, parseText)),
};

const parseQuote = objectOf<KeptQuote>({
  ...{ ...STRETCH, guid: parseText, source: parseText, kind: parseText },
  words: optional(objectOf<NonNullable<Moment["words"]>>({ ...WORDS, end: optional(objectOf<SpokenWords>(WORDS)) })),
  silence: optional(objectOf(STRETCH)),
});

const parsePair = objectOf<TimePair>({ one: parseTime, other: parseTime });
const parseSpans = listOf(MAX_SPANS, objectOf<CutSpan>({ from: parsePair, to: parsePair }));

const parseCut = objectOf<KeptCut>({
  ...{ guid: parseText, part: parseTime, isCoarse: (value) => value === true },
  ...{ spans: parseSpans, moved: parseSpans, said: parsePair, ends: parsePair },
});

/** Parse what a saved report keeps. Nothing is returned of what is damaged. */
export const parseKeptQuote = (value: unknown) => tryParse(parseQuote, value);
export const parseKeptCut = (value: unknown) => tryParse(parseCut, value);
