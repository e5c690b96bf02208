import { FIGURE_NAMES, type FigureName } from "../curve/figures.ts";
import { formatPercent, formatTime } from "../curve/text.ts";
import type { Episode } from "./episode.ts";
import { REPORTED_FIGURES } from "./reported-figures.ts";

/** A column of numbers or dates in the table of episodes. */
export interface TableColumn {
  readonly key: string;
  /** Name at the head of the column. */
  readonly name: string;
  /** What the numbers are, with their unit, for CSV and for the list of sort orders. */
  readonly meaning: string;
  /** Whether it is left out if no episode has a value. */
  readonly isOptional?: boolean;
  /** Returns what the column is sorted by; undefined if the episode has no value. */
  readonly getValue: (episode: Episode) => number | string | undefined;
  /** Formats a cell's text. */
  readonly format: (episode: Episode) => string;
}

/** Returns the columns that a report of these episodes needs, in order. */
export function selectColumns(episodes: readonly Episode[]): readonly TableColumn[] {
  const hasSeveralShows = new Set(episodes.map(({ show }) => show)).size > 1;
  return COLUMNS.filter(({ key, isOptional, getValue }) => {
    if (key === "show") return hasSeveralShows;
    return !isOptional || episodes.some((episode) => getValue(episode) !== undefined);
  });
}

const COLUMNS: readonly TableColumn[] = [
  {
    key: "show",
    name: "Show",
    meaning: "Show",
    getValue: ({ show }) => show,
    format: ({ show }) => show ?? "–",
  },
  {
    key: "date",
    name: "Published",
    meaning: "Date of publication",
    isOptional: true,
    getValue: ({ date }) => date,
    format: ({ date }) => date ?? "–",
  },
  {
    key: "listeners",
    name: "Listeners",
    meaning: "Listeners or plays",
    isOptional: true,
    getValue: ({ listeners }) => listeners,
    format: ({ listeners, kind }) =>
      listeners === undefined ? "–" : `${listeners.toLocaleString("en")}${kind === "plays" ? " plays" : ""}`,
  },
  {
    key: "duration",
    name: "Length",
    meaning: "Length in seconds",
    getValue: ({ duration }) => duration,
    format: ({ duration }) => formatTime(duration),
  },
  {
    key: "heard",
    name: "Heard",
    meaning: "Average seconds heard",
    getValue: ({ insights }) => insights.heard,
    format: ({ insights: { heard } }) => (heard === undefined ? "–" : formatTime(heard)),
  },
  ...createFigureColumns("average"),
  ...FIGURE_NAMES.filter((name) => name !== "average").flatMap(createFigureColumns),
  {
    key: "usual",
    name: "Against usual",
    meaning: "Percentage points above the usual average",
    isOptional: true,
    getValue: computeDifference,
    format: formatDifference,
  },
  {
    key: "loss",
    name: "Largest loss",
    meaning: "Largest loss in percent of those present",
    getValue: ({ loss }) => loss && 100 * loss.share,
    format: formatLoss,
  },
];

function createFigureColumns(key: FigureName): TableColumn[] {
  const { column } = REPORTED_FIGURES[key];
  if (!column) return [];
  const getValue = ({ insights }: Episode) => insights.figures[key];
  const format = (episode: Episode) => {
    const value = getValue(episode);
    return value === undefined ? "–" : formatPercent(value);
  };
  return [{ key, ...column, isOptional: true, getValue, format }];
}

/** Marked curves have no usual, and so are never compared. */
function computeDifference({ insights, usual }: Episode): number | undefined {
  const average = usual?.figures.average;
  return average === undefined ? undefined : insights.figures.average - average;
}

function formatDifference(episode: Episode): string {
  const difference = computeDifference(episode);
  if (difference === undefined) return "–";
  const points = Math.round(Math.abs(difference));
  return points === 0 ? "as usual" : `${points} ${difference < 0 ? "below" : "above"}`;
}

function formatLoss({ loss }: Episode): string {
  return loss ? `${formatPercent(100 * loss.share)} at ${formatTime(loss.from)}` : "none";
}
