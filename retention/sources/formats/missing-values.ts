import { max, pairs, sum } from "d3-array";
import { formatCount } from "../../../lib/count.ts";
import { DOCS } from "../base/docs.ts";
import { RecordError } from "../base/refusals.ts";
import { formatSeconds } from "./doubts.ts";
import { type Curve, MAX_POINTS } from "./platform-curve.ts";

/** What a table does without: `GROUP BY second` has no row for a second in which nobody was there. */
const ROWS_OF_ZEROS =
  "If nobody listened there, pass --missing zero, or have rows with 0: SELECT second, COALESCE(listeners, 0) FROM seconds LEFT JOIN counted USING (second). " +
  `${DOCS}/charts.md has the whole query.`;

const TOO_MANY = `With zeros for them, it would have more than ${MAX_POINTS.toLocaleString("en")} points. Check the unit of its times, or export longer steps.`;

/** Steps that show that a curve has a value for each. */
const MIN_STEPS = 3;

/** Part of a step by which a multiple of it may be off, as decimals are. */
const TOLERANCE = 1e-3;

/** Positions without which nothing is said of a curve of a platform. Fewer prove nothing. */
const MIN_POSITIONS = 6;

/** What may be missing: a number in a row, or a part of all positions, and a part in all. */
const MAX_RUN = 2;
const MAX_RUN_SHARE = 0.02;
const MAX_SHARE = 0.05;

/** Part of an episode that may be left out at its start or its end without a word. */
const MAX_END_SHARE = 0.02;

const WAY_OUT =
  "Load the episode again in the dashboard, and export or save it again. A curve may lack 2 % of its positions in a row, and 5 % in all.";

/** A part of a curve without values: its bins, in the unit of `at`, from the first one's start to the last one's end. */
interface Gap {
  readonly from: number;
  readonly to: number;
  /** Number of bins. */
  readonly missing: number;
}

/** Where a curve has no values. */
interface Gaps {
  /** Between two values. */
  readonly inside: readonly Gap[];
  /** Before the first value, and after the last one. */
  readonly outside: readonly Gap[];
  /** The distance of positions; undefined if they have none. */
  readonly step: number | undefined;
  /** The number of positions, with and without a value. */
  readonly positions: number;
}

/**
 * Finds out whether a curve has a value for each of its positions. A gap is drawn as if those before it had stayed.
 *
 * @param duration in seconds: what lies beyond it is not looked at
 * @param takesZero whether nobody listened where rows of a table are missing or blank
 * @returns the curve, with zeros for missing rows
 * @throws RecordError if rows of a table of counts are missing, or more of another curve than may be
 */
export function requireValues(curve: Curve, duration: number, takesZero: boolean): Curve {
  const { points, values, isTable, isChart } = curve;
  if (isChart) return curve;
  const { inside, step, positions } = findGaps(curve, duration);
  const [first] = inside;
  if (!first) return curve;
  const missing = sum(inside, (gap) => gap.missing);
  if (!isTable || values !== "counts") {
    const longest = max(inside, (gap) => gap.missing) ?? 0;
    const isSmall = longest <= Math.max(MAX_RUN, MAX_RUN_SHARE * positions) && missing <= MAX_SHARE * positions;
    if (isSmall || positions < MIN_POSITIONS) return curve;
    throw new RecordError("with missing values", `${describeGaps(curve, inside, duration)} ${WAY_OUT}`);
  }
  if (!takesZero) throw refuseRows(curve, first, missing, ROWS_OF_ZEROS);
  if (missing + points.length > MAX_POINTS) throw refuseRows(curve, first, missing, TOO_MANY);
  const zeros = inside.flatMap(({ from, to, missing }) =>
    Array.from({ length: missing }, (_, index) => ({ at: from + index * (step ?? (to - from) / missing), value: 0 })),
  );
  return { ...curve, points: [...points, ...zeros] };
}

/** Says where a curve has no values at its start or its end. Returns lines. */
export function findOpenEnds(curve: Curve, duration: number): string[] {
  if (curve.isChart) return [];
  const { outside } = findGaps(curve, duration);
  if (outside.length === 0) return [];
  return [`${describeGaps(curve, outside, duration)} Nothing is drawn there.`];
}

function findGaps(curve: Curve, duration: number): Gaps {
  const { points, blanks = [], positions, reach } = curve;
  const end = positions === "percent" ? 100 : duration;
  const even = blanks.length === 0 ? findEvenStep(points) : undefined;
  const [from = 0, to = 0] = [points[0]?.at, points.at(-1)?.at];
  if (even !== undefined && to < end) {
    const ends = [
      { from: 0, to: from, missing: 0 },
      reach === undefined ? { from: to + even, to: end, missing: 0 } : [],
    ];
    const outside = ends.flat().filter((gap) => isLong(gap.to - gap.from, even, end));
    return { inside: [], outside, step: even, positions: points.length };
  }
  const valued = new Set(points.map(({ at }) => at));
  const starts = [...valued, ...new Set(blanks.filter((at) => !valued.has(at)))]
    .filter((at) => at < end)
    .sort((one, other) => one - other);
  const step = findStep(starts);
  const known = starts.filter((at) => valued.has(at));
  const [[first = 0], [last = 0]] = [known, known.slice(-1)];
  const lacks = new Set(starts.filter((at) => !valued.has(at)));
  const inside = pairs(known).flatMap(([one, other]) => {
    const missing = step === undefined ? 0 : Math.round((other - one) / step) - 1;
    return missing > 0 ? [{ from: one + (step ?? 0), to: other, missing }] : [];
  });
  const listed = step === undefined ? findRuns(starts, lacks) : inside;
  const count = step === undefined ? starts.length : Math.round(((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / step) + 1;
  const before = { from: 0, to: first, missing: [...lacks].filter((at) => at < first).length };
  const after = { from: last + (step ?? 0), to: end, missing: [...lacks].filter((at) => at > last).length };
  const isNamed = ({ from, to, missing }: Gap) => missing > 0 || isLong(to - from, step, end);
  // Where such a curve stops, its doubts say.
  const isDoubted = after.missing === 0 && reach !== undefined;
  const outside = [before, isDoubted ? [] : after].flat().filter(isNamed);
  return { inside: listed, outside, step, positions: count };
}

/** Finds the distance of points that are in order and all have the same, as most curves have; undefined if they have not. */
function findEvenStep(points: Curve["points"]): number | undefined {
  const [first, second] = points;
  if (!first || !second || points.length <= MIN_STEPS) return undefined;
  const step = second.at - first.at;
  const isEven = step > 0 && points.every(({ at }, index) => Math.abs(at - first.at - index * step) < TOLERANCE * step);
  return isEven ? step : undefined;
}

/** Finds the blanks between two values, one run after another, where positions have no distance of their own. */
function findRuns(starts: readonly number[], lacks: ReadonlySet<number>): Gap[] {
  const indexes = starts.flatMap((at, index) => (lacks.has(at) ? [] : [index]));
  return pairs(indexes).flatMap(([one, other]) => {
    const [from = 0, to = 0] = [starts[one + 1], starts[other]];
    return other - one > 1 ? [{ from, to, missing: other - one - 1 }] : [];
  });
}

function isLong(length: number, step: number | undefined, end: number): boolean {
  return step !== undefined && Math.round(length / step) >= MAX_RUN && length > MAX_END_SHARE * end;
}

/** Finds the distance of positions; undefined if most have another one, or any lies between two of its multiples. */
function findStep(starts: readonly number[]): number | undefined {
  const gaps = pairs(starts, (from, to) => to - from);
  const step = gaps.reduce((min, gap) => Math.min(min, gap), Number.POSITIVE_INFINITY);
  const isMultiple = (gap: number) => Math.abs(gap / step - Math.round(gap / step)) < TOLERANCE;
  const usual = gaps.filter((gap) => Math.round(gap / step) === 1).length;
  return step > 0 && usual >= MIN_STEPS && 2 * usual > gaps.length && gaps.every(isMultiple) ? step : undefined;
}

const MAX_NAMED = 3;

/** Describes gaps: `No values from 5:42 to 17:42, and from 20:00 to 20:30.` */
function describeGaps({ positions }: Curve, gaps: readonly Gap[], duration: number): string {
  const time = (at: number) => formatTime(positions === "percent" ? (at * duration) / 100 : at);
  const named = gaps.slice(0, MAX_NAMED).map(({ from, to }) => `from ${time(from)} to ${time(to)}`);
  const others = gaps.length - named.length;
  return `No values ${[...named, others > 0 ? `in ${formatCount(others, "other place")}` : []].flat().join(", ")}.`;
}

/** Formats a time as `4:05`, or as `1:04:05` from one hour on. */
function formatTime(seconds: number): string {
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3_600);
  const end = `${Math.floor(whole / 60) % 60}:${String(whole % 60).padStart(2, "0")}`;
  return hours > 0 ? `${hours}:${end.padStart(5, "0")}` : end;
}

function refuseRows({ positions, blanks = [] }: Curve, { from }: Gap, missing: number, wayOut: string): RecordError {
  const place = positions === "percent" ? `${Number(from.toFixed(2))} %` : formatSeconds(from);
  const lack = blanks.length > 0 ? "blank or missing" : "missing";
  const problem = `${formatCount(missing, "row")} of the table ${missing === 1 ? "is" : "are"} ${lack}, the first at ${place}.`;
  return new RecordError("with missing rows", `${problem} ${wayOut}`);
}
