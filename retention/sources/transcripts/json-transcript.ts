import { isObject, type JsonObject } from "../../../lib/json.ts";
import { tryParseTime } from "../feed/duration.ts";
import { type Cue, ENDS_SENTENCE, findSpace, isUnspaced, type ReadCues, toLine } from "./cue.ts";

/** Words that are joined into one cue, at most, in a transcript that is word by word. */
const MAX_WORDS = 12;

/** Seconds without a word that end a cue. */
const MAX_PAUSE = 2;

/**
 * Parses JSON of `podcast:transcript` or Whisper (`segments`), whisper.cpp (`transcription`) or Podlove (a list), or the captions
 * that YouTube's player loads (`events`).
 *
 * @returns undefined if it is none of these
 */
export function parseJsonTranscript(file: unknown): ReadCues | undefined {
  if (Array.isArray(file)) {
    const read = readSegments(file);
    return read.cues.length > 0 ? read : undefined;
  }
  if (!isObject(file)) return undefined;
  const segments = file.segments ?? file.transcription;
  if (Array.isArray(segments)) return readSegments(segments);
  if (Array.isArray(file.events)) return readEvents(file.events.filter(isObject));
  return undefined;
}

function readSegments(entries: readonly unknown[]): ReadCues {
  const segments = entries.filter(isObject).map(nameMembers);
  const read = segments.flatMap((segment, index) => readSegment(segment, segments[index + 1]) ?? []);
  return { cues: joinWords(read), leftOut: entries.length - read.length };
}

/** Names members as `podcast:transcript` does. */
function nameMembers({ timestamps, start, end, text, voice, ...segment }: JsonObject): JsonObject {
  const { from, to } = isObject(timestamps) ? timestamps : {};
  const speaker = voice ?? segment.speaker;
  return { startTime: start ?? from, endTime: end ?? to, body: text, ...segment, speaker };
}

function readSegment({ startTime, endTime, body, speaker }: JsonObject, next: JsonObject | undefined): Cue | undefined {
  const start = readTime(startTime);
  if (start === undefined || typeof body !== "string") return undefined;
  // Some write 0 for an end that they don't know.
  const end = [endTime, next?.startTime].map(readTime).find((time = 0) => time > start) ?? start;
  const name = typeof speaker === "string" ? toLine(speaker) : "";
  return { start, end, text: body, ...(name !== "" && { speaker: name }) };
}

/** Some write numbers as text, and some `00:01:30.5`, or with a comma. */
function readTime(value: unknown): number | undefined {
  const time = typeof value === "string" ? tryParseTime(value.replace(",", ".")) : value;
  return typeof time === "number" && Number.isFinite(time) ? time : undefined;
}

/** Joins cues of one word each, up to the end of a sentence, a pause or another speaker. */
function joinWords(cues: readonly Cue[]): readonly Cue[] {
  const words = cues.filter(isWord).length;
  if (cues.length < 2 || words < 0.8 * cues.length) return cues;
  const joined: { start: number; end: number; words: string[]; speaker?: string }[] = [];
  for (const { start, end, text, speaker } of cues) {
    const last = joined.at(-1);
    const isNext =
      last !== undefined &&
      (speaker ?? last.speaker) === last.speaker &&
      start - last.end <= MAX_PAUSE &&
      last.words.length < MAX_WORDS &&
      !ENDS_SENTENCE.test(last.words.at(-1) ?? "");
    if (isNext) {
      last.words.push(text.trim());
      last.end = Math.max(last.end, end);
    } else joined.push({ start, end, words: [text.trim()], ...(speaker !== undefined && { speaker }) });
  }
  return joined.map(({ words, ...cue }) => ({ ...cue, text: words.reduce(join) }));
}

const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });

/** Whether a cue has one word. Some scripts have no spaces between words. */
function isWord({ text }: Cue): boolean {
  if (/\S\s+\S/.test(text)) return false;
  return !isUnspaced(text) || Array.from(WORDS.segment(text)).filter(({ isWordLike }) => isWordLike).length < 2;
}

function join(before: string, after: string): string {
  return `${before}${findSpace(before, after)}${after}`;
}

function readEvents(events: readonly JsonObject[]): ReadCues {
  const spoken = events.filter(({ segs }) => Array.isArray(segs));
  const cues = spoken.flatMap(({ tStartMs, dDurationMs = 0, segs }) => {
    const [start, length] = [readTime(tStartMs), readTime(dDurationMs)];
    if (start === undefined || length === undefined || !Array.isArray(segs)) return [];
    const text = segs.map((part) => (isObject(part) && typeof part.utf8 === "string" ? part.utf8 : "")).join("");
    return [{ start: start / 1_000, end: (start + Math.max(0, length)) / 1_000, text }];
  });
  return { cues, leftOut: spoken.length - cues.length };
}
