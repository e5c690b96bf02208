import { capitalize } from "../../../lib/printable.ts";
import { FIGURES, type FigureName, type Figures } from "../curve/figures.ts";
import { formatPercent } from "../curve/text.ts";
import type { Youth } from "./measured.ts";

/** What a report says of a figure, and what it compares it for. */
interface ReportedFigure {
  /** Label of its row in the table of an episode's figures. Undefined if it has none. */
  readonly row: string | undefined;
  /** The same where plays or views are counted, which are not people. By default, it is the same. */
  readonly rowOfReplays?: string;
  /** What is said in place of 100 %. By default, that. */
  readonly ofAll?: string;
  /** Its column in the table of episodes: the name at its head, and what the numbers are. Undefined if it has none. */
  readonly column: { readonly name: string; readonly meaning: string } | undefined;
  /** Whether episodes of any length have it in common, because it is of their opening. */
  readonly isOfOpening: boolean;
  /** Whether it is compared before and after a date. */
  readonly isOfChange: boolean;
  /**
   * What sentences call the part that it judges. An episode is untypical if it differs from the others in it; more such
   * parts make each test stricter. Undefined if it judges nothing.
   */
  readonly judged: string | undefined;
}

/** What reports say of each figure of report/curve/figures.ts. */
export const REPORTED_FIGURES: Readonly<Record<FigureName, ReportedFigure>> = {
  after30s: {
    row: "Still there after 30 s",
    rowOfReplays: "At 30 s",
    column: undefined,
    isOfOpening: true,
    isOfChange: false,
    judged: undefined,
  },
  after1min: {
    row: "after 1 min",
    rowOfReplays: "at 1 min",
    column: { name: "After 1 min", meaning: "Percent still there after 1 minute" },
    isOfOpening: true,
    isOfChange: true,
    judged: "opening",
  },
  after5min: {
    row: "after 5 min",
    rowOfReplays: "at 5 min",
    column: { name: "5 min", meaning: "Percent still there after 5 minutes" },
    isOfOpening: false,
    isOfChange: true,
    judged: undefined,
  },
  after20min: {
    row: undefined,
    column: undefined,
    isOfOpening: false,
    isOfChange: true,
    judged: undefined,
  },
  average: {
    row: "On average",
    column: { name: "Average", meaning: "Average in percent of the peak, or of what a platform calls 100 percent" },
    isOfOpening: false,
    isOfChange: true,
    judged: "average",
  },
  median: {
    row: "Median listened",
    ofAll: "fewer than half leave",
    column: { name: "Median listened", meaning: "Percent of the length that half of those who started hear" },
    isOfOpening: false,
    isOfChange: false,
    judged: undefined,
  },
  credits: {
    row: "Reach the credits",
    rowOfReplays: "At the credits",
    column: { name: "Credits", meaning: "Percent who reach the credits" },
    isOfOpening: false,
    isOfChange: true,
    judged: "ending",
  },
  last5percent: {
    row: "Completion (reach the last 5\u00a0%)",
    rowOfReplays: "Completion (in the last 5\u00a0%)",
    column: { name: "Completion", meaning: "Completion: percent who reach the last 5 percent" },
    isOfOpening: false,
    isOfChange: true,
    judged: "ending",
  },
};

/** Returns a figure of an episode, but of a young one only those of the opening: the others are not yet what they will be. */
export function findSettled(figures: Figures, youth: Youth | undefined, name: FigureName): number | undefined {
  return youth && !REPORTED_FIGURES[name].isOfOpening ? undefined : figures[name];
}

/** Returns the name of a figure with a capital, as at the head of a line: `After 1 min`. */
export function capitalizeFigure(name: FigureName): string {
  return name === "last5percent" ? "Completion (last 5\u00a0%)" : capitalize(FIGURES[name].name);
}

/** Formats a figure: `62 %`, or what is said of a median beyond the end. */
export function formatFigure(name: FigureName, value: number): string {
  const { ofAll } = REPORTED_FIGURES[name];
  return ofAll !== undefined && value >= 100 ? ofAll : formatPercent(value);
}
