import { formatCount } from "../../report/text/count.ts";

/** What was in a HAR file. */
interface Counts {
  /** Those that are imported. */
  readonly curves: number;
  /** Curves of the same episodes that were loaded before. */
  readonly earlier: number;
  readonly withoutData: number;
  readonly refused: number;
  /** Answers that the browser did not save. */
  readonly withoutContent: number;
  /** Answers to requests for curves, whose format is not known. */
  readonly unknown: number;
  readonly others: number;
}

/** Formats what was in a HAR file: a line such as `48 curves, 2 without content, 210 other answers`, and what to do. */
export function formatSummary(counts: Counts): string[] {
  const { curves, earlier, withoutData, refused, withoutContent, unknown, others } = counts;
  const parts = [
    formatCount(curves, "curve"),
    earlier > 0 ? `${formatCount(earlier, "earlier answer")} for the same episodes` : [],
    withoutData > 0 ? `${formatCount(withoutData, "episode")} without data` : [],
    refused > 0 ? `${formatCount(refused, "answer")} refused` : [],
    withoutContent > 0 ? `${formatCount(withoutContent, "answer")} without content` : [],
    unknown > 0 ? `${formatCount(unknown, "answer")} of an unknown format` : [],
    formatCount(others, "other answer"),
  ];
  return [
    parts.flat().join(", "),
    withoutContent > 0
      ? "The browser did not save all contents. Load those episodes again, and save while the Network panel is still open."
      : [],
    unknown > 0 ? "The platform may have changed its answers, or refused some. Load those episodes again." : [],
  ].flat();
}
