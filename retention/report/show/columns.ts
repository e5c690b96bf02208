import { formatCount } from "../../../lib/count.ts";
import { UNITS } from "../../sources/base/kinds.ts";
import { formatTime } from "../../sources/base/times.ts";
import { FIGURE_NAMES, type FigureName, findEndFigure, listTold } from "../curve/figures.ts";
import { findLargest, type Moment } from "../curve/moments/moment.ts";
import { countPresent } from "../curve/moments/moments.ts";
import { formatPart } from "../curve/sentences.ts";
import { formatPercent, subtractShown } from "../curve/text.ts";
import type { Episode } from "../episode/episode.ts";
import { countsReplays } from "../episode/hundred-percent.ts";
import { tellPlace } from "../episode/loss.ts";
import { formatFigure, REPORTED_FIGURES } from "../usual/reported-figures.ts";

/** A column of numbers or dates in the table of episodes. */
export interface TableColumn {
  readonly key: string;
  /** Name at the head of the column. */
  readonly name: string;
  /** What the numbers are, with their unit, for CSV and for the list of sort orders. */
  readonly meaning: string;
  /** What else readers must know of it. */
  readonly note?: string;
  /** Whether it is left out if no episode has a value. */
  readonly isOptional?: boolean;
  /** Returns what the column is sorted by; undefined if the episode has no value. */
  readonly getValue: (episode: Episode) => number | string | undefined;
  /** Formats a cell's text. */
  readonly format: (episode: Episode) => string;
  /** Of a value at a place in the episode: what it is, for CSV, and that place in seconds. */
  readonly place?: { readonly meaning: string; readonly find: (episode: Episode) => number | undefined };
}

/** Returns the columns that a report of these episodes needs, in order. */
export function selectColumns(episodes: readonly Episode[]): readonly TableColumn[] {
  const hasSeveralShows = new Set(episodes.map(({ show }) => show)).size > 1;
  return COLUMNS.filter(({ key, isOptional, getValue }) => {
    if (key === "show") return hasSeveralShows;
    return !isOptional || episodes.some((episode) => getValue(episode) !== undefined);
  });
}

/** The columns that the page shows: the others are for who saves the table. */
const SHOWN = ["show", "date", "listeners", "after1min", "completion", "usual", "moment"];

/**
 * Returns the columns that the page of these episodes shows, in order.
 *
 * @param findShare returns the largest part of those present that is told in the column of moments
 */
export function selectShown(
  episodes: readonly Episode[],
  findShare: (episode: Episode) => number | undefined,
): readonly TableColumn[] {
  const moment = { key: "moment", name: "Moment", meaning: "Largest drop-off, skip beyond the usual, or replay" };
  const columns = [...selectColumns(episodes), COMPLETION, createColumn(moment, findShare)];
  return SHOWN.flatMap((key) => columns.find((column) => column.key === key) ?? []);
}

/** Lists the sources of an episode, the leading one first: `your own listeners, YouTube`. */
export function listSources({ source, sources }: Episode): string | undefined {
  return sources?.map(({ name }) => name).join(", ") ?? source;
}

const COLUMNS: readonly TableColumn[] = [
  createColumn({ key: "show", name: "Show", meaning: "Show" }, ({ show }) => show),
  createColumn(
    { key: "date", name: "Published", meaning: "Date of publication", isOptional: true },
    ({ date }) => date,
  ),
  createColumn(
    {
      key: "listeners",
      name: "Listeners",
      meaning: "Listeners, plays or views",
      note: "A listener of the collector is one of a window, a day by default, who counts again on the next",
      isOptional: true,
    },
    ({ listeners }) => listeners,
    (listeners, { kind }) =>
      countsReplays(kind) ? formatCount(listeners, UNITS[kind]) : listeners.toLocaleString("en"),
  ),
  createColumn(
    { key: "duration", name: "Length", meaning: "Length in seconds" },
    ({ duration }) => duration,
    formatTime,
  ),
  createColumn(
    { key: "heard", name: "Average listened", meaning: "Average seconds listened", isOptional: true },
    ({ insights }) => insights.heard,
    formatTime,
  ),
  ...createFigureColumns("average"),
  ...FIGURE_NAMES.filter((name) => name !== "average").flatMap(createFigureColumns),
  createColumn(
    {
      key: "people",
      name: "At the end",
      meaning: "Listeners who reach the credits, or else the last 5 percent",
      isOptional: true,
    },
    ({ people }) => people?.atEnd,
    (people) => people.toLocaleString("en"),
  ),
  createColumn(
    { key: "usual", name: "vs. usual", meaning: "Percentage points above the usual average", isOptional: true },
    computeDifference,
    (_, { insights, usual }) => formatFromUsual(subtractShown(insights.figures.average, usual?.figures.average ?? 0)),
  ),
  createShareColumn({ key: "loss", name: "Largest drop-off" }, ({ loss }) => loss),
  createShareColumn({ key: "skip", name: "Largest skip", isOptional: true }, ({ insights }) =>
    findLargest(insights.moments, "skip"),
  ),
];

/** Who hears an episode to its end: its credits, where they are known. */
const COMPLETION = createColumn(
  { key: "completion", name: "Completion", meaning: "Percent who reach the credits, or else the last 5 percent" },
  ({ insights: { figures } }) => figures[findEndFigure(figures)],
  formatPercent,
);

/** Creates a column that has a dash where an episode has no value. */
function createColumn<Value extends number | string>(
  column: Pick<TableColumn, "key" | "name" | "meaning" | "note" | "isOptional">,
  getValue: (episode: Episode) => Value | undefined,
  format: (value: Value, episode: Episode) => string = String,
): TableColumn {
  const formatCell = (episode: Episode) => {
    const value = getValue(episode);
    return value === undefined ? "–" : format(value, episode);
  };
  return { ...column, getValue, format: formatCell };
}

/** Creates a column of parts of those present, each with its time. */
function createShareColumn(
  column: Pick<TableColumn, "key" | "name" | "isOptional">,
  find: (episode: Episode) => Moment | undefined,
): TableColumn {
  return {
    ...column,
    meaning: `${column.name} in percent of those present`,
    getValue: (episode) => {
      const found = find(episode);
      return found && 100 * found.share;
    },
    format: (episode) => {
      const found = find(episode);
      const present = found && countPresent(found, episode.insights.whole);
      return found ? `${formatPart(found.share, present)} ${tellPlace(found)}` : "none";
    },
    place: { meaning: `${column.name}: seconds from the start`, find: (episode) => find(episode)?.from },
  };
}

function createFigureColumns(key: FigureName): TableColumn[] {
  const { column } = REPORTED_FIGURES[key];
  if (!column) return [];
  const getValue = ({ insights: { figures } }: Episode) => (listTold(figures).includes(key) ? figures[key] : undefined);
  return [createColumn({ key, ...column, isOptional: true }, getValue, (value) => formatFigure(key, value))];
}

/** Marked curves have no usual, and so are never compared. */
function computeDifference({ insights, usual }: Episode): number | undefined {
  const average = usual?.figures.average;
  return average === undefined ? undefined : insights.figures.average - average;
}

function formatFromUsual(difference: number): string {
  const points = Math.abs(difference);
  return points === 0 ? "as usual" : `${difference < 0 ? "−" : "+"}${points}`;
}
