import { mean, rollups } from "d3-array";
import { type Chart, isAmount } from "../../../lib/chart.ts";
import { LimitError, type PackedChart, packChart } from "../../../lib/episode/packed-chart.ts";
import { isOwnSource, readSource } from "../../../lib/source.ts";
import { RecordError } from "../base/refusals.ts";
import type { CurveMembers } from "./attributes.ts";
import { computeMemberBytes } from "./imported-curve.ts";

/** The most that a platform's curve may take of an item: platforms must not take the room of what is counted here. */
const MAX_PLATFORM_BYTES = 40 * 1_024;

/** Minimum factor by which each step that is tried exceeds the last one. */
const MIN_GROWTH = 1.1;

/** Shortest step that a refusal suggests, in seconds. */
const MIN_STEP = 0.001;

/**
 * Packs a curve, and adds what is known of it.
 *
 * @throws RecordError if a number is not finite, or if it exceeds a limit, with a step that makes it fit
 */
export type Pack = (chart: Chart, known: CurveMembers) => PackedChart & CurveMembers;

/**
 * Creates what packs the curves of an import, all at the same date.
 *
 * @param step in seconds; thins the drawings, never the counts
 */
export function createPack(step?: number): Pack {
  const date = new Date();
  return (chart, known) => {
    const thinned = step ? thinChart(chart, step) : chart;
    requireFinite(thinned);
    const packed = tryPack(thinned, known, date);
    if (!(packed instanceof LimitError)) return { ...packed, ...known };
    const fittingStep = findFittingStep(chart, computeSpacing(thinned), packed, known);
    if (fittingStep !== undefined) throw new RecordError("over-limit", packed.message, { step: fittingStep });
    const ofCounts = `Its counts alone have ${Math.ceil(countOtherBytes(known) / 1_024)} KB.`;
    throw new RecordError("counts-over-limit", `${packed.message} ${ofCounts}`);
  };
}

function tryPack(chart: Chart, known: CurveMembers, date: Date): PackedChart | LimitError {
  const maxBytes = isOwnSource(readSource(known)) ? undefined : MAX_PLATFORM_BYTES;
  try {
    return packChart(chart, date, countOtherBytes(known), maxBytes);
  } catch (error) {
    if (error instanceof LimitError) return error;
    throw error;
  }
}

/** Counts the bytes with which a drawing shares its room. A platform's has one of its own. */
function countOtherBytes(known: CurveMembers): number {
  return isOwnSource(readSource(known)) ? computeMemberBytes(known) : 0;
}

/** Large numbers that are finite may have infinite products and sums, which JSON would turn into null. */
function requireFinite({ data }: Chart): void {
  const point = data.find(({ time, percentage }) => !isAmount(time) || !isAmount(percentage));
  if (point === undefined) return;
  throw new RecordError("not-finite", `The percentage at ${point.time} s is not finite.`);
}

/**
 * Finds a step that makes a chart fit, by trial: a mean may take more bytes than the points that it replaces.
 *
 * @returns undefined if there is none
 */
function findFittingStep(
  chart: Chart,
  spacing: number,
  { bytes, limit }: LimitError,
  known: CurveMembers,
): number | undefined {
  const otherBytes = countOtherBytes(known);
  const step = roundUp(spacing * Math.max((bytes - otherBytes) / Math.max(limit - otherBytes, 1), MIN_GROWTH));
  const thinned = thinChart(chart, step);
  const packed = tryPack(thinned, known, new Date());
  if (!(packed instanceof LimitError)) return step;
  return thinned.data.length > 1 ? findFittingStep(chart, step, packed, known) : undefined;
}

/** Computes the mean time between two points, in seconds. */
function computeSpacing({ data }: Chart): number {
  return ((data.at(-1)?.time ?? 0) - (data[0]?.time ?? 0)) / data.length;
}

function roundUp(seconds: number): number {
  return seconds > 1 ? Math.ceil(seconds) : Math.max(MIN_STEP, Math.ceil(seconds * 1_000) / 1_000);
}

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
