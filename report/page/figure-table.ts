import { type FigureName, findEndFigure, listTold } from "../curve/figures.ts";
import { END_WORDS } from "../curve/sentences.ts";
import { formatTime } from "../curve/text.ts";
import type { Episode } from "../episode.ts";
import { formatFigure, REPORTED_FIGURES } from "../reported-figures.ts";
import { capitalize } from "../text/printable.ts";
import { find, make, makeTable } from "./dom.ts";
import { type DrawnCurve, getLetter } from "./drawn-curve.ts";

/** The peak need not be everybody, so this is not the share of the episode that a listener hears on average. */
const AVERAGE_OF_PEAK = "On average, of the peak";

const OF_LENGTH: readonly FigureName[] = ["average", "median"];

/** Lists the figures of the leading episode beside the usual of its show. */
export function listFigures(lead: DrawnCurve): void {
  const { insights, usual, people, duration } = lead.episode;
  const told = listTold(insights.figures);
  // What is a part of the length follows how many are there.
  const inOrder = [
    ...told.filter((name) => !OF_LENGTH.includes(name)),
    ...told.filter((name) => OF_LENGTH.includes(name)),
  ];
  const rows = inOrder.flatMap((name) => {
    const value = insights.figures[name];
    const label = labelFigure(name, insights);
    return value === undefined || label === undefined
      ? []
      : [
          makeRow(
            label,
            formatFigure(name, value),
            formatUsual(name, usual?.figures[name]),
            makeGauge(value, usual?.figures[name]),
          ),
        ];
  });
  if (people)
    rows.push(
      makeRow(
        `Listeners ${END_WORDS[findEndFigure(insights.figures)].at}`,
        people.atEnd.toLocaleString("en"),
        people.usual?.atEnd.toLocaleString("en") ?? "",
      ),
    );
  if (insights.heard !== undefined)
    rows.push(makeRow("Average listened", formatTime(insights.heard), `of ${formatTime(duration)}`));
  const heads = listHeads(getLetter(lead), lead.episode).map((text) => make("th", { scope: "col" }, text));
  find(".figures", HTMLTableElement).replaceChildren(...makeTable(heads, rows));
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

function makeRow(name: string, value: string, usual: string, ...gauge: HTMLElement[]): HTMLElement {
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, name, ...gauge),
    make("td", { class: "value" }, value),
    make("td", { class: "usual" }, usual),
  );
}

function formatUsual(name: FigureName, value: number | undefined): string {
  return value === undefined ? "" : formatFigure(name, value);
}
