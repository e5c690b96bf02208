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

function integrate(from: number, degrees: number): number {
  const to = Math.min(Math.PI / 2, from + REACH / Math.sqrt(degrees));
  const step = (to - from) / STEPS;
  let sum = 0;
  for (let index = 0; index < STEPS; index++) sum += Math.cos(from + (index + 0.5) * step) ** (degrees - 1);
  return sum * step;
}
