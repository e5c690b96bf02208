import { mean } from "d3-array";
import type { BinnedCurve } from "./levels/bins.ts";

/** How many are still there, in percent as in the chart, in order of time. */
export interface Figures {
  readonly after30s?: number;
  readonly after1min?: number;
  readonly after5min?: number;
  /** Mean over the whole length. */
  readonly average: number;
  /** Those who reach the last 5 % of the file. */
  readonly last5percent: number;
}

export type FigureName = keyof Figures;

/** Seconds of the figures after a time. They are left out from this part of the length on. */
const TIMES = { after30s: 30, after1min: 60, after5min: 300 } as const;
const MAX_PART = 0.8;

const LAST_PART = 0.95;

/** Computes the figures of a curve. The last second is never read: an outro empties it, and so does a wrong duration. */
export function computeFigures({ end, values, getLevel }: BinnedCurve): Figures {
  const times = Object.entries(TIMES).filter(([, time]) => time < MAX_PART * end);
  return {
    ...Object.fromEntries(times.map(([name, time]) => [name, getLevel(time)])),
    average: mean(values) ?? 0,
    last5percent: getLevel(LAST_PART * end),
  };
}
