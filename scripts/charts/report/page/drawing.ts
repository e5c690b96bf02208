import type { Over } from "./choice.ts";

/** Options of a plot. */
export interface PlotOptions {
  readonly over: Over;
  /** CSS pixels. */
  readonly width: number;
  /** CSS pixels. */
  readonly height: number;
  /** Factor for the size of text and lines: 1 on screen, more on paper, which has a finer resolution. */
  readonly scale: number;
  /** Undefined on paper. */
  readonly crosshair?: Crosshair;
}

/** Returns the value of a CSS custom property, such as the colour `--curve-0`. */
export type Style = (name: string) => string;

/** The position of the crosshair, and the handler of its movement. */
export interface Crosshair {
  /** Seconds or percent, as the horizontal axis. */
  readonly position: number;
  /** Called with the pointer's position. */
  onPoint(position: number): void;
}
