import type { Point } from "../../../../lib/chart.ts";
import { findPointAt } from "../../draw/insights.ts";
import { type Episode, STEPS_PER_PERCENT, STEPS_PER_SECOND } from "../episode.ts";
import type { Choice, Over } from "./choice.ts";

/** A chosen curve. */
export interface Curve {
  readonly episode: Episode;
  /** Which says its colour, its dashes and its letter. */
  readonly slot: number;
  readonly points: readonly Point[];
}

/** Of each slot, in pixels: curves must be told apart without colours too. */
export const DASHES = [[], [9, 4], [2, 3], [12, 4, 2, 4], [5, 3], [16, 4]];

export async function loadCurves({ slots }: Choice): Promise<Curve[]> {
  const loading = slots.map(async (episode, slot) => episode && { episode, slot, points: await unpack(episode.curve) });
  return (await Promise.all(loading)).filter((curve) => curve !== undefined);
}

/** The inverse of packCurve. */
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

/** Where a time of an episode is on the axis. */
export function toPosition({ episode }: Curve, time: number, over: Over): number {
  return over === "time" ? time : (time / (episode.duration || 1)) * 100;
}

/** Which time of an episode a position on the axis is. */
export function toTime({ episode }: Curve, position: number, over: Over): number {
  return over === "time" ? position : (position / 100) * episode.duration;
}

/** The last position at which any curve has a value. */
export function computeEnd(curves: readonly Curve[], over: Over): number {
  if (over === "percent") return 100;
  return Math.max(1, ...curves.map(({ episode, points }) => Math.max(episode.duration, points.at(-1)?.time ?? 0)));
}

/** What a curve reads at a position; nothing after its end. */
export function readCurve(curve: Curve, position: number, over: Over): number | undefined {
  const time = toTime(curve, position, over);
  if (time > Math.max(curve.episode.duration, curve.points.at(-1)?.time ?? 0)) return undefined;
  return findPointAt(curve.points, time)?.percentage;
}
