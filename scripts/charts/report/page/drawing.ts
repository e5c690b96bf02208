import type { Over } from "./choice.ts";

/** How a plot is drawn. */
export interface PlotOptions {
  readonly over: Over;
  readonly width: number;
  readonly height: number;
  /** How many times larger than usual letters and lines are: paper is finer than a screen. */
  readonly scale: number;
  /** Only a plot that somebody points at has a crosshair. */
  readonly crosshair?: Crosshair;
}

/** A value of the page's style, such as a colour. */
export type Style = (name: string) => string;

/** What somebody points with. */
export interface Crosshair {
  readonly position: number;
  /** Called with a position when somebody points there. */
  onPoint(position: number): void;
}
