import { sort } from "d3-array";
import { capitalize } from "../../../lib/printable.ts";
import { formatTime } from "../../sources/base/times.ts";
import { type FigureName, findEndFigure, listTold } from "../curve/figures.ts";
import { END_WORDS } from "../curve/sentences.ts";
import { formatPercent, formatPoints } from "../curve/text.ts";
import type { Episode } from "../episode/episode.ts";
import type { FigureShift, Groups } from "../show/before-after.ts";
import { capitalizeFigure, formatFigure, REPORTED_FIGURES } from "../usual/reported-figures.ts";
import { find, make, makeTable } from "./dom.ts";
import { type DrawnCurve, getLetter } from "./drawn-curve.ts";

/** The peak need not be everybody, so this is not the share of the episode that a listener hears on average. */
const AVERAGE_OF_PEAK = "On average, of the peak";

const OF_LENGTH: readonly FigureName[] = ["average", "median"];

/** Lists the figures of the leading episode beside the usual of its show. */
export function listFigures(lead: DrawnCurve): void {
  const { insights, usual, people, duration } = lead.episode;
  const heads = listHeads(getLetter(lead), lead.episode);
  // What is a part of the length follows how many are there.
  const inOrder = sort(listTold(insights.figures), (name) => Number(OF_LENGTH.includes(name)));
  const rows = inOrder.flatMap((name) => {
    const [value, usually] = [insights.figures[name], usual?.figures[name]];
    const label = labelFigure(name, insights);
    if (value === undefined || label === undefined) return [];
    const beside = usually === undefined ? "" : formatFigure(name, usually);
    return makeRow([label, formatFigure(name, value), beside], heads, makeGauge(value, usually));
  });
  if (people) {
    const label = `Listeners ${END_WORDS[findEndFigure(insights.figures)].at}`;
    const beside = people.usual?.atEnd.toLocaleString("en") ?? "";
    rows.push(makeRow([label, people.atEnd.toLocaleString("en"), beside], heads));
  }
  if (insights.heard !== undefined)
    rows.push(makeRow(["Average listened", formatTime(insights.heard), `of ${formatTime(duration)}`], heads));
  const drawn = heads.map((text) => make("th", { scope: "col" }, text));
  find(".figures", HTMLTableElement).replaceChildren(...makeTable(drawn, rows));
}

function labelFigure(name: FigureName, { isOfPeak, unit }: Episode["insights"]): string | undefined {
  const { row, rowOfReplays } = REPORTED_FIGURES[name];
  if (unit !== "listener") return rowOfReplays ?? row;
  return name === "average" && isOfPeak ? AVERAGE_OF_PEAK : row;
}

function listHeads(letter: string, { usual, insights }: Episode): string[] {
  const unit = capitalize(`${insights.unit}s`);
  if (usual) return [unit, letter, "usual"];
  return insights.heard === undefined ? [unit, letter] : [unit, letter, "of"];
}

/** Draws a figure between 0 and 100 % as a bar, with the usual as a line across. */
function makeGauge(value: number, usual: number | undefined): HTMLElement {
  const bar = make("span", { class: "gauge-bar" });
  bar.style.width = `${Math.min(100, value)}%`;
  const gauge = make("span", { class: "gauge" }, bar);
  if (usual === undefined) return gauge;
  const line = make("span", { class: "gauge-usual" });
  line.style.left = `${Math.min(100, usual)}%`;
  gauge.append(line);
  return gauge;
}

/** Makes a row of what is told and what is beside it, with as many cells as there are heads: rules below both are as long. */
function makeRow(
  [name, value, beside]: readonly [name: string, value: string, beside: string],
  { length }: readonly string[],
  ...gauge: HTMLElement[]
): HTMLElement {
  const cells = [
    make("th", { scope: "row" }, name, ...gauge),
    make("td", { class: "value" }, value),
    make("td", { class: "usual" }, beside),
  ];
  return make("tr", {}, ...cells.slice(0, length));
}

/** Makes the table of medians before a date and from it on, each with the shift and its interval. */
export function makeGroupTable(shifts: readonly FigureShift[], { before, after }: Groups<Episode>): HTMLElement[] {
  const heads = ["Median", `Before (${before.length})`, `After (${after.length})`, "Points"];
  const rows = shifts.map(({ figure, before: one, after: other, shift }) => {
    const cells = [formatPercent(one), formatPercent(other), shift ? formatShift(shift) : "–"];
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, capitalizeFigure(figure)),
      ...cells.map((cell) => make("td", {}, cell)),
    );
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
