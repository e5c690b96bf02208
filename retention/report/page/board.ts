import type uPlot from "uplot";
import { showStrip } from "./chapter-list.ts";
import { type Choice, EMPTY_CHOICE, type Zoom } from "./choice.ts";
import { find } from "./dom.ts";
import { type ChosenCurves, computeExtent, toPosition, toTime } from "./drawn-curve.ts";
import { drawPlot, moveCrosshair } from "./plot.ts";
import type { Crosshair, Picture, PlotOptions } from "./plot-types.ts";
import type { Profiles } from "./profiles.ts";
import { showReading } from "./reading.ts";

/** Paper has about three times the resolution of a screen. */
const PAPER = { width: 2_100, height: 840, scale: 3, hasDashes: true };

/** Steps of the slider, in seconds or percent. */
const STEPS = { time: 1, percent: 0.1 };

/** What the board shows. */
type Shown = ChosenCurves & Pick<Choice, "over" | "view" | "zoom" | "at">;

/** The plot of the selected curves, with its crosshair and slider. */
export class Board implements Crosshair {
  position = 0;
  #shown: Shown = { ...EMPTY_CHOICE, curves: [], lead: undefined };
  #plot: uPlot | undefined;
  readonly #profiles: Profiles;
  readonly #parent = find(".plot", HTMLElement);
  readonly #paper = find(".paper", HTMLElement);
  readonly #range = find(".position", HTMLInputElement);
  readonly #forced = matchMedia("(forced-colors: active)");

  readonly #onZoom: (zoom: Zoom) => void;

  constructor(profiles: Profiles, onZoom: (zoom: Zoom) => void) {
    this.#profiles = profiles;
    this.#onZoom = onZoom;
    this.#range.addEventListener("input", () => this.onPoint(this.#range.valueAsNumber));
    new ResizeObserver(() => this.#resize()).observe(this.#parent);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#plot?.redraw());
    this.#forced.addEventListener("change", () => this.show(this.#shown));
    addEventListener("beforeprint", () => {
      if (this.#shown.lead) this.#paper.replaceChildren(this.draw(PAPER));
    });
    addEventListener("afterprint", () => this.#paper.replaceChildren());
  }

  /** Draws curves. The crosshair keeps its time, within what is shown. At first, it is at the end of the largest loss. */
  show(shown: Shown): void {
    const { lead: before, at } = this.#shown;
    const first = shown.lead?.episode.loss?.to ?? 0;
    const kept = before ? toTime(before, this.position, this.#shown.over) : first;
    const isLed = shown.at !== undefined && (shown.at !== at || shown.lead?.episode !== before?.episode);
    const time = Math.max(shown.lead?.from ?? 0, isLed ? (shown.at ?? 0) : kept);
    this.#shown = shown;
    this.#plot?.destroy();
    this.#plot = undefined;
    const { lead, over } = shown;
    if (!lead) return;
    const picture = this.#computePicture();
    showStrip(lead, over, picture.extent, this.#onZoom);
    const size = { width: this.#parent.clientWidth, height: this.#parent.clientHeight };
    const options = { ...size, scale: 1, hasDashes: this.#forced.matches, crosshair: this };
    this.#plot = drawPlot(this.#parent, picture, options);
    const { from, to } = picture.extent;
    this.#range.step = String(STEPS[over]);
    this.#range.min = String(from);
    this.#range.max = String(to);
    this.onPoint(Math.min(to, Math.max(from, toPosition(lead, time, over))));
  }

  onPoint(position: number): void {
    const { curves, over } = this.#shown;
    this.#range.value = String(position);
    this.position = this.#range.valueAsNumber;
    this.#range.setAttribute("aria-valuetext", showReading(curves, this.position, over));
    if (this.#plot) moveCrosshair(this.#plot, curves, this.position, over);
  }

  /** Draws the shown curves on a canvas of its own, without a crosshair. */
  draw(options: Omit<PlotOptions, "crosshair">): HTMLCanvasElement {
    const plot = drawPlot(this.#paper, this.#computePicture(), options);
    plot.root.remove();
    return plot.ctx.canvas;
  }

  #computePicture(): Picture {
    const { curves, lead, over, view, zoom, at } = this.#shown;
    const usual = lead && view === "episodes" ? this.#profiles.getUsual(lead.episode) : undefined;
    return { curves, lead, over, extent: computeExtent(curves, over, lead, zoom), usual, at };
  }

  #resize(): void {
    if (!this.#plot || this.#parent.clientWidth === 0) return;
    this.#plot.setSize({ width: this.#parent.clientWidth, height: this.#parent.clientHeight });
  }
}
