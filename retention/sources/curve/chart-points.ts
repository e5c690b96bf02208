import type { Point } from "../../../lib/chart.ts";
import { computePercentage } from "../../../lib/episode/counts.ts";
import { RecordError } from "../base/refusals.ts";
import { requireCovering } from "./coverage.ts";
import { computeOverrun, requireWithin } from "./overrun.ts";
import type { Curve, CurvePoint } from "./platform-curve.ts";

/**
 * Computes the points of a chart in ascending time. Points at or after the end of the episode are dropped.
 * Counts become percent of their peak, to two decimals: 4, 3, 1 -> 100, 75, 25. Percentages are kept.
 * If the curve is already a chart, all of its points are kept unchanged.
 *
 * @param duration in seconds
 * @throws RecordError if no point with listeners is left, if more than a tenth lies beyond the end, if the curve covers next
 *   to nothing of the episode, or if a chart of this service has any point beyond the end
 */
export function computePoints(curve: Curve, duration: number): Point[] {
  const { points, positions, values, isChart } = curve;
  if (isChart) return computeChartPoints(points, duration);
  requireCovering(curve, duration);
  const timed = points
    .map(({ at, value }) => ({ at: positions === "percent" ? (at * duration) / 100 : at, value }))
    .sort((one, other) => one.at - other.at);
  requireWithin(computeOverrun(timed, duration), duration);
  const kept = timed.filter(({ at }) => at < duration);
  const peak = kept.reduce((max, { value }) => Math.max(max, value), 0);
  if (peak === 0)
    throw new RecordError("nobody-before-end", `Nobody listened before the end of the episode at ${duration} s.`);
  if (values === "percentages") return kept.map(({ at, value }) => ({ time: at, percentage: value }));
  if (peak > Number.MAX_SAFE_INTEGER)
    throw new RecordError("not-a-curve", `Counts must be at most ${Number.MAX_SAFE_INTEGER}, not ${peak}.`);
  return kept.map(({ at, value }) => ({ time: at, percentage: computePercentage(value, peak) }));
}

function computeChartPoints(points: readonly CurvePoint[], duration: number): Point[] {
  const beyond = points.find(({ at }) => at > duration);
  if (beyond)
    throw new RecordError(
      "point-beyond-duration",
      `The point at ${beyond.at} s is beyond the duration of ${duration} s.`,
    );
  return points.map(({ at, value }) => ({ time: at, percentage: value })).sort((one, other) => one.time - other.time);
}
