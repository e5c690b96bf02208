import type { Point } from "../../../../lib/chart.ts";
import { findPointAt } from "../../draw/insights.ts";
import { type Episode, STEPS_PER_PERCENT, STEPS_PER_SECOND } from "../episode.ts";
import type { Choice, Over } from "./choice.ts";

/** A selected curve. */
export interface Curve {
  readonly episode: Episode;
  /** Index, from 0, of its colour, dashes and letter. */
  readonly slot: number;
  readonly points: readonly Point[];
}

/** Lengths of the dashes and gaps by slot, in pixels. They distinguish curves without colours. */
export const DASHES = [[], [9, 4], [2, 3], [12, 4, 2, 4], [5, 3], [16, 4]];

export async function loadCurves({ slots }: Choice): Promise<Curve[]> {
  const loading = slots.map(async (episode, slot) => episode && { episode, slot, points: await unpack(episode.curve) });
  return (await Promise.all(loading)).filter((curve) => curve !== undefined);
}

/** Reverses packCurve. */
async function unpack(curve: string): Promise<Point[]> {
  const bytes = Uint8Array.from(atob(curve), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const numbers: number[] = await new Response(unpacked).json();
  const points: Point[] = [];
  let [time, percentage] = [0, 0];
  for (let index = 0; index < numbers.length; index += 2) {
    time += numbers[index] ?? 0;
    percentage += numbers[index + 1] ?? 0;
    points.push({ time: time / STEPS_PER_SECOND, percentage: percentage / STEPS_PER_PERCENT });
  }
  return points;
}

export function getLetter({ slot }: Curve): string {
  return "ABCDEF".charAt(slot);
}

/** Converts a time of an episode, in seconds, to a position on the horizontal axis. */
export function toPosition({ episode }: Curve, time: number, over: Over): number {
  return over === "time" ? time : (time / (episode.duration || 1)) * 100;
}

/** Converts a position on the horizontal axis to a time of an episode, in seconds. */
export function toTime({ episode }: Curve, position: number, over: Over): number {
  return over === "time" ? position : (position / 100) * episode.duration;
}

/** Computes the last position at which any curve has a value. */
export function computeEnd(curves: readonly Curve[], over: Over): number {
  if (over === "percent") return 100;
  return Math.max(1, ...curves.map(({ episode, points }) => Math.max(episode.duration, points.at(-1)?.time ?? 0)));
}

/** Returns a curve's percentage at a position, or undefined after its end. */
export function findPercentage(curve: Curve, position: number, over: Over): number | undefined {
  const time = toTime(curve, position, over);
  if (time > Math.max(curve.episode.duration, curve.points.at(-1)?.time ?? 0)) return undefined;
  return findPointAt(curve.points, time)?.percentage;
}
