import { mean, rollups } from "d3-array";
import type { Chart } from "../lib/chart.ts";

/**
 * Thins a curve to one point per step: the mean of the step's points, to two decimals, at its beginning. A step without
 * points gets none. With a step of 10, the percentages 10, 20 and 40 at 0, 5 and 10 s become 15 at 0 s and 40 at 10 s.
 *
 * @param step in seconds, above 0
 */
export function thinChart(chart: Chart, step: number): Chart {
  const means = rollups(
    chart.data,
    (points) => mean(points, ({ percentage }) => percentage) ?? 0,
    ({ time }) => Math.floor(toDecimal(time / step)),
  );
  const data = means.map(([index, percentage]) => ({
    time: toDecimal(index * step),
    percentage: Math.round(percentage * 100) / 100,
  }));
  return { ...chart, data };
}

/**
 * Rounds to the 15 digits that a double keeps of any decimal number, so that 0.3 / 0.1 gives 3 and 6 * 0.1 gives 0.6.
 */
function toDecimal(result: number): number {
  return Number(result.toPrecision(15));
}
