import type { Insights } from "./insights.ts";
import type { Moment } from "./moments/moment.ts";
import { formatPercent, formatTime } from "./text.ts";

/** Shorter losses are at a moment, longer ones are between two. In seconds. */
const AT_ONCE = 3;

/** Parts that have a name, and how far a part may be from it. */
const PARTS: readonly (readonly [part: number, name: string])[] = [
  [9 / 10, "Nine in ten of"],
  [3 / 4, "Three quarters of"],
  [2 / 3, "Two thirds of"],
  [1 / 2, "Half of"],
  [1 / 3, "A third of"],
  [1 / 4, "A quarter of"],
  [1 / 5, "A fifth of"],
  [1 / 10, "A tenth of"],
];
const TOLERANCE = 0.015;

/**
 * Describes a moment by those who are listening before it: `A quarter of the listeners leave between 1:15 and 1:45.`,
 * `12 % of the listeners skip 20:00 to 21:15.`
 */
export function describeMoment(moment: Moment): string {
  const verb = { loss: "leave", skip: "skip", replay: "replay" }[moment.kind];
  return `${describePart(moment)} the listeners ${verb} ${describePlace(moment)}.`;
}

function describePart({ before, within }: Moment): string {
  const part = before > 0 ? Math.abs(before - within) / before : 1;
  if (part > 0.985 && within < before) return "All of";
  const [, name] = PARTS.find(([named]) => Math.abs(named - part) <= TOLERANCE) ?? [];
  return name ?? `${formatPercent(part * 100)} of`;
}

function describePlace({ kind, from, to }: Moment): string {
  if (kind !== "loss") return `${formatTime(from)} to ${formatTime(to)}`;
  return to - from < AT_ONCE ? `at ${formatTime(from)}` : `between ${formatTime(from)} and ${formatTime(to)}`;
}

/** Formats the percentages of a moment: `92 → 68 %`, or with the way back, `58 → 44 → 56 %`. */
export function formatMoment({ kind, before, within, after }: Moment): string {
  const values = kind === "loss" ? [before, after] : [before, within, after];
  return `${values.map((value) => value.toFixed(0)).join(" → ")} %`;
}

/** Describes the key figures of a curve, without its moments, one line each. */
export function describeInsights({ average, heard, remaining, early }: Insights): string[] {
  const times = early.map(({ minutes, percentage }) => {
    return `${formatPercent(percentage)} after ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  });
  const places = remaining.flatMap(({ part, percentage }) => {
    const place = { 0.5: "halfway", 1: "at the end" }[part];
    return place ? [`${formatPercent(percentage)} ${place}`] : [];
  });
  return [
    `Average: ${formatPercent(average)}, ${formatTime(heard)} heard`,
    `Still there: ${[...times, ...places].join(", ")}`,
  ];
}

/** Describes the moments of a curve, numbered, one line each. */
export function describeMoments(moments: readonly Moment[]): string[] {
  if (moments.length === 0) return ["No moment stands out."];
  return moments.map((moment, index) => {
    return `${index + 1}. ${describeMoment(moment).replace(/\.$/, "")} (${formatMoment(moment)})`;
  });
}
