import type { Chart } from "../lib/chart.ts";
import { computeChart } from "../lib/episode/counts.ts";
import { packChart } from "../lib/episode/packed-chart.ts";

export const SAMPLE_GUID = "sample-episode";

/** An episode of two minutes that nobody has listened to yet. */
export const SAMPLE_LISTEN = { guid: "sample-listen", duration: 120 };

/** In seconds. */
const DURATION = 3_600;

const LISTENERS = 420;

/**
 * Passages that raise or lower the falling curve: start and end in seconds, the share of listeners who come (or
 * leave, if negative), and the time constant of each edge in seconds.
 */
const PASSAGES = [
  { what: "opening advertisement, skipped", from: 40, to: 95, share: -0.16, edge: 4 },
  { what: "advertisement in the middle, skipped", from: 1_455, to: 1_560, share: -0.21, edge: 5 },
  { what: "reading of a list, skipped by some", from: 2_050, to: 2_170, share: -0.06, edge: 12 },
  { what: "the answer that everybody replays", from: 2_640, to: 2_705, share: 0.13, edge: 9 },
  { what: "credits", from: 3_480, to: 3_700, share: -0.17, edge: 18 },
];

/** Computes the curve of an hour with 420 made-up listeners, at one point per second. It is the same at every call. */
export function computeSampleChart(): Chart {
  const counts = Uint32Array.from({ length: DURATION }, (_, time) => computeListeners(time));
  return computeChart(SAMPLE_GUID, DURATION, counts);
}

/** Computes the item of that curve, as an import writes it. */
export function computeSampleItem() {
  return { ...packChart(computeSampleChart(), new Date()), source: "own" };
}

function computeListeners(time: number): number {
  const sag = 0.48 + 0.46 * Math.exp(-time / 1_900) + 0.06 * Math.exp(-time / 60);
  const passages = PASSAGES.map(
    ({ from, to, share, edge }) => share * (step(time - from, edge) - step(time - to, edge)),
  );
  return Math.round(LISTENERS * passages.reduce((sum, share) => sum + share, sag));
}

/** The logistic function: rises smoothly from 0 to 1 around time 0. */
function step(time: number, edge: number): number {
  return 1 / (1 + Math.exp(-time / edge));
}
