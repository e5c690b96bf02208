import stringWidth from "string-width";
import { toPrintable } from "../../cli/printable.ts";
import type { Drop, Insights, Remaining } from "./insights.ts";

/** Formats a time as `4:05`, or as `1:04:05` from one hour on. */
export function formatTime(seconds: number): string {
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor((whole % 3_600) / 60);
  const padded = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${padded}` : `${minutes}:${padded}`;
}

export function formatPercent(percentage: number): string {
  return `${percentage.toFixed(1)} %`;
}

/** Describes the key figures of a curve, one line each. */
export function describeInsights({ average, remaining, sharpestDrop }: Insights): string[] {
  return [
    `Average: ${formatPercent(average)}`,
    describeRemaining(remaining),
    `Sharpest drop: ${sharpestDrop ? describeDrop(sharpestDrop) : "none"}`,
  ];
}

export function describeRemaining(remaining: readonly Remaining[]): string {
  const parts = remaining.map(({ part, percentage }) => `${formatPercent(percentage)} at ${part * 100} %`);
  return `Retention: ${parts.join(", ")} of the episode`;
}

export function describeDrop({ points, seconds, time }: Drop): string {
  return `${points.toFixed(1)} points within ${Math.round(seconds)} s, at ${formatTime(time)}`;
}

const graphemes = new Intl.Segmenter();

/** Shortens a text to a number of terminal columns. Cuts out the middle, because GUIDs often differ at their ends. */
export function shorten(text: string, columns: number): string {
  const printable = toPrintable(text);
  if (stringWidth(printable) <= columns) return printable;
  const characters = [...graphemes.segment(printable)].map(({ segment }) => segment);
  const head = takeColumns(characters, Math.floor((columns - 1) / 2));
  const tail = takeColumns(characters.toReversed(), columns - 1 - stringWidth(head.join("")));
  return [...head, "…", ...tail.toReversed()].join("");
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
