import { extent, leastIndex } from "d3-array";
import { type ScaleLinear, scaleLinear, scaleUtc } from "d3-scale";
import { formatDate } from "../curve/days.ts";
import { FIGURES, type FigureName } from "../curve/figures.ts";
import { traceLine } from "../curve/plane.ts";
import { formatPercent, formatPoints, MAX_TITLE, shorten } from "../curve/text.ts";
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
import { describeLengthChange, describeShift } from "../show/comparison-sentences.ts";
import { capitalizeFigure, findSettled } from "../usual/reported-figures.ts";
import { readHash } from "./choice.ts";
import { draw, find, make, makeTable } from "./dom.ts";
import { MARGIN } from "./drawn-chart.ts";

const HINT = "Click at the date of a change, such as a new intro, to compare before and after it.";

/** Said of a date that the report found: chance has had as many tries as there are dates. */
const SEARCHED =
  "The report found this change by trying all dates, so more is asked of it than of a date that you knew before: the ranges are wider.";

/** Fewest episodes that make a line over time. */
const MIN_EPISODES = 3;

/** The figures that have a line. */
const LINES = ["after1min", "average"] as const;

/** The shortest month, and how many there are from one name at the axis to the next. */
const MONTH_MS = 28 * 86_400_000;
const MONTH_STEPS = [1, 2, 3, 6];

const HEIGHT = 260;
const NAME_WIDTH = 96;
const PAPER_WIDTH = 690;

type TimelineEpisode = ReturnType<typeof findTimeline<Episode>>[number];

/** The figures of a show over time, and before and after a date. */
export class ChangeSection {
  /** Whether the episodes of a show can be compared over time. */
  readonly isPossible: boolean;
  readonly #shows: ReadonlyMap<string | undefined, readonly Episode[]>;
  #episodes: readonly Episode[] = [];
  #timeline: readonly TimelineEpisode[] = [];
  #shifts: readonly FigureShift[] = [];
  readonly #date = find(".date", HTMLInputElement);
  readonly #parent = find(".timeline", HTMLElement);

  /** @param onDate called when the reader chooses a date */
  constructor(episodes: readonly Episode[], onDate: (date: string, show?: string) => void) {
    this.#shows = Map.groupBy(episodes, ({ show }) => show);
    this.isPossible = [...this.#shows.values()].some((members) => {
      const days = new Set(findTimeline(members).map(({ date }) => date));
      return days.size >= MIN_EPISODES;
    });
    const choose = (date: string) => onDate(date, this.#episodes[0]?.show);
    this.#date.addEventListener("change", () => choose(this.#date.value));
    this.#parent.addEventListener("click", (event) => choose(this.#find(event)?.date ?? this.#date.value));
    this.#parent.addEventListener("pointermove", (event) => this.#point(event));
    this.#parent.addEventListener("pointerleave", () => this.#hint(this.#introduction));
    new ResizeObserver(() => this.#draw()).observe(this.#parent);
    addEventListener("beforeprint", () => this.#draw(PAPER_WIDTH));
    addEventListener("afterprint", () => this.#draw());
  }

  /** Shows a show, or else the first one, before and after a date. */
  show(date: string, show?: string): void {
    this.#episodes = this.#shows.get(show) ?? [...this.#shows.values()][0] ?? [];
    this.#timeline = findTimeline(this.#episodes);
    this.#date.min = this.#timeline[0]?.date ?? "";
    this.#date.max = this.#timeline.at(-1)?.date ?? "";
    this.#date.value = date;
    const groups = splitAtDate(this.#episodes, date);
    const isReady = date !== "" && groups.before.length > 0 && groups.after.length > 0;
    const isSearched = this.#isSearched(date);
    this.#shifts = isReady ? compareFigures(groups, isSearched) : [];
    const verdict = isReady
      ? `${describeVerdict(this.#shifts, date, groups)}${isSearched ? ` ${SEARCHED}` : ""}`
      : "Both sides of the date need episodes.";
    find(".verdict", HTMLElement).textContent = date === "" ? "" : verdict;
    const table = find(".groups", HTMLTableElement);
    table.hidden = !isReady;
    table.replaceChildren(...(isReady ? makeGroupTable(this.#shifts, groups) : []));
    this.#hint(this.#introduction);
    this.#draw();
  }

  /** Says what is drawn. */
  get #introduction(): string {
    const [shown, all] = [this.#timeline.length, this.#episodes.length];
    const dots =
      shown === all
        ? "Each dot is an episode."
        : `Each dot is one of ${shown} episodes; the other ${all - shown} can't be compared: no full episode, no date, another kind of source, or a curve that proves little.`;
    return `${dots} ${HINT}`;
  }

  /** Checks whether the report itself found a date, or one near it. */
  #isSearched(date: string): boolean {
    return [...document.querySelectorAll<HTMLAnchorElement>("a[data-searched]")].some((link) => {
      const { date: searched = "", show } = readHash(link.hash, []).choice;
      return (
        searched !== "" &&
        [undefined, show].includes(this.#episodes[0]?.show) &&
        isNearDate(this.#episodes, date, searched)
      );
    });
  }

  /** Draws the figures as dots with a line between them, and the date with the medians on both sides. */
  #draw(width = this.#parent.clientWidth): void {
    if (width === 0 || this.#timeline.length === 0) return;
    const { x, y } = this.#scale(width);
    const values = LINES.map((figure) => this.#listValues(figure));
    const right = width - NAME_WIDTH;
    const split = this.#shifts.length > 0 ? x(new Date(this.#date.value)) : undefined;
    const lines = values.flatMap((places, slot) => {
      const figure = LINES[slot] ?? "average";
      const spots = places.map(({ date, value }) => ({ x: x(new Date(date)), y: y(value) }));
      const shift = this.#shifts.find((other) => other.figure === figure);
      const level = (value: number, from: number, to: number) =>
        draw("path", { class: `level slot-${slot}`, d: `M${from},${y(value)}H${to}` });
      return [
        draw("path", { class: `over-time slot-${slot}`, d: spots.length > 1 ? traceLine(spots) : "" }),
        ...spots.map(({ x: cx, y: cy }) => draw("circle", { class: `slot-${slot}`, cx, cy, r: 3.5 })),
        ...(shift && split !== undefined
          ? [level(shift.before, MARGIN.left, split), level(shift.after, split, right)]
          : []),
        draw(
          "text",
          { class: `letter slot-${slot}`, x: right + 8, y: spots.at(-1)?.y ?? 0, dy: "0.35em" },
          capitalizeFigure(figure),
        ),
      ];
    });
    const days = listDays(this.#date.min, this.#date.max, Math.floor(width / 76)).map(([day, name]) =>
      draw("text", { x: x(new Date(day)), y: HEIGHT - 6, "text-anchor": "middle" }, name),
    );
    const date =
      split === undefined
        ? []
        : [draw("path", { class: "crosshair", d: `M${split},${MARGIN.top / 2}V${HEIGHT - MARGIN.bottom}` })];
    this.#parent.replaceChildren(
      draw(
        "svg",
        { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, "aria-hidden": "true" },
        ...drawLevels(y, right),
        ...days,
        ...date,
        ...lines,
      ),
    );
  }

  /** The axis begins at 0, so that heights can be compared. */
  #scale(width: number) {
    const [first = 0, last = 0] = extent(this.#timeline, ({ date }) => Date.parse(date));
    const highest = Math.max(0, ...LINES.flatMap((figure) => this.#listValues(figure).map(({ value }) => value)));
    return {
      x: scaleUtc([first, last], [MARGIN.left + 8, width - NAME_WIDTH - 8]),
      y: scaleLinear([0, Math.ceil((highest + 2) / 10) * 10], [HEIGHT - MARGIN.bottom, MARGIN.top / 2]),
    };
  }

  #listValues(figure: FigureName): { readonly date: string; readonly value: number }[] {
    return this.#timeline.flatMap(({ date, insights: { figures }, youth }) => {
      const value = findSettled(figures, youth, figure);
      return value === undefined ? [] : [{ date, value }];
    });
  }

  #point(event: MouseEvent): void {
    const episode = this.#find(event);
    if (!episode) return;
    const { after1min, average } = episode.insights.figures;
    const figures = [
      ...(after1min === undefined ? [] : [`${formatPercent(after1min)} ${FIGURES.after1min.name}`]),
      `${formatPercent(average)} on average`,
    ];
    this.#hint(`${formatDate(episode.date)}, ${shorten(episode.title, MAX_TITLE)}: ${figures.join(", ")}.`);
  }

  /** Finds the episode that the pointer is at. */
  #find({ clientX }: MouseEvent): TimelineEpisode | undefined {
    const { left, width } = this.#parent.getBoundingClientRect();
    const time = this.#scale(width)
      .x.invert(clientX - left)
      .getTime();
    const index = leastIndex(this.#timeline, ({ date }) => Math.abs(Date.parse(date) - time));
    return index === undefined ? undefined : this.#timeline[index];
  }

  #hint(text: string): void {
    find(".hint", HTMLElement).textContent = text;
  }
}

const months = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });

/** Lists the months that begin between two dates, or every so many of them, with their names; of a few weeks, both dates. */
function listDays(first: string, last: string, count: number): (readonly [day: string, name: string])[] {
  const begin = new Date(first);
  const starts = Array.from(
    { length: (Date.parse(last) - begin.getTime()) / MONTH_MS + 1 },
    (_, index) => new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + index + 1)),
  ).filter((day) => day <= new Date(last));
  if (starts.length < 2) return [...new Set([first, last])].map((day) => [day, formatDate(day, last.slice(0, 4))]);
  const step = MONTH_STEPS.find((months) => starts.length / months <= count) ?? 12;
  return starts.flatMap((day) => {
    const month = day.getUTCMonth();
    if (month % step !== 0) return [];
    const year = month === 0 ? ` ${day.getUTCFullYear()}` : "";
    return [[day.toISOString().slice(0, 10), `${months.format(day)}${year}`]];
  });
}

/** Says of the opening and of the average how they differ. */
function describeVerdict(shifts: readonly FigureShift[], date: string, groups: Groups<Episode>): string {
  const { leftOut } = groups;
  const lengths = compareLengths(groups);
  const told = LINES.flatMap((figure) => shifts.filter((shift) => shift.figure === figure));
  const note = leftOut > 0 ? [`${leftOut} of the episodes can't be compared and are left out.`] : [];
  const length = lengths ? [describeLengthChange(lengths, date)] : [];
  return [...length, ...told.map((shift) => describeShift(shift, date)), ...note].join(" ");
}

/** Makes the table of medians before a date and from it on, each with the shift and its interval. */
function makeGroupTable(shifts: readonly FigureShift[], { before, after }: Groups<Episode>): HTMLElement[] {
  const heads = ["Median", `Before (${before.length})`, `After (${after.length})`, "Points"];
  const rows = shifts.map(({ figure, before: one, after: other, shift }) => {
    const cells = [formatPercent(one), formatPercent(other), shift ? formatShift(shift) : "–"];
    const name = make("th", { scope: "row" }, capitalizeFigure(figure));
    return make("tr", {}, name, ...cells.map((cell) => make("td", {}, cell)));
  });
  return makeTable(
    heads.map((head) => make("th", { scope: "col" }, head)),
    rows,
  );
}

/** Formats a shift and its interval in points: `+4 (2 to 6)`. */
function formatShift({ size, low, high }: NonNullable<FigureShift["shift"]>): string {
  return `${formatSigned(size, "+")} (${formatSigned(low)} to ${formatSigned(high)})`;
}

function formatSigned(points: number, plus = ""): string {
  return `${points < 0 ? "−" : plus}${formatPoints(points)}`;
}

/** Draws levels that can be read at the left. */
function drawLevels(y: ScaleLinear<number, number>, right: number): SVGElement[] {
  return y
    .ticks(5)
    .flatMap((level) => [
      draw("path", { class: "grid", d: `M${MARGIN.left},${y(level)}H${right}` }),
      draw("text", { x: MARGIN.left - 7, y: y(level), dy: "0.35em", "text-anchor": "end" }, formatPercent(level)),
    ]);
}
