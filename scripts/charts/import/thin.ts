import { mean, rollups } from "d3-array";
import type { Chart } from "../../../lib/chart.ts";

/**
 * Thins a curve to one point for each step that has any: the mean of the points in it, to two decimals,
 * at the step's beginning.
 *
 * @param step in seconds, positive
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
 * Undoes what binary fractions add to a result such as 0.3 / 0.1 or 6 * 0.1: the 15 digits that a double
 * keeps of any decimal number.
 */
function toDecimal(result: number): number {
  return Number(result.toPrecision(15));
}
