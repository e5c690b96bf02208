import type { Point } from "../../../lib/chart.ts";
import { computeMeans, readLevel } from "../curve/levels/bins.ts";
import type { Levels } from "../curve/levels/levels.ts";

/** A curve in few values, for comparing many: percentages, each the mean of a part of the curve. */
export interface Profile extends Levels {
  /** A value per hundredth of the length. */
  readonly places: readonly number[];
  /** A value per five seconds of the first five minutes, as far as the episode lasts. */
  readonly opening: readonly number[];
  /** A value per five seconds of the last five minutes. */
  readonly ending: readonly number[];
}

export const PLACES = 100;
const EDGE_SECONDS = 300;
export const EDGE_STEP = 5;

/** Packed values are tenths of a percent, in two bytes. */
const PER_PERCENT = 10;
const MAX_PACKED = 0xffff;

/** @param end where the file ends, in seconds, as in the insights */
export function computeProfile(data: readonly Point[], end: number): Profile {
  const count = Math.floor(Math.min(end, EDGE_SECONDS) / EDGE_STEP);
  return composeProfile(
    end,
    computeMeans(data, 0, end / PLACES, PLACES),
    computeMeans(data, 0, EDGE_STEP, count),
    computeMeans(data, end - count * EDGE_STEP, EDGE_STEP, count),
  );
}

function composeProfile(
  end: number,
  places: readonly number[],
  opening: readonly number[],
  ending: readonly number[],
): Profile {
  const edge = opening.length * EDGE_STEP;
  const getLevel = (time: number) => {
    if (time <= edge) return readLevel(opening, time / EDGE_STEP, 1);
    if (time >= end - edge) return readLevel(ending, (time - end + edge) / EDGE_STEP, 1);
    return interpolate(places, (time / end) * PLACES - 0.5);
  };
  return { end, places, opening, ending, getLevel };
}

function interpolate(values: readonly number[], place: number): number {
  const low = Math.floor(place);
  const [one = 0, other = one] = values.slice(low, low + 2);
  return one + (place - low) * (other - one);
}

/** Packs a profile into base64, two bytes a value. */
export function packProfile({ places, opening, ending }: Profile): string {
  const values = [...places, ...opening, ...ending].map((value) =>
    Math.min(MAX_PACKED, Math.round(value * PER_PERCENT)),
  );
  const bytes = Uint8Array.from(values.flatMap((value) => [value >> 8, value & 0xff]));
  return btoa(String.fromCharCode(...bytes));
}

/** Reverses packProfile. */
export function unpackProfile(packed: string, end: number): Profile {
  const bytes = atob(packed);
  const values = Array.from({ length: bytes.length / 2 }, (_, index) => {
    return ((bytes.charCodeAt(2 * index) << 8) + bytes.charCodeAt(2 * index + 1)) / PER_PERCENT;
  });
  const middle = PLACES + (values.length - PLACES) / 2;
  return composeProfile(end, values.slice(0, PLACES), values.slice(PLACES, middle), values.slice(middle));
}
