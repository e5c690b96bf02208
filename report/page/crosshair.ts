import type uPlot from "uplot";
import type { Over } from "./choice.ts";
import { make } from "./dom.ts";
import { findPercentage, type PlotCurve } from "./drawn-curve.ts";

/** Moves the crosshair to a position, with a dot on each curve there. */
export function moveCrosshair(plot: uPlot, curves: readonly PlotCurve[], position: number, over: Over): void {
  const left = plot.valToPos(position, "x");
  plot.setCursor({ left, top: 0 }, false);
  for (const dot of plot.over.querySelectorAll(".dot")) dot.remove();
  for (const curve of curves) {
    const percentage = findPercentage(curve, position, over);
    if (percentage === undefined) continue;
    const dot = make("div", { class: `dot slot-${curve.slot}` });
    dot.style.translate = `${left}px ${plot.valToPos(percentage, "y")}px`;
    plot.over.append(dot);
  }
}
