import { tryParseTime } from "../feed/duration.ts";
import { decodeEntities } from "../feed/entities.ts";
import { type Cue, MAX_CUE_TEXT, type ReadCues, toLine } from "./cue.ts";

/** Characters that are said in a second, for the last paragraph, whose end nobody writes. */
const CHARACTERS_PER_SECOND = 15;

const READ = ["cite", "time", "p"];

/** A paragraph, with who says it and when it begins. */
interface Paragraph {
  readonly speaker?: string;
  readonly start: number | undefined;
  text: string;
}

/**
 * Parses HTML of `podcast:transcript`: `<cite>` has the speaker, `<time>` the start, and `<p>` what is said. A paragraph ends
 * where the next one begins.
 */
export function parseHtmlTranscript(text: string): ReadCues {
  const paragraphs = collectParagraphs(text);
  const timed = paragraphs.flatMap(({ start, text, speaker }) =>
    start === undefined ? [] : [{ start, text, ...(speaker && { speaker }) }],
  );
  const cues = timed.map((cue, index): Cue => {
    const next = timed.slice(index + 1, index + 2)[0]?.start ?? cue.start + cue.text.length / CHARACTERS_PER_SECOND;
    return { ...cue, end: Math.max(cue.start, next) };
  });
  return { cues, leftOut: paragraphs.length - timed.length };
}

/** Matches a time, which some programs write in brackets. */
const TIME = /\d[\d:]*(?:\.\d+)?/;

/** Matches markup, without a list of open elements. Each part can end where the text does, so that nothing is read twice. */
const MARKUP =
  /<!--.*?(?:-->|$)|<(?:script|style)\b.*?(?:<\/(?:script|style)\b[^<>]*>|$)|<(\/?)([a-z][a-z\d-]*)(?:"[^"<]*"|'[^'<]*'|[^<>]){0,5000}>?|<![^<>]*>?/gis;

/** Reads HTML as it comes, with tags that nobody closed. */
function collectParagraphs(html: string): Paragraph[] {
  const paragraphs = new Paragraphs();
  let element: string | undefined;
  let isInParagraph = false;
  let [text, from] = ["", 0];
  for (const { 0: markup, 1: slash, 2: tag = "", index } of html.matchAll(MARKUP)) {
    const name = tag.toLowerCase();
    text += `${html.slice(from, index)}${name === "br" ? " " : ""}`;
    from = index + markup.length;
    if (!READ.includes(name)) continue;
    paragraphs.add(element, toLine(decodeEntities(text)));
    text = "";
    if (name === "p") isInParagraph = slash === "";
    // A name and a time may be within a paragraph.
    element = slash === "" ? name : isInParagraph ? "p" : undefined;
  }
  paragraphs.add(element, toLine(decodeEntities(text + html.slice(from))));
  return paragraphs.all;
}

/** The paragraphs of a transcript, and who says the next one when. */
class Paragraphs {
  readonly all: Paragraph[] = [];
  #speaker: string | undefined;
  #start: number | undefined;
  /** Whether a name or a time came since the last paragraph. Without one, the next paragraph goes on with it. */
  #isNew = true;

  /** Adds the text of an element. */
  add(element: string | undefined, line: string): void {
    if (element === "cite") this.#speaker = line.replace(/:$/, "").trim();
    if (element === "time") this.#start = tryParseTime(TIME.exec(line)?.[0] ?? "");
    if (element === "cite" || element === "time") this.#isNew = true;
    if (element === "p" && line !== "") this.#addParagraph(line);
  }

  #addParagraph(text: string): void {
    const last = this.all.at(-1);
    if (last && !this.#isNew && last.text.length + text.length < MAX_CUE_TEXT) last.text += ` ${text}`;
    else this.all.push({ start: this.#start, text, ...(this.#speaker && { speaker: this.#speaker }) });
    this.#start = undefined;
    this.#isNew = false;
  }
}
