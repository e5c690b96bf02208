import { pairs } from "d3-array";
import { formatCount } from "../../report/text/count.ts";
import { DOCS } from "../base/docs.ts";
import { RecordError } from "../base/refusals.ts";
import { formatSeconds } from "./doubts.ts";
import { type Curve, MAX_POINTS } from "./platform-curve.ts";

/** What a table does without: `GROUP BY second` has no row for a second in which nobody was there. */
const ROWS_OF_ZEROS =
  "If nobody listened there, pass --missing zero, or have rows with 0: SELECT second, COALESCE(listeners, 0) FROM seconds LEFT JOIN counted USING (second). " +
  `${DOCS}/charts.md has the whole query.`;

const TOO_MANY = `With zeros for them, it would have more than ${MAX_POINTS.toLocaleString("en")} points. Check the unit of its times, or export longer steps.`;

/** Steps that show that a table has a row for each. */
const MIN_STEPS = 3;

/** Part of a step by which a multiple of it may be off, as decimals are. */
const TOLERANCE = 1e-3;

/**
 * Finds out whether a table of counts has a row for each step. A gap is drawn as if those before it had stayed.
 *
 * @param duration in seconds: what lies beyond it is not looked at
 * @param takesZero whether nobody listened where rows are missing
 * @returns the curve, with zeros for missing rows
 * @throws RecordError if rows are missing
 */
export function fillMissingRows(curve: Curve, duration: number, takesZero: boolean): Curve {
  const { points, positions, values, blanks } = curve;
  if (values !== "counts" || !blanks) return curve;
  const end = positions === "percent" ? 100 : duration;
  const all = [...points.map(({ at }) => at), ...blanks];
  const starts = all.filter((at) => at < end).sort((one, other) => one - other);
  const step = findStep(starts);
  if (step === undefined) return curve;
  const gaps = pairs(starts)
    .map(([from, to]) => ({ from, missing: Math.round((to - from) / step) - 1 }))
    .filter(({ missing }) => missing > 0);
  const missing = gaps.reduce((sum, gap) => sum + gap.missing, 0);
  const [first] = gaps;
  if (!first) return curve;
  if (!takesZero) throw refuse(curve, first.from, missing, ROWS_OF_ZEROS);
  if (missing + points.length > MAX_POINTS) throw refuse(curve, first.from, missing, TOO_MANY);
  const zeros = gaps.flatMap(({ from, missing }) =>
    Array.from({ length: missing }, (_, index) => ({ at: from + (index + 1) * step, value: 0 })),
  );
  return { ...curve, points: [...points, ...zeros] };
}

/** Finds the distance of rows; undefined if most have another one, or any lies between two of its multiples. */
function findStep(starts: readonly number[]): number | undefined {
  const gaps = pairs(starts, (from, to) => to - from);
  const step = gaps.reduce((min, gap) => Math.min(min, gap), Number.POSITIVE_INFINITY);
  const isMultiple = (gap: number) => Math.abs(gap / step - Math.round(gap / step)) < TOLERANCE;
  const usual = gaps.filter((gap) => Math.round(gap / step) === 1).length;
  return step > 0 && usual >= MIN_STEPS && 2 * usual > gaps.length && gaps.every(isMultiple) ? step : undefined;
}

function refuse({ positions }: Curve, from: number, missing: number, wayOut: string): RecordError {
  const place = positions === "percent" ? `${from} %` : formatSeconds(from);
  const problem = `${formatCount(missing, "row")} of the table ${missing === 1 ? "is" : "are"} missing, the first after ${place}.`;
  return new RecordError("with missing rows", `${problem} ${wayOut}`);
}
