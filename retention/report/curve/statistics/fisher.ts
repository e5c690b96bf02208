import { sum } from "d3-array";

/** Of the likeliest outcome's probability. Of millions, most outcomes have less. */
const LEAST_WEIGHT = 1e-30;

/** How many of some did something. */
export interface Part {
  readonly hits: number;
  readonly of: number;
}

/**
 * Computes the two-sided probability of an outcome that is no more probable than this one, given how many did it in both
 * groups together (Fisher 1935): of a sample that has grown, those who came since are a random part of all if nothing has
 * changed. Counting half of this outcome (mid-p) would be wrong more often than it says where few came since.
 */
export function computeFisherP(one: Part, other: Part): number {
  const hits = one.hits + other.hits;
  const [least, most] = [Math.max(0, hits - other.of), Math.min(one.of, hits)];
  const likeliest = Math.floor(((one.of + 1) * (hits + 1)) / (one.of + other.of + 2));
  const mode = Math.min(most, Math.max(least, likeliest));
  /** How much more probable it is that one more of these did it. */
  const computeRatio = (a: number) => ((one.of - a) * (hits - a)) / ((a + 1) * (other.of - hits + a + 1));
  const more = listWeights(most - mode, (step) => computeRatio(mode + step));
  const fewer = listWeights(mode - least, (step) => 1 / computeRatio(mode - step - 1));
  const weights = [...more, ...fewer.slice(1)];
  const observed = one.hits < mode ? fewer[mode - one.hits] : more[one.hits - mode];
  const limit = (observed ?? 0) * (1 + 1e-7);
  return sum(weights, (weight) => (weight < limit ? weight : 0)) / sum(weights);
}

/** Lists the probabilities of outcomes further and further from the likeliest one, as parts of that, until they change no sum. */
function listWeights(count: number, computeRatio: (step: number) => number): number[] {
  const weights = [1];
  for (let weight = 1; weights.length <= count && weight > LEAST_WEIGHT; weights.push(weight))
    weight *= computeRatio(weights.length - 1);
  return weights;
}
