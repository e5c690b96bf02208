import { sum } from "d3-array";
import { computeWilsonInterval } from "../report/curve/statistics/limits.ts";
import { SIMULATORS, type Simulator } from "./simulators/simulated-show.ts";

/** How often something was said, of how often it could have been. */
export interface Rate {
  readonly hits: number;
  readonly of: number;
  /** Whether hits are a sum of percentages. */
  readonly isMean?: true;
}

/** By names, as they are printed. */
export type Rates = Readonly<Record<string, Rate>>;

/** What is simulated again and again, and counted each time. */
export interface Scenario {
  readonly name: string;
  /** Most repetitions, where each is large. */
  readonly most?: number;
  /** @param seed of the first repetition, to which each further one, counted from 0, adds one */
  readonly measure: (simulator: Simulator, seed: number, repetition: number) => Rates;
}

/** Measures a scenario so many times, and adds up what is said. */
export function measureScenario(
  name: keyof typeof SIMULATORS,
  { measure, most = Number.POSITIVE_INFINITY }: Scenario,
  count: number,
  seed: number,
): Rates {
  const times = Array.from({ length: Math.min(count, most) }, (_, index) =>
    measure(SIMULATORS[name], seed + index, index),
  );
  return times.reduce(addRates, {});
}

/** Adds up rates by their names. */
export function addRates(sums: Rates, more: Rates): Rates {
  const added = Object.entries(more).map(([name, rate]) => {
    const { hits, of } = sums[name] ?? { hits: 0, of: 0 };
    return [name, { ...rate, hits: hits + rate.hits, of: of + rate.of }];
  });
  return { ...sums, ...Object.fromEntries(added) };
}

/** Counts in how many of some things something is true. */
export function countTrue<T>(items: readonly T[], isTrue: (item: T) => boolean): Rate {
  return { hits: items.filter(isTrue).length, of: items.length };
}

/** Adds up percentages, of which the mean is told. */
export function average(percentages: readonly number[]): Rate {
  return { hits: sum(percentages), of: percentages.length, isMean: true };
}

/** Formats a rate in percent, with Wilson's interval of 95 % (1927): `2.1 (1.1-3.8) 12/576`. */
export function formatRate({ hits, of, isMean }: Rate): string {
  if (of === 0) return "none";
  const part = hits / of;
  if (isMean) return `${part.toFixed(1)} on average of ${of}`;
  const { low, high } = computeWilsonInterval(part, of);
  return `${(100 * part).toFixed(1)} (${(100 * low).toFixed(1)}-${(100 * high).toFixed(1)}) ${hits}/${of}`;
}
