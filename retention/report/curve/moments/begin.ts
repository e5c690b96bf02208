import { sum } from "d3-array";
import { type BinnedCurve, MIN_SECONDS } from "../levels/bins.ts";
import type { Fall } from "./level-changes.ts";
import { SLOW_SECONDS } from "./slow-falls.ts";

/** Seconds that listeners take to leave or skip what they hear, on average. */
const REACTION = 5;

/**
 * Finds when that begins which listeners skip or leave, in whole seconds: before the mean time at which they go. Who skips presses a
 * button. Who leaves may hear on for a while: they are taken to go evenly, and of a slow fall, from where its window begins.
 * (`npx node retention/bench/rates.ts 60 5000 letters` counts the right quotes.)
 */
export function findBegin(fall: Omit<Fall, "size">, curve: BinnedCurve, kind: "skip" | "loss"): number {
  // Steps between which as many come back have no mean time.
  if (fall.to - fall.from >= SLOW_SECONDS || fall.after >= fall.before) return fall.from;
  const { first, mean, deviation } = computeTimes(fall, curve);
  // Wide bins hide how their times vary.
  const hidden = Math.min(REACTION, curve.seconds - MIN_SECONDS);
  const early = kind === "skip" ? REACTION : Math.max(hidden, Math.sqrt(3) * deviation);
  return Math.round(Math.max(first, mean - early));
}

/** Computes when those of a fall go, on average, and how their times vary, in seconds. Of wide bins, too, the mean is exact. */
function computeTimes({ from, to, before, after }: Omit<Fall, "size">, { values, seconds }: BinnedCurve) {
  const first = Math.max(0, Math.floor(from / seconds - 1));
  const parts = values.slice(first, Math.ceil(to / seconds) + 1).map((value) => (value - after) / (before - after));
  const left = parts.map((part) => Math.min(1, Math.max(0, part)));
  const mean = sum(left);
  // Where they all go within one bin, nobody knows how their times vary.
  const within = (mean % 1) * (1 - (mean % 1));
  const variance = Math.max(0, sum(left, (part, bin) => part * (2 * bin + 1)) - mean ** 2 - within);
  return { first: first * seconds, mean: (first + mean) * seconds, deviation: seconds * Math.sqrt(variance) };
}
