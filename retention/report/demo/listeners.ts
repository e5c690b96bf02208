import { cumsum } from "d3-array";
import type { Chart } from "../../../lib/chart.ts";
import { computeChart } from "../../../lib/episode/counts.ts";

/** What listeners do at a passage of an episode. Times are in seconds. */
export interface Passage {
  readonly kind: "leave" | "skip" | "replay";
  readonly from: number;
  readonly to: number;
  /** Fraction of the listeners who do it. */
  readonly share: number;
}

/** An episode as its listeners find it. */
export interface EpisodePlan {
  readonly guid: string;
  /** Seconds. */
  readonly duration: number;
  readonly listeners: number;
  /** Fraction of the listeners who stay to the end, apart from the passages. */
  readonly loyalty: number;
  readonly passages: readonly Passage[];
}

/** Returns random numbers from 0 to 1 that are the same at every call: the generator of Park and Miller (1988). */
export function createRandom(seed: number): () => number {
  let state = (Math.abs(Math.trunc(seed)) % 2_147_483_646) + 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  for (let round = 0; round < 3; round++) next();
  return next;
}

/** Simulates the curve of an episode: its listeners at each second, in percent of the peak. */
export function simulateChart(plan: EpisodePlan, seed: number): Chart {
  return computeChart(plan.guid, plan.duration, simulateCounts(plan, seed));
}

/**
 * Simulates the listeners of an episode one by one, and counts them at each second. So the noise of a curve is that of a
 * real one: it grows as listeners become fewer, and neighbouring seconds have almost the same listeners.
 */
export function simulateCounts(plan: Omit<EpisodePlan, "guid">, seed: number): Uint32Array {
  const { duration, listeners, loyalty, passages } = plan;
  const random = createRandom(seed);
  const seconds = Math.ceil(duration);
  // Those who come at each second, less those who go.
  const changes = new Int32Array(seconds + 1);
  const count = (from: number, to: number) => {
    const [first, end] = [Math.max(0, Math.floor(from)), Math.ceil(Math.min(to, seconds))];
    if (end <= first) return;
    changes[first] = (changes[first] ?? 0) + 1;
    changes[end] = (changes[end] ?? 0) - 1;
  };
  for (let listener = 0; listener < listeners; listener++) {
    const leaves = passages.filter(({ kind, share }) => kind === "leave" && random() < share);
    const stops = leaves.map(({ from, to }) => from + random() * (to - from));
    const end = Math.min(drawEnd(duration, loyalty, random), ...stops);
    let from = 0;
    for (const passage of passages) {
      if (passage.kind === "leave" || random() >= passage.share || passage.from >= end) continue;
      const [start, stop] = [passage.from + 6 * random(), passage.to + 6 * (random() - 0.5)];
      if (passage.kind === "replay") count(start, stop);
      else {
        count(from, Math.min(start, end));
        from = stop;
      }
    }
    count(from, end);
  }
  return Uint32Array.from(cumsum(changes.subarray(0, seconds)));
}

/** Draws the moment at which a listener leaves: some within the first minutes, the others at any time. */
function drawEnd(duration: number, loyalty: number, random: () => number): number {
  if (random() < loyalty) return duration;
  return random() < 0.3 ? -90 * Math.log(1 - random()) : duration * random();
}
