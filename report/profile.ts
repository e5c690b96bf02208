import { computeMeans } from "../curve/moments/bins.ts";
import type { Chart } from "../lib/chart.ts";

/** A curve in few values, for comparing many: percentages, each the mean of a part of the curve. */
export interface Profile {
  /** A value per hundredth of the episode's length. */
  readonly places: readonly number[];
  /** A value per five seconds of the first five minutes, as far as the episode lasts. */
  readonly opening: readonly number[];
}

export const PLACES = 100;
const OPENING_SECONDS = 300;
export const OPENING_STEP = 5;

/** Packed values are tenths of a percent, in two bytes. */
const PER_PERCENT = 10;
const MAX_PACKED = 0xffff;

export function computeProfile({ duration, data }: Chart): Profile {
  const end = duration || data.at(-1)?.time || 1;
  return {
    places: computeMeans(data, 0, end / PLACES, PLACES),
    opening: computeMeans(data, 0, OPENING_STEP, Math.floor(Math.min(end, OPENING_SECONDS) / OPENING_STEP)),
  };
}

/** Packs a profile into base64, two bytes a value. */
export function packProfile({ places, opening }: Profile): string {
  const values = [...places, ...opening].map((value) => Math.min(MAX_PACKED, Math.round(value * PER_PERCENT)));
  const bytes = Uint8Array.from(values.flatMap((value) => [value >> 8, value & 0xff]));
  return btoa(String.fromCharCode(...bytes));
}

/** Reverses packProfile. */
export function unpackProfile(packed: string): Profile {
  const bytes = atob(packed);
  const values = Array.from({ length: bytes.length / 2 }, (_, index) => {
    return ((bytes.charCodeAt(2 * index) << 8) + bytes.charCodeAt(2 * index + 1)) / PER_PERCENT;
  });
  return { places: values.slice(0, PLACES), opening: values.slice(PLACES) };
}
