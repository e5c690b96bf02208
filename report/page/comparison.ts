import type uPlot from "uplot";
import { FIGURE_NAMES } from "../../curve/sentences.ts";
import { formatPercent, formatPoints } from "../../curve/text.ts";
import { compareFigures, type FigureShift, type Groups, splitAtDate } from "../before-after.ts";
import type { Episode } from "../episode.ts";
import { describeShift } from "../sentences.ts";
import { type Band, computeOpeningBand } from "../usual.ts";
import { find, make } from "./dom.ts";
import type { PlacedBand } from "./drawing.ts";
import type { Curve } from "./drawn-curve.ts";
import { drawPlot } from "./plot.ts";
import type { Profiles } from "./profiles.ts";

const HEIGHT = 260;

/** The comparison of the episodes before and after a date, for the question whether a new opening is better. */
export class Comparison {
  readonly #profiles: Profiles;
  readonly #date = find(".date", HTMLInputElement);
  readonly #verdict = find(".verdict", HTMLElement);
  readonly #groups = find(".groups", HTMLElement);
  readonly #parent = find(".group-plot", HTMLElement);
  #plot: uPlot | undefined;

  constructor(profiles: Profiles) {
    this.#profiles = profiles;
    const dates = profiles.episodes.flatMap(({ date }) => date ?? []).sort();
    const [first, last] = [dates[0], dates.at(-1)];
    if (first === undefined || last === undefined || first === last) return;
    find(".comparison", HTMLElement).hidden = false;
    this.#date.min = first;
    this.#date.max = last;
    this.#date.addEventListener("change", () => this.#show());
    new ResizeObserver(() => this.#plot?.setSize({ width: this.#parent.clientWidth, height: HEIGHT })).observe(
      this.#parent,
    );
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#plot?.redraw());
  }

  #show(): void {
    const groups = this.#date.value === "" ? undefined : splitAtDate(this.#profiles.episodes, this.#date.value);
    const isReady = groups !== undefined && groups.before.length > 0 && groups.after.length > 0;
    this.#groups.hidden = !isReady;
    find(".hint", HTMLElement).hidden = groups !== undefined;
    this.#plot?.destroy();
    this.#plot = undefined;
    if (groups && isReady) this.#draw(groups);
    else this.#verdict.textContent = groups ? "Both sides of the date need episodes." : "";
  }

  #draw(groups: Groups<Episode>): void {
    const shifts = compareFigures(groups);
    this.#verdict.textContent = shifts
      .slice(0, 1)
      .map((shift) => describeShift(shift, this.#date.value))
      .join(" ");
    find(".figures", HTMLTableElement).replaceChildren(...makeFigures(shifts, groups, this.#date.value));
    const bands = [groups.before, groups.after].map((episodes) => {
      return computeOpeningBand(episodes.map((episode) => this.#profiles.get(episode)));
    });
    const curves = bands.map(createMedianCurve);
    const extent = { from: 0, to: Math.max(...curves.map(({ duration }) => duration)) };
    const size = { width: this.#parent.clientWidth, height: HEIGHT, scale: 1 };
    const hasDashes = matchMedia("(forced-colors: active)").matches;
    this.#plot = drawPlot(
      this.#parent,
      { curves, over: "time", extent, bands: bands.map(placeBand) },
      { ...size, hasDashes },
    );
  }
}

function placeBand(band: Band, slot: number): PlacedBand {
  return { band, toPosition: (time) => time, colour: `--curve-${slot}`, hasMedian: false };
}

/** Creates a curve of medians: A is before, B is after. */
function createMedianCurve({ median, times }: Band, slot: number): Curve {
  const points = median.map((percentage, index) => ({ time: times[index] ?? 0, percentage }));
  return { slot, duration: times.at(-1) ?? 0, points };
}

function makeFigures(shifts: readonly FigureShift[], { before, after }: Groups<Episode>, date: string): HTMLElement[] {
  const head = (text: string, scope: string) => make("th", { scope }, text);
  const names = [`A: before ${date} (${before.length})`, `B: from ${date} on (${after.length})`, "Difference"];
  const rows = shifts.map(({ figure, before: one, after: other, shift }) => {
    const cells = [formatPercent(one), formatPercent(other), formatShift(shift?.size ?? other - one)];
    return make("tr", {}, head(FIGURE_NAMES[figure], "row"), ...cells.map((cell) => make("td", {}, cell)));
  });
  return [
    make("caption", {}, "Medians"),
    make("thead", {}, make("tr", {}, make("td"), ...names.map((name) => head(name, "col")))),
    make("tbody", {}, ...rows),
  ];
}

function formatShift(points: number): string {
  return `${points < 0 ? "−" : "+"}${formatPoints(points)} points`;
}
