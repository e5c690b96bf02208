import type { Insights } from "../insights.ts";

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
  const parts = remaining.map(({ part, percentage }) => `${formatPercent(percentage)} at ${part * 100} %`);
  const drop = sharpestDrop
    ? `${sharpestDrop.points.toFixed(1)} points within ${Math.round(sharpestDrop.seconds)} s, at ${formatTime(sharpestDrop.time)}`
    : "none";
  return [
    `Average: ${formatPercent(average)} of the peak`,
    `Still there: ${parts.join(", ")} of the episode`,
    `Sharpest drop: ${drop}`,
  ];
}

/** Shortens a text in the middle, where GUIDs that are URLs differ least, to a number of characters. */
export function shorten(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const kept = Math.max(0, length - 1);
  const head = Math.floor(kept / 2);
  return `${characters.slice(0, head).join("")}…${characters.slice(characters.length - (kept - head)).join("")}`;
}
