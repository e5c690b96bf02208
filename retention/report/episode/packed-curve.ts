import { decodeUtf8, encodeUtf8 } from "../../../lib/bytes.ts";
import type { Chart, Point } from "../../../lib/chart.ts";
import { encodeBase64, gunzipSync, gzipSync } from "../../../lib/packing.ts";
import { decodeBase64 } from "../../sources/base/byte-arrays.ts";
import { type Gap, splitAtGaps } from "../curve/levels/gaps.ts";
import { extendToEnd, thinToOutline } from "../curve/plane.ts";
import { readPoints, type SourceCurve, STEPS_PER_PERCENT, STEPS_PER_SECOND } from "./episode.ts";

/** Buckets per curve. Each keeps at most four points: the first, last, lowest and highest. */
const BUCKETS = 480;

/**
 * Thins a curve to what a screen can show (M4, Jugel and others 2014, "A Visualization-Oriented Time Series Data
 * Aggregation"), and packs it, with where it lacks points. Keeps peaks, drops and the ends of gaps.
 */
export function packOutline(chart: Chart, gaps: readonly Gap[]): Pick<SourceCurve, "curve" | "gaps"> {
  const points = extendToEnd(chart);
  const end = points.at(-1)?.time || 1;
  const thinned = splitAtGaps(points, gaps).flatMap((part) =>
    thinToOutline(part, ({ time }) => Math.floor((time / end) * BUCKETS)),
  );
  const round = (time: number) => Math.round(time * STEPS_PER_SECOND) / STEPS_PER_SECOND;
  const rounded = gaps.map(({ from, to }) => ({ from: round(from), to: round(to) }));
  return { curve: packCurve(thinned), ...(rounded.length > 0 && { gaps: rounded }) };
}

/**
 * Packs a curve into text: base64 of the gzip of a JSON array of integers. Times are in tenths of a second, percentages
 * in hundredths of a percent, and all are differences from the previous point:
 *
 *     {"time": 10, "percentage": 100}, {"time": 12.5, "percentage": 99.5} -> [100, 10000, 25, -50]
 */
function packCurve(points: readonly Point[]): string {
  let before = { time: 0, percentage: 0 };
  const numbers: number[] = [];
  for (const point of points) {
    const time = Math.round(point.time * STEPS_PER_SECOND);
    const percentage = Math.round(point.percentage * STEPS_PER_PERCENT);
    numbers.push(time - before.time, percentage - before.percentage);
    before = { time, percentage };
  }
  return encodeBase64(gzipSync(encodeUtf8(JSON.stringify(numbers)), { level: 9 }));
}

/** The most bytes of an unpacked curve. */
const MAX_BYTES = 1_000_000;

/** Reverses packCurve. @throws Error if it is damaged */
export function unpackCurve(curve: string): Point[] {
  const bytes = gunzipSync(decodeBase64(curve), { maxOutputLength: MAX_BYTES });
  return readPoints(JSON.parse(decodeUtf8(bytes)));
}
