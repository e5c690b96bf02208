import { deviation, mean } from "d3-array";

/** Steps of the integral, and how far it reaches, in units of the density's width. */
const STEPS = 200;
const REACH = 12;

/**
 * Computes the two-sided probability that chance takes Student's t as far from 0 (Student 1908). With the angle
 * atan(t / sqrt(degrees)), its density is a power of the cosine, which is integrated by the midpoint rule.
 *
 * @param degrees degrees of freedom, at least 1
 */
export function computeStudentP(t: number, degrees: number): number {
  const from = Math.atan(Math.abs(t) / Math.sqrt(degrees));
  return integrate(from, degrees) / integrate(0, degrees);
}

/** Computes the probability that chance takes Student's t as far above 0; 1 if it is not above. */
export function computeUpperP(t: number, degrees: number): number {
  return t > 0 ? computeStudentP(t, degrees) / 2 : 1;
}

/** Computes the probability that chance takes the mean of values as far above 0, by Student's t. */
export function computeMeanP(values: readonly number[]): number {
  const error = (deviation(values) ?? 0) / Math.sqrt(values.length);
  return computeUpperP((mean(values) ?? 0) / (error || 1e-9), values.length - 1);
}

const HALVINGS = 50;

/** Of a report, the same few limits are asked for a thousand times. */
const limits = new Map<string, number>();

/** Computes how far from 0 chance takes Student's t with a probability of alpha, in either direction: reverses computeStudentP. */
export function computeStudentLimit(alpha: number, degrees: number): number {
  const key = `${alpha} ${degrees}`;
  const known = limits.get(key);
  if (known !== undefined) return known;
  let [low, high] = [0, Math.PI / 2];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const angle = (low + high) / 2;
    if (integrate(angle, degrees) > alpha * integrate(0, degrees)) low = angle;
    else high = angle;
  }
  const limit = Math.tan(low) * Math.sqrt(degrees);
  limits.set(key, limit);
  return limit;
}

function integrate(from: number, degrees: number): number {
  const to = Math.min(Math.PI / 2, from + REACH / Math.sqrt(degrees));
  const step = (to - from) / STEPS;
  let sum = 0;
  for (let index = 0; index < STEPS; index++) sum += Math.cos(from + (index + 0.5) * step) ** (degrees - 1);
  return sum * step;
}
