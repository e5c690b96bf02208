import { max } from "d3-array";
import type { Chart } from "../../../lib/chart.ts";
import { MAX_POSITION } from "../../../lib/listening-events.ts";
import { RecordError } from "../base/refusals.ts";

/** Share that may lie beyond the end: inserted advertisements lengthen the audio, and Apple's curves have a tail. */
const MAX_SHARE = 0.1;

/** From this factor on, times beyond the end may be in milliseconds. */
const BEYOND_FACTOR = 100;

/** How much of a curve lies beyond its episode's end. */
export interface Overrun {
  /** What lies before the end and beyond it: sums of the values of points, or seconds heard. */
  readonly within: number;
  readonly beyond: number;
  /** Seconds at which the last listener was there. */
  readonly reach: number;
}

/**
 * @param isHistogram of segments, which may be of the episode with more advertisements: it is refused only in another unit
 * @throws RecordError if more than a tenth of a curve lies beyond its episode's end: it is then not that episode's
 */
export function requireWithin({ within, beyond, reach }: Overrun, duration: number, isHistogram = false): void {
  const share = beyond / (within + beyond);
  const hasOtherUnit = reach > BEYOND_FACTOR * duration;
  if (!(share > MAX_SHARE) || (isHistogram && !hasOtherUnit)) return;
  const question = hasOtherUnit ? ": milliseconds?" : ".";
  const problem = `It reaches ${formatSeconds(reach)}; the episode has ${formatSeconds(duration)}${question}`;
  const lost = `${Math.round(100 * share)} % of it lies beyond the end.`;
  throw new RecordError("beyond its duration", `${problem} ${lost} Correct its times or the episode's duration.`);
}

export function formatSeconds(seconds: number): string {
  if (seconds > Number.MAX_SAFE_INTEGER) return `${seconds} s`;
  return `${seconds.toLocaleString("en", { maximumFractionDigits: 2 })} s`;
}

/**
 * Sums up what a curve has before its episode's end and beyond it. The bin at the end is left out: few episodes are a
 * whole number of bins long. For example, with bins of 15 seconds and an episode of 40:
 *
 *     0: 9   15: 8   30: 6   45: 5   60: 1     within 23, beyond 1
 *
 * @param points in ascending order of time
 */
export function computeOverrun(
  points: readonly { readonly time: number; readonly value: number }[],
  duration: number,
): Overrun {
  // The sum of the values themselves may be infinite. Divided by a power of two, they stay exact.
  const peak = points.reduce((max, { value }) => Math.max(max, value), 0);
  const unit = 2 ** Math.floor(Math.log2(peak));
  const firstAfter = points.findIndex(({ time }) => time >= duration);
  const isAtEnd = firstAfter !== -1 && isBinAtEnd(points, firstAfter, duration);
  const end = firstAfter === -1 ? points.length : firstAfter;
  const sum = (from: number, to?: number) =>
    points.slice(from, to).reduce((total, { value }) => total + value / unit, 0);
  const reach = points.findLast(({ value }) => value > 0)?.time ?? 0;
  return { within: sum(0, end), beyond: sum(isAtEnd ? end + 1 : end), reach };
}

/** Checks whether the first point after the end is there only because of its bin's length. */
function isBinAtEnd(points: Parameters<typeof computeOverrun>[0], index: number, duration: number): boolean {
  const [one, other, { time } = { time: duration }] = [points[index - 2], points[index - 1], points[index]];
  if (time === duration) return true;
  return one !== undefined && other !== undefined && time - other.time <= other.time - one.time;
}

const KIND = "short of its duration";

/** Points that a curve must have before its units are judged. Few points prove nothing. */
const MIN_POINTS = 10;
const MIN_POSITIONS = 3;

/** By how much an episode must outlast its curve. Half of what milliseconds would make, and less than minutes would. */
const MILLISECONDS_FACTOR = 500;
const MINUTES_FACTOR = 50;

/** Share of its episode that a table's rows may leave out at the end. */
const MAX_MISSING = 0.1;

/** What is looked at of a curve. */
interface Measured {
  readonly positions: "seconds" | "percent";
  readonly values: "counts" | "percentages";
  readonly points: readonly { readonly at: number; readonly value: number }[];
  /** Seconds, if the document has it. */
  readonly duration?: number | undefined;
  readonly reach?: number;
  readonly histogram?: { readonly end: number; readonly segment: number };
}

/**
 * @throws RecordError if a curve covers next to nothing of its episode, because one of the two has another unit, or if a
 *   table of counts and durations stops more than a tenth before the end: databases have zeros, platforms may not
 */
export function requireCovering(curve: Measured, duration: number): void {
  const last = findLast(curve);
  if (curve.positions === "percent" && curve.points.length >= MIN_POSITIONS && last <= 1) {
    const problem = `Its last position is ${last} % of the episode: a fraction?`;
    throw new RecordError(KIND, `${problem} Write positions in percent, from 0 to 100.`);
  }
  if (isShort(curve, last, duration, MILLISECONDS_FACTOR))
    throw new RecordError(KIND, describeMilliseconds(last, duration));
  const isWhole = curve.duration === undefined || curve.values === "percentages";
  const stop = isWhole ? undefined : describeStop(curve, duration);
  if (stop === undefined) return;
  throw new RecordError(KIND, `${stop} Otherwise, add rows up to the end, with 0 where nobody listens.`);
}

/** Finds what is to be doubted in a curve that is not refused: a chart of one's own is stored as it is. Returns lines. */
export function findDoubts(curve: Measured, duration: number): string[] {
  const { points, values } = curve;
  const last = findLast(curve);
  const hasFractions =
    values === "percentages" && points.length >= MIN_POSITIONS && points.every(({ value }) => value <= 1);
  const fractions = "Its percentages are at most 1. If they are fractions, multiply them by 100.";
  return [
    ...(curve.positions === "percent" ? findUnlikelyDuration(duration) : findLongDuration(duration)),
    ...(hasFractions ? [fractions] : []),
    ...findMisfit(curve, duration),
    ...findShortness(curve, last, duration),
  ];
}

/** Says so if a histogram has more segments than its episode, or fewer: one may be cut at the end. Returns lines. */
function findMisfit({ histogram }: Measured, duration: number): string[] {
  if (!histogram || Math.abs(histogram.end - duration) <= histogram.segment) return [];
  return [
    `Its histogram ends at ${formatSeconds(histogram.end)}; the episode has ${formatSeconds(duration)}. Check both.`,
  ];
}

/** Durations in seconds between which those of episodes are. */
const MIN_LIKELY = 60;
const MAX_LIKELY = 86_400;

/** Doubts a duration that few episodes have, and which alone makes positions in percent times. Returns lines. */
function findUnlikelyDuration(duration: number): string[] {
  if (duration >= MIN_LIKELY && duration <= MAX_LIKELY) return [];
  const reason =
    duration < MIN_LIKELY ? "less than a minute: minutes?" : "more than 24 hours: minutes, or milliseconds?";
  const problem = `Its positions are percent of ${formatSeconds(duration)}, ${reason}`;
  return [
    `${problem} If so, correct the episode's duration: 45 is 45 seconds, 45:30 is MM:SS, and 1:45:30 is HH:MM:SS.`,
  ];
}

/** Doubts a duration that no episode has. Returns lines. */
export function findLongDuration(duration: number): string[] {
  if (duration <= MAX_POSITION) return [];
  return [
    `Its duration is ${formatSeconds(duration)}, more than 48 hours: milliseconds? Correct its durations and times.`,
  ];
}

/** Finds what is to be doubted in a chart of one's own. Returns lines. */
export function findChartDoubts({ duration, data }: Chart): string[] {
  const points = data.map(({ time, percentage }) => ({ at: time, value: percentage }));
  return findDoubts({ positions: "seconds", values: "percentages", points }, duration);
}

function findShortness(curve: Measured, last: number, duration: number): string[] {
  if (isShort(curve, last, duration, MILLISECONDS_FACTOR)) return [describeMilliseconds(last, duration)];
  if (isShort(curve, last, duration, MINUTES_FACTOR))
    return [`${describeLast(last, duration)}. If its times are not seconds, convert them.`];
  return curve.points.length < MIN_POINTS ? [] : [describeStop(curve, duration) ?? []].flat();
}

function findLast({ points }: Measured): number {
  return max(points, ({ at }) => at) ?? 0;
}

function isShort({ positions, points }: Measured, last: number, duration: number, factor: number): boolean {
  return positions === "seconds" && points.length >= MIN_POINTS && last * factor < duration;
}

function describeMilliseconds(last: number, duration: number): string {
  return `${describeLast(last, duration)}: milliseconds? Correct its times or the episode's duration.`;
}

function describeLast(last: number, duration: number): string {
  return `Its last point is at ${formatSeconds(last)}; the episode has ${formatSeconds(duration)}`;
}

/** Describes where a curve stops, if that is known and more than a tenth before the end. */
function describeStop({ positions, reach = Number.POSITIVE_INFINITY }: Measured, duration: number): string | undefined {
  const isPercent = positions === "percent";
  if (reach >= (1 - MAX_MISSING) * (isPercent ? 100 : duration)) return undefined;
  const place = isPercent
    ? `${reach} % of the episode`
    : `${formatSeconds(reach)}; the episode has ${formatSeconds(duration)}`;
  return `It stops at ${place}. If it is cut off, export it again. If it is another episode's, correct its GUID.`;
}

/** Computes where the last bin ends, which is as long as the one before it. @param unit the length of an only bin */
export function computeReach(starts: readonly number[], unit = 0): number {
  const last = max(starts) ?? 0;
  const before = max(starts, (at) => (at < last ? at : undefined)) ?? last - unit;
  return 2 * last - before;
}

/** A number whose point may stand before thousands, as German, Italian and Spanish programs write them. */
const GROUPED = /^[1-9]\d{0,2}\.\d{3}$/;

const WHOLE = /^\d+$/;

/** How far the numbers of a column jump, in relation to the largest one. */
class Jumps {
  #last: number | undefined;
  #sum = 0;
  #max = 0;

  add(value: number): void {
    this.#sum += Math.abs(value - (this.#last ?? value));
    this.#max = Math.max(this.#max, value);
    this.#last = value;
  }

  get share(): number {
    return this.#sum / this.#max;
  }
}

/**
 * Finds a number such as `1.200` in a column that probably means 1200: beside it are numbers below 1000 without a point,
 * none with other decimals, and with thousands the column jumps less than with decimals.
 */
export class Thousands {
  readonly #asDecimals = new Jumps();
  readonly #asThousands = new Jumps();
  #first: string | undefined;
  #hasOthers = false;
  #isRefuted = false;

  /** @param text a number of 0 or more */
  add(text: string): void {
    const value = Number(text);
    const isGrouped = GROUPED.test(text);
    if (isGrouped) this.#first ??= text;
    else if (value >= 1_000 || !WHOLE.test(text)) this.#isRefuted = true;
    else this.#hasOthers ||= value > 0;
    this.#asDecimals.add(value);
    this.#asThousands.add(isGrouped ? 1_000 * value : value);
  }

  /** The first such number; undefined if there is none. */
  get found(): string | undefined {
    const isLikely = this.#hasOthers && !this.#isRefuted && this.#asThousands.share < this.#asDecimals.share;
    return isLikely ? this.#first : undefined;
  }
}

/** Rows from which decimals of one digit are told, and how many of the ten digits they have. */
const MIN_SPLIT_ROWS = 10;
const MIN_DIGITS = 4;

/**
 * Finds numbers that a comma has cut in two cells, such as `98,05` or, under a second head of percent, `98,5`: whole numbers
 * above whole numbers, and those beside them begin with a 0 before another digit or are all of one digit.
 */
export class SplitNumbers {
  readonly #isPercent: boolean;
  readonly #digits = new Set<string>();
  #rows = 0;
  #first: string | undefined;
  #padded: string | undefined;
  #isRefuted = false;

  /** @param header of the column beside the values */
  constructor(header = "") {
    this.#isPercent = header.includes("%");
  }

  /** @param rest the cell beside; a whole number may have no decimals */
  add(value: string, rest: string): void {
    if (rest === "") return;
    this.#rows++;
    this.#isRefuted ||= !(WHOLE.test(value) && WHOLE.test(rest));
    this.#first ??= `${value},${rest}`;
    if (/^0\d/.test(rest)) this.#padded ??= `${value},${rest}`;
    this.#digits.add(rest);
  }

  /** The first such number; undefined if there is none. */
  get found(): string | undefined {
    if (this.#isRefuted) return undefined;
    const isOfOneDigit = [...this.#digits].every((text) => text.length === 1);
    const isLikely = this.#isPercent && isOfOneDigit && this.#rows >= MIN_SPLIT_ROWS && this.#digits.size >= MIN_DIGITS;
    return this.#padded ?? (isLikely ? this.#first : undefined);
  }
}
