import type { Over } from "./choice.ts";

/** How a plot is drawn. */
export interface PlotOptions {
  readonly over: Over;
  readonly width: number;
  readonly height: number;
  /** How many times larger than usual letters and lines are: paper is finer than a screen. */
  readonly scale: number;
  /** Called with a position when somebody points there. */
  readonly onPoint?: (position: number) => void;
}

/** A value of the page's style, such as a colour. */
export type Style = (name: string) => string;
