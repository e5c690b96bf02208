import type uPlot from "uplot";
import type { Over } from "./choice.ts";
import { type Curve, readCurve } from "./curve.ts";
import { make } from "./dom.ts";

/** Moves the crosshair, and the dots where it meets the curves. */
export function pointAt(plot: uPlot, curves: readonly Curve[], position: number, over: Over): void {
  const left = plot.valToPos(position, "x");
  plot.setCursor({ left, top: 0 }, false);
  for (const other of plot.over.querySelectorAll(".dot")) other.remove();
  for (const curve of curves) {
    const percentage = readCurve(curve, position, over);
    if (percentage === undefined) continue;
    const dot = make("div", { class: `dot slot-${curve.slot}` });
    dot.style.translate = `${left}px ${plot.valToPos(percentage, "y")}px`;
    plot.over.append(dot);
  }
}
