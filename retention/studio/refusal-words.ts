import type { Refusal } from "../sources/base/refusals.ts";
import { WITHOUT_GUID } from "../sources/formats/guids.ts";
import type { RefusalView } from "./view.ts";

/** Sentences that only a terminal can follow: they name options, pages or queries. */
const OF_COMMAND =
  /(?:^|\s)--[a-z]|docs\/|\bSELECT\b|\bjq\b|^(?:Import only one of them|Save the platform's JSON answer|Formats that can be imported)/;

const OF_ANSWER = /Save this answer to a file of its own, .*$/;

/** Which answer has no data tells podcasters nothing: its episode is named before. */
const EMPTY_ANSWER = /\bThe answer of \S+ is [^.]*?, and has no data\./;

/** What else is in a HAR file tells podcasters nothing. */
const OTHER_ANSWERS = /, [\d,]+ other answers?$/;

const NOT_UTF8 = "not UTF-8";
const MISSING_ROWS = "with missing rows";

const DURATION = "Drop the feed that has it, or type the length.";

/** What the page says in place of the command's way out, by the kind of a refusal. */
const WAYS_OUT: Readonly<Record<string, string>> = {
  [MISSING_ROWS]: "If nobody listened there, say so. Otherwise, export the table again with all rows.",
  "found twice": "Choose another episode for one of the two, or take it away.",
};

const NOT_TEXT = "It is no text in UTF-8. If it is a table, save it as CSV in UTF-8.";

/** How the command refuses a table that says how many listened, and not where they left. */
const NO_POSITIONS = /^The table has no column of positions, only .*?\. (?=Rename one)/s;

const UNKNOWN =
  "It is no feed, no HAR file, no export, no saved report, and no answer of Spotify, Apple, YouTube, OP3, HarborFM or PeerTube. A map of curves to episodes is read as CSV with the columns key,guid.";

/** Says in the words of the page why something was refused. */
export function wordRefusal({ line, kind, detail, lacksDuration }: Refusal): RefusalView {
  const place = line === undefined ? "" : `line ${line}: `;
  const wayOut = lacksDuration === undefined ? WAYS_OUT[kind] : DURATION;
  const isUnknown = /of an unknown format|It is neither JSON nor CSV/.test(detail);
  const words = kind === NOT_UTF8 ? [NOT_TEXT] : [wordDetail(detail), wayOut ?? [], isUnknown ? UNKNOWN : []].flat();
  const text = `${place}${words.join(" ")}`;
  if (lacksDuration !== undefined) return { text, remedy: { kind: "duration", guid: lacksDuration } };
  return kind === MISSING_ROWS ? { text, remedy: { kind: "zeros" } } : { text };
}

function wordDetail(detail: string): string {
  const [found] = NO_POSITIONS.exec(detail) ?? [];
  if (found === undefined) return wordHint(detail);
  return `${found}If it says how many listened, and not where they left, a report does not need it. If it has a curve, name its first column time, with seconds.`;
}

/** Whether a refusal is of a table without a curve, such as one of plays by day. */
export function isWithoutCurve({ detail }: Refusal): boolean {
  return NO_POSITIONS.test(detail);
}

/** Leaves out of a text what only a terminal can follow. */
export function wordHint(text: string): string {
  return splitSentences(text)
    .filter((sentence) => !OF_COMMAND.test(sentence))
    .join(" ")
    .replace(OF_ANSWER, "Record that episode again.")
    .replaceAll(/(?<!the |charts )\bimport\b/g, "choose")
    .replace(EMPTY_ANSWER, "It has no data.")
    .replace(OTHER_ANSWERS, "");
}

/** Whether a refusal says only that the episode of a curve is to be chosen, which the page asks for elsewhere. */
export function isToBeChosen({ kind, detail }: Refusal): boolean {
  return kind === WITHOUT_GUID && detail.includes("Complete its line in the map");
}

function splitSentences(text: string): string[] {
  return text.split(/(?<=[.:!?])\s+(?=[A-Z"])/);
}
