import type { Band } from "../usual/usual.ts";
import type { Choice } from "./choice.ts";
import type { ChosenCurves, Extent } from "./drawn-curve.ts";

/** What a plot shows. Of the leading curve, moments and chapters are marked. */
export interface Picture extends ChosenCurves, Pick<Choice, "over" | "at"> {
  readonly extent: Extent;
  /** The usual of the other episodes, aligned to the leading one, behind the curves. */
  readonly usual: Band | undefined;
}

/** How a plot is drawn. */
export interface PlotOptions {
  /** CSS pixels. */
  readonly width: number;
  /** CSS pixels. */
  readonly height: number;
  /** Factor for the size of text and lines: 1 on screen, more on paper, which has a finer resolution. */
  readonly scale: number;
  /** Whether dashes tell curves apart: on paper, and where the system forces its own colours. */
  readonly hasDashes: boolean;
  /** Undefined if the plot has no crosshair. */
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
