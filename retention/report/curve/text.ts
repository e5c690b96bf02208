import stringWidth from "string-width";
import { toPrintable } from "../../../lib/printable.ts";

/** Formats a percentage without decimals, which would be noise, except near 0: `52 %`, `0.4 %`. The space does not break. */
export function formatPercent(percentage: number): string {
  return `${formatPoints(percentage)}\u00a0%`;
}

/** Formats percentage points like percentages, without a sign. */
export function formatPoints(points: number): string {
  const size = Math.abs(points);
  return size > 0 && size < 0.95 ? size.toFixed(1) : size.toFixed(0);
}

/** Computes the difference of two percentages as they are shown, so that it is the one that readers compute. */
export function subtractShown(percentage: number, usual: number): number {
  return Number(percentage.toFixed(0)) - Number(usual.toFixed(0));
}

/** Formats percentage points with their unit: `4 points`, `1 point`. */
export function formatDifference(points: number): string {
  const size = formatPoints(points);
  return `${size} ${size === "1" ? "point" : "points"}`;
}

// Pure: a bundle without `shorten` is for browsers without Segmenter, too.
const graphemes = /* @__PURE__ */ new Intl.Segmenter();

/** Longest text of strangers that is measured or laid out, in UTF-16 code units. Of longer ones, only the beginning is read. */
const MAX_LENGTH = 500;

/** Cuts the end off a text that is longer than any title. @param length in UTF-16 code units */
export function cutText(text: string, length = MAX_LENGTH): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Shortens a text to a number of terminal columns. Cuts out the middle, because GUIDs often differ at their ends. */
export function shorten(text: string, columns: number): string {
  const printable = toPrintable(cutMiddleOut(text));
  if (stringWidth(printable) <= columns) return printable;
  const characters = [...graphemes.segment(printable)].map(({ segment }) => segment);
  return cutMiddle(characters, columns, (characters) => stringWidth(characters.join("")));
}

/** Most columns of a title in a sentence or beside a curve. */
export const MAX_TITLE = 56;

/** Quotes a title, shortened: `“Tides”`. */
export function quote(title: string, columns = MAX_TITLE): string {
  return `“${nestQuotes(shorten(title, columns))}”`;
}

/** Makes the double quotation marks within a text that is quoted single ones: `The ‘real’ tide`. */
export function nestQuotes(text: string): string {
  return text.replace(/(?<![^\s([—–-])["“”„]/g, "‘").replace(/["“”„]/g, "’");
}

/** Quotes a title where room is short: in large letters, and in lists. */
export function quoteShort(title: string, columns = 40): string {
  return quote(title, columns);
}

/** Most names in one sentence. */
const MAX_NAMED = 3;

/** Names the first ones, and says how many there are besides: `“Tides”, “Harbours”, “Salt”, and 3 more`. */
export function listFirst(names: readonly string[], separator = ", "): string {
  const more = names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : "";
  return `${names.slice(0, MAX_NAMED).join(separator)}${more}`;
}

/** Cuts the middle out of a text that is so long that measuring it would take long. */
function cutMiddleOut(text: string): string {
  if (text.length <= 2 * MAX_LENGTH) return text;
  return `${text.slice(0, MAX_LENGTH)}…${text.slice(-MAX_LENGTH)}`.toWellFormed();
}

/** Cuts characters out of the middle, and whole words if they are short. @param measure returns their width in columns */
export function cutMiddle(
  characters: readonly string[],
  columns: number,
  measure: (characters: readonly string[]) => number,
): string {
  if (measure(characters) <= columns) return characters.join("");
  const take = (from: readonly string[], room: number) => {
    let width = 0;
    const end = from.findIndex((character) => {
      width += measure([character]);
      return width > room;
    });
    return trimToWord(from.slice(0, end));
  };
  const head = take(characters, Math.floor((columns - 1) / 2));
  const tail = take(characters.toReversed(), columns - 1 - measure(head));
  return [...head, "…", ...tail.toReversed()].join("");
}

/** Leaves out a word that was cut, unless that would leave out more than half. */
function trimToWord(characters: readonly string[]): readonly string[] {
  const space = characters.lastIndexOf(" ");
  return space >= characters.length / 2 ? characters.slice(0, space + 1) : characters;
}
