import { cumsum, leastIndex } from "d3-array";
import { type Cue, ENDS_SENTENCE, findSpace } from "../../sources/transcripts/cue.ts";
import type { SpokenWords } from "../curve/moments/moment.ts";

/** Words count from so many seconds before a moment until so many after it. */
const BEFORE = 10;
const AFTER = 5;

/** In UTF-16 code units. */
const MAX_TEXT = 240;

/** Cues that are looked at, and UTF-16 code units of their texts: within a minute, nobody says more. */
const MAX_CUES = 200;
const MAX_HEARD = 20_000;

/** Offsets of a text, or seconds of an episode. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** What is said around a moment, as one text. */
interface SpokenText {
  readonly text: string;
  /** The cues, with their places in the text. */
  readonly pieces: readonly (Range & { readonly said: Cue })[];
  /** Whether a sentence begins before the text, and ends after it. */
  readonly isCut: { readonly before: boolean; readonly after: boolean };
}

/**
 * Finds the words at a moment: the sentence that begins nearest to a time, and whole sentences around it as far as there is room.
 *
 * @param all in order of their starts
 * @param moment in seconds: where listeners leave, or where a passage begins or ends
 * @param time when what they hear there begins, in seconds
 * @param language of what is said, as BCP 47 has it
 * @returns undefined if nothing is said there
 */
export function findSpokenWords(
  all: readonly Cue[],
  { from, to }: Range,
  time = from,
  language?: string,
): SpokenWords | undefined {
  const near = all.filter(({ start, end }) => end > from - BEFORE && start < to + AFTER).slice(0, MAX_CUES);
  const lengths = cumsum(near, ({ text }) => text.length);
  const heard = near.filter((_, index) => (lengths[index] ?? 0) <= MAX_HEARD);
  const [first] = heard;
  if (!first) return undefined;
  const passage = joinCues(heard, all[all.indexOf(first) - 1], all[all.indexOf(first) + heard.length]);
  const { at, range } = chooseRange(passage, time, language);
  return compose(passage, range, at);
}

/** Finds how long nothing is said around a moment: from the end of a cue before it to the start of one after it. */
export function findSilence(all: readonly Cue[], { from, to }: Range): Range | undefined {
  const before = all.filter(({ end }) => end <= from).reduce((latest, { end }) => Math.max(latest, end), -1);
  const after = all.find(({ start }) => start >= to);
  return before < 0 || !after ? undefined : { from: before, to: after.start };
}

function joinCues(heard: readonly Cue[], before: Cue | undefined, after: Cue | undefined): SpokenText {
  let text = "";
  const pieces = heard.map((said) => {
    if (text !== "") text += findSpace(text, said.text);
    const from = text.length;
    text += said.text;
    return { said, from, to: text.length };
  });
  return {
    text,
    pieces,
    isCut: { before: before !== undefined && !ENDS_SENTENCE.test(before.text), after: after !== undefined },
  };
}

/** The range of a passage that is shown, and where in the passage what is quoted first begins. */
interface ChosenRange {
  readonly range: Range;
  readonly at: number;
}

/** Chooses the sentence that begins nearest to a time, then those before it, and then those after it. */
function chooseRange(passage: SpokenText, time: number, language: string | undefined): ChosenRange {
  const sentences = listSegments(passage.text, "sentence", language);
  const near = leastIndex(sentences, ({ from }) => Math.abs(findTime(passage, from) - time)) ?? 0;
  const own = sentences[near];
  if (!own || !fits(passage, own)) return growByWords(passage, findPlace(passage, time), language);
  let range: Range = own;
  for (const { from } of sentences.slice(0, near).reverse()) {
    if (!fits(passage, { ...range, from })) break;
    range = { ...range, from };
  }
  for (const { to } of sentences.slice(near + 1)) {
    if (!fits(passage, { ...range, to })) break;
    range = { ...range, to };
  }
  return { at: own.from, range };
}

/** Finds when the word at an offset is said. Those of a cue are said evenly. */
function findTime({ pieces }: SpokenText, offset: number): number {
  const piece = pieces.find(({ to }) => to >= offset);
  if (!piece) return 0;
  const { said, from, to } = piece;
  return said.start + ((offset - from) / (to - from || 1)) * (said.end - said.start);
}

/** Finds the offset of what is said at a time, or was said last. */
function findPlace({ pieces }: SpokenText, time: number): number {
  const piece = pieces.findLast(({ said }) => said.start <= time) ?? pieces[0];
  if (!piece) return 0;
  const { said, from, to } = piece;
  const part = (time - said.start) / Math.max(said.end - said.start, Number.MIN_VALUE);
  return Math.floor(from + Math.min(1, Math.max(0, part)) * Math.max(0, to - from - 1));
}

/** Of a sentence that is too long, takes the words around a place, as many before it as after it; of a word that is too long, characters. */
function growByWords(passage: SpokenText, place: number, language: string | undefined): ChosenRange {
  const text = passage.text.slice(0, place + MAX_TEXT);
  const words = listSegments(text, "word", language);
  const own = words.find(({ to }) => to > place);
  return own && fits(passage, own)
    ? growAround(passage, place, words)
    : growAround(passage, place, listSegments(text, "grapheme", language));
}

function growAround(passage: SpokenText, place: number, parts: readonly Range[]): ChosenRange {
  const index = parts.findIndex(({ to }) => to > place);
  const own = parts[index] ?? { from: place, to: place };
  let range: Range = own;
  for (let step = 1; step < parts.length; step++) {
    const wider = { from: parts[index - step]?.from ?? range.from, to: parts[index + step]?.to ?? range.to };
    if (!fits(passage, wider)) break;
    range = wider;
  }
  return { range, at: own.from };
}

function listSegments(
  text: string,
  granularity: "sentence" | "word" | "grapheme",
  language: string | undefined,
): Range[] {
  const segments = new Intl.Segmenter(language, { granularity }).segment(text);
  return Array.from(segments, ({ index, segment }) => ({ from: index, to: index + segment.length }));
}

function fits(passage: SpokenText, range: Range): boolean {
  return compose(passage, range).text.length <= MAX_TEXT;
}

/** @param at offset in the passage of what is quoted first */
function compose({ text, pieces, isCut }: SpokenText, { from, to }: Range, at = from): SpokenWords {
  const chosen = pieces.filter((piece) => piece.to > from && piece.from < to);
  const before = text.slice(0, from).trimEnd();
  const isCutBefore = before === "" ? isCut.before : !ENDS_SENTENCE.test(before);
  const parts = chosen.map(({ said, ...piece }, index) => {
    const part = text.slice(Math.max(from, piece.from), Math.min(to, piece.to)).trim();
    const isNew = said.speaker !== undefined && said.speaker !== chosen[index - 1]?.said.speaker;
    return `${isNew ? `${said.speaker}: ` : ""}${index === 0 && isCutBefore ? "…" : ""}${part}`;
  });
  const join = (some: readonly string[]) =>
    some.reduce((before, after) => `${before}${findSpace(before, after)}${after}`, "").trimStart();
  const joined = join(parts);
  const own = chosen.findIndex((piece) => piece.to > at);
  const rest = join([text.slice(at, Math.min(to, chosen[own]?.to ?? to)).trim(), ...parts.slice(own + 1)]);
  const goesOn = !ENDS_SENTENCE.test(joined) && (text.slice(to).trim() !== "" || isCut.after);
  const speakers = [...new Set(chosen.flatMap(({ said }) => said.speaker ?? []))];
  return {
    text: `${joined}${goesOn ? " …" : ""}`,
    at: joined.length - rest.length,
    from: chosen[0]?.said.start ?? 0,
    to: chosen.at(-1)?.said.end ?? 0,
    ...(speakers.length > 0 && { speakers }),
  };
}
