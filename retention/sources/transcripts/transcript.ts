import { formatCount } from "../../../lib/count.ts";
import { isObject, tryParseJson } from "../../../lib/json.ts";
import { InputError } from "../base/refusals.ts";
import { MAX_DURATION } from "../feed/duration.ts";
import { parseCaptions, parseSbv, SBV_START } from "./captions.ts";
import { type Cue, MAX_CUE_TEXT, type ReadCues, toLine } from "./cue.ts";
import { parseHtmlTranscript } from "./html-transcript.ts";
import { parseJsonTranscript } from "./json-transcript.ts";
import { removeRepeats } from "./rolling.ts";

/** What is said in an episode, and when. */
export interface Transcript {
  /** In order of their starts; at least one. */
  readonly cues: readonly Cue[];
  /** The end of the last cue, in seconds. */
  readonly end: number;
  /** Cues that could not be read. */
  readonly leftOut: number;
  /** The line of the first of them, from 1; undefined if none was left out, or if the format has no lines. */
  readonly badLine?: number;
}

/** What a transcript begins with, in each format: HTML that is no whole page, too. */
const STARTS = [
  /^\s*WEBVTT\b/,
  /^\s*(?:<!--(?:(?!-->).)*-->\s*)*<(?:cite|time|p)[\s>]/is,
  /^\s*(?:\d+\s+)?-?\p{Nd}[^<"\r\n]*-->/u,
  SBV_START,
  /^\s*\{(?:"(?:[^"\\]|\\.)*"|[^"[])*?"(?:segments|transcription)"\s*:\s*\[/,
  /^\s*\{(?:\s*"\w+"\s*:\s*(?:"[^"]*"|[\d.]+)\s*,)*?\s*"text"\s*:\s*"/,
  /^\s*\[\s*\{(?:"(?:[^"\\]|\\.)*"|[^"{}])*?"start_ms"\s*:/,
  /^\s*\{[^[]*"(?:pens|wireMagic|events)"\s*:\s*[["]/,
];

const TIME_ELEMENT = /<time[\s>]/i;

/** Checks by its beginning whether a text can be a transcript, and no other file of this project. */
export function isTranscriptStart(start: string): boolean {
  return STARTS.some((pattern) => pattern.test(start.replace(/^\uFEFF/, "")));
}

/** Checks whether a page is a transcript in HTML. */
export function isTranscriptPage(page: string): boolean {
  return TIME_ELEMENT.test(page) && /<cite[\s>]/i.test(page);
}

/** A transcript of three hours, word by word, has 3 MB. */
export const MAX_TRANSCRIPT_MEGABYTES = 5;
const MAX_CUES = 20_000;

/** The longest name of a speaker, in UTF-16 code units. */
const MAX_NAME = 80;

const FORMATS =
  "WebVTT (.vtt), SubRip (.srt), JSON (of podcast:transcript, Whisper or Podlove), HTML of podcast:transcript, or captions that YouTube exports";

/** What stands for bytes that are no UTF-8. */
const NOT_UTF8 = "\uFFFD";

/**
 * Parses a transcript, whichever its format is: WebVTT, SubRip, SubViewer as YouTube Studio exports it, the JSON and the HTML
 * of `podcast:transcript` (https://github.com/Podcastindex-org/podcast-namespace), or the JSON of YouTube, Whisper or Podlove. The text
 * decides, since types and names of files are often wrong.
 *
 * @throws InputError if it is none, if it was not in UTF-8, if no cue of it can be read, or if it has more than 5 MB or 20,000 cues
 */
export async function parseTranscript(text: string): Promise<Transcript> {
  if (text.length > MAX_TRANSCRIPT_MEGABYTES * 1e6)
    throw new InputError("unreadable", `It has more than ${MAX_TRANSCRIPT_MEGABYTES} MB, which no transcript has.`);
  if (text.includes("\0")) throw new InputError("file-not-utf8", "It is in UTF-16.", { line: 1 });
  const broken = text.indexOf(NOT_UTF8);
  if (broken !== -1)
    throw new InputError("file-not-utf8", "It contains invalid UTF-8.", {
      line: text.slice(0, broken).split("\n").length,
    });
  const { cues, leftOut, badLine } = readCues(text.replace(/^\uFEFF/, ""));
  const isUsable = ({ start, end, text }: Cue) =>
    start >= 0 && end >= start && end <= MAX_DURATION && text !== "" && text.length <= MAX_CUE_TEXT;
  const lines = cues.map((cue) => ({ ...cue, text: toLine(cue.text) }));
  const usable = lines.filter(isUsable).toSorted((one, other) => one.start - other.start);
  if (usable.length === 0)
    throw new InputError("no-cues", "No cue in it can be read.", { line: badLine || 1, formats: FORMATS });
  if (usable.length > MAX_CUES)
    throw new InputError(
      "too-many-cues",
      `It has ${formatCount(usable.length, "cue")}; the limit is ${MAX_CUES.toLocaleString("en")}.`,
    );
  const unusable = lines.filter((cue) => cue.text !== "" && !isUsable(cue));
  const bad = [badLine || [], unusable.flatMap(({ line }) => line ?? [])].flat();
  return {
    cues: usable.map(({ line: _, ...cue }) => splitSpeaker(removeLongName(cue))),
    end: usable.reduce((latest, { end }) => Math.max(latest, end), 0),
    leftOut: leftOut + unusable.length,
    ...(bad.length > 0 && { badLine: Math.min(...bad) }),
  };
}

/** A name that is longer than a line is none, and would leave no room for what is said. */
function removeLongName({ speaker = "", ...cue }: Cue): Cue {
  const name = toLine(speaker);
  return name === "" || name.length > MAX_NAME ? cue : { ...cue, speaker: name };
}

function readCues(text: string): ReadCues {
  if (/^\s*[[{]/.test(text)) {
    const file = tryParseJson(text);
    const read = file === undefined ? undefined : parseJsonTranscript(file);
    if (read) return read;
  }
  // A page may have comments, which end as an arrow.
  if (/^\s*</.test(text) && TIME_ELEMENT.test(text)) return parseHtmlTranscript(text);
  if (text.includes("-->") || text.startsWith("WEBVTT")) return rollOff(parseCaptions(text));
  if (SBV_START.test(text)) return rollOff(parseSbv(text));
  if (TIME_ELEMENT.test(text)) return parseHtmlTranscript(text);
  throw new InputError("not-a-transcript", "It is no transcript with times.", { line: 1, formats: FORMATS });
}

function rollOff({ cues, ...read }: ReadCues): ReadCues {
  return { ...read, cues: removeRepeats(cues) };
}

/** Checks whether a value is a transcript, as JSON keeps it. */
export function isTranscript(value: unknown): value is Transcript {
  if (!isObject(value) || !Array.isArray(value.cues) || value.cues.length === 0) return false;
  return typeof value.end === "number" && typeof value.leftOut === "number" && value.cues.every(isCue);
}

function isCue(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { start, end, text, speaker } = value;
  const isNamed = speaker === undefined || typeof speaker === "string";
  return typeof start === "number" && typeof end === "number" && typeof text === "string" && isNamed;
}

/**
 * Matches a name at the start of a cue: at most four words, each with a capital letter or a digit first. `Host: Welcome`. Only a space
 * begins the next word, so that there is one way to read each text.
 */
const NAMED =
  /^(?:>>\s*|-\s+)?\[?([\p{Lu}\p{Lo}\p{N}][^\s:[\]]{0,60}(?: [\p{Lu}\p{Lo}\p{N}][^\s:[\]]{0,60}){0,3}) ?\]?:\s+(?=\S)/u;

/** Takes the name from the start of a cue that has no other. */
function splitSpeaker(cue: Cue): Cue {
  if (cue.speaker !== undefined) return cue;
  const [found, name = ""] = NAMED.exec(cue.text) ?? [];
  return found === undefined ? cue : { ...cue, text: cue.text.slice(found.length), speaker: name.trim() };
}
