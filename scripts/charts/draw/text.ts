import { toPrintable } from "../../cli/printable.ts";
import type { Drop, Insights, Remaining } from "./insights.ts";

/** A time as people say it: 4:05, or 1:04:05 from an hour on. */
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

/** What a curve tells, in sentences. */
export function describeInsights({ average, remaining, sharpestDrop }: Insights): string[] {
  return [
    `Average: ${formatPercent(average)} of the peak`,
    describeRemaining(remaining),
    `Sharpest drop: ${sharpestDrop ? describeDrop(sharpestDrop) : "none"}`,
  ];
}

export function describeRemaining(remaining: readonly Remaining[]): string {
  const parts = remaining.map(({ part, percentage }) => `${formatPercent(percentage)} at ${part * 100} %`);
  return `Still there: ${parts.join(", ")} of the episode`;
}

export function describeDrop({ points, seconds, time }: Drop): string {
  return `${points.toFixed(1)} points within ${Math.round(seconds)} s, at ${formatTime(time)}`;
}

/** Shortens a text in the middle, where GUIDs that are URLs differ least, to a number of characters. */
export function shorten(text: string, length: number): string {
  const characters = [...toPrintable(text)];
  if (characters.length <= length) return characters.join("");
  const kept = Math.max(0, length - 1);
  const head = Math.floor(kept / 2);
  return `${characters.slice(0, head).join("")}…${characters.slice(characters.length - (kept - head)).join("")}`;
}
