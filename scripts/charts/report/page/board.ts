import type uPlot from "uplot";
import type { Over } from "./choice.ts";
import { moveCrosshair } from "./crosshair.ts";
import { type Curve, computeEnd, toPosition, toTime } from "./curve.ts";
import { find } from "./dom.ts";
import type { Crosshair } from "./drawing.ts";
import { drawPlot } from "./plot.ts";
import { showReading } from "./reading.ts";

/** Paper has about three times the resolution of a screen. */
const PAPER = { width: 2_100, height: 840, scale: 3 };

/** Steps of the slider, in seconds or percent. */
const STEPS = { time: 1, percent: 0.1 };

/** The plot of the selected curves, with its crosshair and slider. */
export class Board implements Crosshair {
  #curves: readonly Curve[] = [];
  #over: Over = "time";
  position = 0;
  #plot: uPlot | undefined;
  readonly #parent = find(".plot", HTMLElement);
  readonly #paper = find(".paper", HTMLElement);
  readonly #range = find(".position", HTMLInputElement);

  constructor() {
    this.#range.addEventListener("input", () => this.onPoint(this.#range.valueAsNumber));
    new ResizeObserver(() => this.#resize()).observe(this.#parent);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#plot?.redraw());
    addEventListener("beforeprint", () => this.#drawPaper());
    addEventListener("afterprint", () => this.#paper.replaceChildren());
  }

  /** Draws curves. The crosshair keeps its time, or starts at the first curve's sharpest drop. */
  show(curves: readonly Curve[], over: Over): void {
    const [before] = this.#curves;
    const [first] = curves;
    const time = before ? toTime(before, this.position, this.#over) : (first?.episode.insights.sharpestDrop?.time ?? 0);
    this.#curves = curves;
    this.#over = over;
    this.#plot?.destroy();
    this.#plot = undefined;
    if (!first) return;
    this.#plot = drawPlot(this.#parent, curves, { over, scale: 1, ...this.#getSize(), crosshair: this });
    const end = computeEnd(curves, over);
    this.#range.max = String(end);
    this.#range.step = String(STEPS[over]);
    this.onPoint(Math.min(end, toPosition(before ?? first, time, over)));
  }

  onPoint(position: number): void {
    this.#range.value = String(position);
    this.position = this.#range.valueAsNumber;
    this.#range.setAttribute("aria-valuetext", showReading(this.#curves, this.position, this.#over));
    if (this.#plot) moveCrosshair(this.#plot, this.#curves, this.position, this.#over);
  }

  #getSize(): { width: number; height: number } {
    return { width: this.#parent.clientWidth, height: this.#parent.clientHeight };
  }

  #resize(): void {
    if (!this.#plot || this.#parent.clientWidth === 0) return;
    this.#plot.setSize(this.#getSize());
  }

  #drawPaper(): void {
    if (!this.#plot) return;
    const plot = drawPlot(this.#paper, this.#curves, { over: this.#over, ...PAPER });
    this.#paper.replaceChildren(plot.ctx.canvas);
  }
}
