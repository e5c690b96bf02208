import stringWidth from "string-width";
import { toPrintable } from "../lib/printable.ts";

/** Formats a time as `4:05`, or as `1:04:05` from one hour on. */
export function formatTime(seconds: number): string {
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor((whole % 3_600) / 60);
  const padded = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${padded}` : `${minutes}:${padded}`;
}

/** Formats a percentage without decimals, which would be noise, except near 0: `52 %`, `0.4 %`. The space does not break. */
export function formatPercent(percentage: number): string {
  return `${formatPoints(percentage)}\u00a0%`;
}

/** Formats percentage points like percentages, without a sign. */
export function formatPoints(points: number): string {
  const size = Math.abs(points);
  return size > 0 && size < 0.95 ? size.toFixed(1) : size.toFixed(0);
}

const graphemes = new Intl.Segmenter();

/** Shortens a text to a number of terminal columns. Cuts out the middle, because GUIDs often differ at their ends. */
export function shorten(text: string, columns: number): string {
  const printable = toPrintable(text);
  if (stringWidth(printable) <= columns) return printable;
  const characters = [...graphemes.segment(printable)].map(({ segment }) => segment);
  const head = trimToWord(takeColumns(characters, Math.floor((columns - 1) / 2)));
  const tail = takeColumns(characters.toReversed(), columns - 1 - stringWidth(head.join("")));
  return [...head, "…", ...trimToWord(tail).toReversed()].join("");
}

/** Takes as many characters from the start as fit into the columns. */
function takeColumns(characters: readonly string[], columns: number): readonly string[] {
  let width = 0;
  const end = characters.findIndex((character) => {
    width += stringWidth(character);
    return width > columns;
  });
  return characters.slice(0, end);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for elements and quoted attributes of HTML and XML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Leaves out a word that was cut, unless that would leave out more than half. */
function trimToWord(characters: readonly string[]): readonly string[] {
  const space = characters.lastIndexOf(" ");
  return space >= characters.length / 2 ? characters.slice(0, space + 1) : characters;
}
