import { range } from "d3-array";
import { drawNormal } from "../../bench/simulators/simulated-episode.ts";
import { createRandom } from "../../report/demo/listeners.ts";
import { makeDate } from "./exact.ts";

/** Makes values of a course, with noise of a standard deviation of 1. */
export function makeValues(count: number, seed: number, course: (index: number) => number): number[] {
  const random = createRandom(seed);
  return range(count).map((index) => drawNormal(random, course(index)));
}

/** Makes a show of weekly episodes from their openings and averages. Episodes of a minute have no opening. */
export function makeShow(openings: readonly (number | undefined)[], averages: readonly number[] = []) {
  return openings.map((after1min, index) => ({
    date: makeDate(index),
    end: after1min === undefined ? 60 : 2_400,
    figures: { average: averages[index] ?? 60, last5percent: 40, ...(after1min !== undefined && { after1min }) },
  }));
}

/** Makes the episodes of a report from those of a show. */
export const toDated = (show: ReturnType<typeof makeShow>) =>
  show.map(({ date, ...insights }) => ({ date, kind: "peak" as const, insights }));
