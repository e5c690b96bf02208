import { formatPercent, formatPoints, formatTime } from "../curve/text.ts";
import type { Episode } from "./episode.ts";
import { findLargestLoss } from "./summary.ts";
import { getEnd, getHalf } from "./usual.ts";

/** A column of numbers or dates in the table of episodes. */
export interface Column {
  readonly key: string;
  /** Name at the head of the column. */
  readonly name: string;
  /** What the numbers are, with their unit, for CSV and for the list of sort orders. */
  readonly meaning: string;
  /** Returns what the column is sorted by; undefined if the episode has no value. */
  readonly getValue: (episode: Episode) => number | string | undefined;
  /** Formats a cell's text. */
  readonly format: (episode: Episode) => string;
  /** Whether the smallest value is the most interesting. */
  readonly startsWithSmallest?: true;
}

/** Returns the columns that a report of these episodes needs, in order. */
export function selectColumns(episodes: readonly Episode[]): readonly Column[] {
  return COLUMNS.filter(({ key, getValue }) => {
    return !OPTIONAL.has(key) || episodes.some((episode) => getValue(episode) !== undefined);
  });
}

const OPTIONAL = new Set(["date", "listeners", "usual", "minute-1", "minute-5"]);

const COLUMNS: readonly Column[] = [
  {
    key: "date",
    name: "Published",
    meaning: "Date of publication",
    getValue: ({ date }) => date,
    format: ({ date }) => date ?? "–",
  },
  {
    key: "listeners",
    name: "Listeners",
    meaning: "Listeners",
    getValue: ({ listeners }) => listeners,
    format: ({ listeners }) => listeners?.toLocaleString("en") ?? "–",
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
    format: ({ insights }) => formatTime(insights.heard),
  },
  createPercentColumn("average", "Average", "Average percent of the length heard", ({ insights }) => insights.average),
  createPercentColumn("minute-1", "1 min", "Percent still there after 1 minute", (episode) => getEarly(episode, 1)),
  createPercentColumn("minute-5", "5 min", "Percent still there after 5 minutes", (episode) => getEarly(episode, 5)),
  createPercentColumn("half", "Half", "Percent still there halfway", getHalf),
  createPercentColumn("end", "End", "Percent still there at the end", getEnd),
  {
    key: "usual",
    name: "Against usual",
    meaning: "Percentage points above the usual average",
    getValue: ({ usual }) => usual?.difference,
    format: ({ usual }) => (usual ? formatDifference(usual.difference) : "–"),
  },
  {
    key: "loss",
    name: "Largest loss",
    meaning: "Largest loss in percentage points",
    getValue: (episode) => {
      const loss = findLargestLoss(episode.insights);
      return loss && loss.after - loss.before;
    },
    format: formatLoss,
    startsWithSmallest: true,
  },
];

function createPercentColumn(
  key: string,
  name: string,
  meaning: string,
  getValue: (episode: Episode) => number | undefined,
): Column {
  const format = (episode: Episode) => {
    const value = getValue(episode);
    return value === undefined ? "–" : formatPercent(value);
  };
  return { key, name, meaning, getValue, format };
}

function getEarly({ insights }: Episode, minutes: number): number | undefined {
  return insights.early.find((early) => early.minutes === minutes)?.percentage;
}

function formatDifference(difference: number): string {
  const points = Math.round(Math.abs(difference));
  return points === 0 ? "as usual" : `${points} ${difference < 0 ? "below" : "above"}`;
}

function formatLoss({ insights }: Episode): string {
  const loss = findLargestLoss(insights);
  return loss ? `−${formatPoints(loss.before - loss.after)} at ${formatTime(loss.from)}` : "none";
}
