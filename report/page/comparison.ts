import type uPlot from "uplot";
import { formatPercent, formatPoints, formatTime } from "../../curve/text.ts";
import type { Band } from "../episode.ts";
import { compareGroups, computeGroups, type Figure, type Groups } from "../groups.ts";
import { OPENING_STEP } from "../profile.ts";
import { computeBand } from "../usual.ts";
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
    const groups = this.#date.value === "" ? undefined : computeGroups(this.#profiles.episodes, this.#date.value);
    const isReady = groups !== undefined && groups.before.length > 0 && groups.after.length > 0;
    this.#groups.hidden = !isReady;
    find(".hint", HTMLElement).hidden = groups !== undefined;
    this.#plot?.destroy();
    this.#plot = undefined;
    if (groups && isReady) this.#draw(groups);
    else this.#verdict.textContent = groups ? "Both sides of the date need episodes." : "";
  }

  #draw(groups: Groups): void {
    const { figures, verdict, note } = compareGroups(groups, this.#date.value);
    this.#verdict.textContent = [verdict, note].filter(Boolean).join(" ");
    find(".figures", HTMLTableElement).replaceChildren(...makeFigures(figures, groups, this.#date.value));
    const bands = [groups.before, groups.after].map((episodes) => {
      return computeBand(episodes.map((episode) => this.#profiles.get(episode).opening));
    });
    const curves = bands.map(({ median }, slot) => createMedianCurve(median, slot));
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
  return { band, end: band.median.length * OPENING_STEP, colour: `--curve-${slot}`, hasMedian: false };
}

/** Creates a curve of medians: A is before, B is after. */
function createMedianCurve(median: readonly number[], slot: number): Curve {
  const points = median.map((percentage, index) => ({ time: index * OPENING_STEP, percentage }));
  return { slot, duration: median.length * OPENING_STEP, points };
}

function makeFigures(figures: readonly Figure[], { before, after }: Groups, date: string): HTMLElement[] {
  const head = (text: string, scope: string) => make("th", { scope }, text);
  const names = [`A: before ${date} (${before.length})`, `B: from ${date} on (${after.length})`, "Difference"];
  const rows = figures.map(({ name, unit, before: one, after: other }) => {
    const format = unit === "percent" ? formatPercent : formatTime;
    const cells = [format(one), format(other), formatChange(other - one, unit)];
    return make("tr", {}, head(name, "row"), ...cells.map((cell) => make("td", {}, cell)));
  });
  return [
    make("caption", {}, "Medians"),
    make("thead", {}, make("tr", {}, make("td"), ...names.map((name) => head(name, "col")))),
    make("tbody", {}, ...rows),
  ];
}

function formatChange(change: number, unit: Figure["unit"]): string {
  const sign = change < 0 ? "−" : "+";
  return unit === "percent" ? `${sign}${formatPoints(change)} points` : `${sign}${formatTime(Math.abs(change))}`;
}
