import { max, sum } from "d3-array";
import { formatCount } from "../../../lib/count.ts";
import { createFact, type Fact } from "../base/facts.ts";
import { RecordError } from "../base/refusals.ts";
import { formatSeconds, formatTime } from "../base/times.ts";
import type { EmptyPart, Gaps } from "./curve-gaps.ts";
import { type Curve, MAX_POINTS } from "./platform-curve.ts";

/** Positions from which a curve is refused that is no table of counts. Fewer prove nothing. */
const MIN_POSITIONS = 6;

/**
 * What it may lack: a number in a row, or a part of all positions, and a part in all. Of 6 to 19 positions it may lack none, of 20
 * to 39 one, from 40 on two in a row, and from 150 on 2 % in a row.
 */
const MAX_RUN = 2;
const MAX_RUN_SHARE = 0.02;
const MAX_SHARE = 0.05;

/** Gaps that a message names. It counts the others. */
const MAX_NAMED = 3;

/**
 * Finds out whether a curve has a value for each of its positions. A gap would be drawn as if the listeners before it had stayed.
 *
 * @param gaps of the curve, as `findGaps` finds them
 * @param duration in seconds
 * @param takesZero whether nobody listened where rows of a table are missing or blank between others. Before the first one and
 *   after the last one, they may be cut off
 * @returns the curve, with points of 0 for these rows
 * @throws RecordError if rows of a table of counts are missing, or more of another curve than may be
 */
export function requireValues(curve: Curve, gaps: Gaps, duration: number, takesZero: boolean): Curve {
  if (curve.isChart || gaps.inside.length === 0) return curve;
  if (curve.isTable && curve.values === "counts") {
    if (takesZero) return fillWithZeros(curve, gaps);
    throw new RecordError("missing-rows", describeRows(curve, gaps));
  }
  if (isTolerable(gaps)) return curve;
  throw new RecordError("missing-values", describeStretches(curve, gaps.inside, duration));
}

/** Says where a curve has no values at its start or its end. Takes what {@link requireValues} takes. */
export function findOpenEnds(curve: Curve, { outside }: Gaps, duration: number): Fact[] {
  if (curve.isChart || outside.length === 0) return [];
  return [createFact("open-ends", `${describeStretches(curve, outside, duration)} Nothing is drawn there.`)];
}

function isTolerable({ inside, positions }: Gaps): boolean {
  if (positions < MIN_POSITIONS) return true;
  const longest = max(inside, ({ missing }) => missing) ?? 0;
  return longest <= Math.max(MAX_RUN, MAX_RUN_SHARE * positions) && countMissing(inside) <= MAX_SHARE * positions;
}

function fillWithZeros(curve: Curve, gaps: Gaps): Curve {
  const { inside } = gaps;
  if (curve.points.length + countMissing(inside) > MAX_POINTS) {
    const tooMany = `With zeros for them, it would have more than ${MAX_POINTS.toLocaleString("en")} points.`;
    throw new RecordError("too-many-rows", `${describeRows(curve, gaps)} ${tooMany}`);
  }
  const zeros = inside.flatMap(({ listStarts }) => listStarts().map((at) => ({ at, value: 0 })));
  return { ...curve, points: [...curve.points, ...zeros] };
}

function describeRows({ positions, blanks = [] }: Curve, { inside }: Gaps): string {
  const missing = countMissing(inside);
  const { from = 0 } = inside[0] ?? {};
  const place = positions === "percent" ? `${Number(from.toFixed(2))} %` : formatSeconds(from);
  const lack = blanks.length > 0 ? "blank or missing" : "missing";
  return `${formatCount(missing, "row")} of the table ${missing === 1 ? "is" : "are"} ${lack}, the first at ${place}.`;
}

function countMissing(inside: Gaps["inside"]): number {
  return sum(inside, ({ missing }) => missing);
}

/** Describes stretches: `No values from 5:42 to 17:42, from 20:00 to 20:30.` */
function describeStretches({ positions }: Curve, stretches: readonly EmptyPart[], duration: number): string {
  const time = (at: number) => formatTime(positions === "percent" ? (at * duration) / 100 : at);
  const named = stretches.slice(0, MAX_NAMED).map(({ from, to }) => `from ${time(from)} to ${time(to)}`);
  const others = stretches.length - named.length;
  return `No values ${[...named, others > 0 ? `in ${formatCount(others, "other place")}` : []].flat().join(", ")}.`;
}
