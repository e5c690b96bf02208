import { leastIndex } from "d3-array";
import type uPlot from "uplot";
import { FIGURES, type FigureName } from "../curve/figures.ts";
import { formatPercent, MAX_TITLE, shorten } from "../curve/text.ts";
import type { Episode } from "../episode/episode.ts";
import {
  compareFigures,
  compareLengths,
  type FigureShift,
  findTimeline,
  type Groups,
  isNearDate,
  splitAtDate,
} from "../show/before-after.ts";
import { describeLengths, describeShift } from "../show/comparison-sentences.ts";
import { capitalizeFigure, findSettled } from "../usual/reported-figures.ts";
import { readHash } from "./choice.ts";
import { find } from "./dom.ts";
import { makeGroupTable } from "./figure-table.ts";
import { drawTimeline, type Line, resizeTimeline, toSeconds } from "./timeline.ts";

const HINT = "Click at the date of a change, such as a new intro, to compare before and after it.";

/** Said of a date that the report found: chance has had as many tries as there are dates. */
const SEARCHED =
  "The report found this change by trying all dates, so more is asked of it than of a date that you knew before: the ranges are wider.";

/** Fewest episodes that make a line over time. */
const MIN_EPISODES = 3;

/** The figures that have a line. */
const LINES = ["after1min", "average"] as const;

type Dated = ReturnType<typeof findTimeline<Episode>>[number];

/** The figures of a show over time, and before and after a date. */
export class ChangeSection {
  readonly #shows: ReadonlyMap<string | undefined, readonly Episode[]>;
  #episodes: readonly Episode[] = [];
  #timeline: readonly Dated[] = [];
  #plot: uPlot | undefined;
  #shownDate = "";
  readonly #date = find(".date", HTMLInputElement);
  readonly #parent = find(".timeline", HTMLElement);

  readonly #onDate: (date: string | undefined) => void;

  /** @param onDate called when the reader chooses a date */
  constructor(episodes: readonly Episode[], onDate: (date: string | undefined) => void) {
    this.#shows = Map.groupBy(episodes, ({ show }) => show);
    this.#onDate = onDate;
    this.#date.addEventListener("change", () => onDate(this.#date.value || undefined));
    this.#parent.addEventListener("click", () => this.#choose());
    this.#parent.addEventListener("mousemove", () => this.#point());
    this.#parent.addEventListener("mouseleave", () => this.#hint(this.#introduction));
    new ResizeObserver(() => resizeTimeline(this.#plot, this.#parent)).observe(this.#parent);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#plot?.redraw());
    addEventListener("beforeprint", () => this.#print(true));
    addEventListener("afterprint", () => this.#print(false));
    matchMedia("(forced-colors: active)").addEventListener("change", () => this.#draw());
  }

  /** Shows the show that an episode is of, before and after a date. */
  show(episode: Episode | undefined, date = ""): void {
    if (!episode) return;
    const episodes = this.#shows.get(episode.show) ?? [];
    const isSame = episodes === this.#episodes;
    if (isSame && date === this.#shownDate) return;
    this.#shownDate = date;
    if (!isSame) this.#start(episodes);
    this.#date.value = date;
    this.#draw();
  }

  #start(episodes: readonly Episode[]): void {
    this.#episodes = episodes;
    this.#timeline = findTimeline(episodes);
    const [first, last] = [this.#timeline[0]?.date, this.#timeline.at(-1)?.date];
    find(".change", HTMLElement).hidden = this.#timeline.length < MIN_EPISODES || first === last;
    this.#date.min = first ?? "";
    this.#date.max = last ?? "";
  }

  /** Says what is drawn. */
  get #introduction(): string {
    const [shown, all] = [this.#timeline.length, this.#episodes.length];
    const dots =
      shown === all
        ? "Each dot is an episode."
        : `Each dot is one of ${shown} episodes; ${all - shown} of another kind of source, without a date or with a curve that proves little can't be compared.`;
    return `${dots} ${HINT}`;
  }

  #draw(): void {
    const date = this.#date.value;
    const groups = splitAtDate(this.#episodes, date);
    const isReady = date !== "" && groups.before.length > 0 && groups.after.length > 0;
    const isSearched = this.#isSearched(date);
    const shifts = isReady ? compareFigures(groups, isSearched) : [];
    const verdict = isReady
      ? `${describeVerdict(shifts, date, groups)}${isSearched ? ` ${SEARCHED}` : ""}`
      : "Both sides of the date need episodes.";
    find(".verdict", HTMLElement).textContent = date === "" ? "" : verdict;
    const table = find(".groups", HTMLTableElement);
    table.hidden = !isReady;
    table.replaceChildren(...(isReady ? makeGroupTable(shifts, groups) : []));
    this.#hint(this.#introduction);
    this.#drawLines(shifts, isReady ? toSeconds(date) : undefined);
  }

  /** Checks whether the report itself found a date, or one near it. */
  #isSearched(date: string): boolean {
    const links = [...document.querySelectorAll<HTMLAnchorElement>(".show a[data-searched]")];
    return links.some((link) => {
      const { show = "" } = link.closest<HTMLElement>(".show")?.dataset ?? {};
      const searched = readHash(link.hash, []).choice.date;
      return (
        show === (this.#episodes[0]?.show ?? "") && searched !== undefined && isNearDate(this.#episodes, date, searched)
      );
    });
  }

  #drawLines(shifts: readonly FigureShift[], split: number | undefined): void {
    this.#plot?.destroy();
    this.#plot = undefined;
    if (find(".change", HTMLElement).hidden) return;
    const picture = {
      times: this.#timeline.map((episode) => toSeconds(episode.date)),
      lines: LINES.map((figure) => computeLine(figure, this.#timeline, shifts)),
      split,
    };
    this.#plot = drawTimeline(this.#parent, picture, matchMedia("(forced-colors: active)").matches);
  }

  /** Draws in the colours of paper, or again in those of the screen. */
  #print(isPrinted: boolean): void {
    this.#parent.classList.toggle("is-printed", isPrinted);
    this.#plot?.redraw();
  }

  /** Compares before and after the episode that the pointer is at. */
  #choose(): void {
    const episode = this.#findEpisode();
    if (episode) this.#onDate(episode.date);
  }

  #point(): void {
    const episode = this.#findEpisode();
    if (!episode) return;
    const { after1min, average } = episode.insights.figures;
    const figures = [
      ...(after1min === undefined ? [] : [`${formatPercent(after1min)} ${FIGURES.after1min.name}`]),
      `${formatPercent(average)} on average`,
    ];
    this.#hint(`${episode.date}, ${shorten(episode.title, MAX_TITLE)}: ${figures.join(", ")}.`);
  }

  #findEpisode(): Dated | undefined {
    const left = this.#plot?.cursor.left;
    if (!this.#plot || left === undefined || left < 0) return undefined;
    const time = this.#plot.posToVal(left, "x");
    const index = leastIndex(this.#timeline, (episode) => Math.abs(toSeconds(episode.date) - time));
    return index === undefined ? undefined : this.#timeline[index];
  }

  #hint(text: string): void {
    find(".hint", HTMLElement).textContent = text;
  }
}

function computeLine(figure: FigureName, timeline: readonly Dated[], shifts: readonly FigureShift[]): Line {
  const shift = shifts.find((other) => other.figure === figure);
  return {
    name: capitalizeFigure(figure),
    values: timeline.map(({ insights: { figures }, youth }) => findSettled(figures, youth, figure)),
    ...(shift && { levels: [shift.before, shift.after] }),
  };
}

/** Says of the opening and of the average how they differ. */
function describeVerdict(shifts: readonly FigureShift[], date: string, groups: Groups<Episode>): string {
  const { leftOut } = groups;
  const lengths = compareLengths(groups);
  const told = LINES.flatMap((figure) => shifts.filter((shift) => shift.figure === figure));
  const note = leftOut > 0 ? [`${leftOut} of the episodes can't be compared and are left out.`] : [];
  const length = lengths ? [describeLengths(lengths, date)] : [];
  return [...length, ...told.map((shift) => describeShift(shift, date)), ...note].join(" ");
}
