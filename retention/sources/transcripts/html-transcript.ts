import sax from "sax";
import { tryParseTime } from "../feed/duration.ts";
import { type Cue, type ReadCues, toLine } from "./cue.ts";

/** Characters that are said in a second, for the last paragraph, whose end nobody writes. */
const CHARACTERS_PER_SECOND = 15;

const READ = ["cite", "time", "p"];

/** A paragraph, with who says it and when it begins. */
interface Paragraph {
  speaker?: string;
  start?: number | undefined;
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

/** Reads HTML as it comes, with tags that nobody closed. */
function collectParagraphs(html: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let open: string | undefined;
  let text = "";
  let said: Omit<Paragraph, "text"> = {};
  const close = () => {
    const line = toLine(text);
    if (open === "cite") said = { speaker: line.replace(/:$/, "").trim() };
    if (open === "time") said = { ...said, start: tryParseTime(line) };
    if (open === "p" && line !== "") {
      paragraphs.push({ ...said, text: line });
      said = said.speaker === undefined ? {} : { speaker: said.speaker };
    }
    open = undefined;
  };
  const parser = sax.parser(false, { lowercase: true });
  parser.onopentag = ({ name }) => {
    if (!READ.includes(name)) return;
    close();
    [open, text] = [name, ""];
  };
  parser.onclosetag = (name) => {
    if (name === open) close();
  };
  parser.ontext = parser.oncdata = (part) => {
    text += part;
  };
  // What is no markup is text.
  parser.onerror = () => void parser.resume();
  // A part of a page has no element around it all, and sax reads nothing behind the first one that ends.
  parser.write(`<html>${html}`).close();
  close();
  return paragraphs;
}
