/** The labels of what commands alone meet, which count sessions, and write to tables that others write to. */
const COMMAND_LABELS = {
  "session-without-duration": "without a duration",
  "session-without-feed-duration": "without a duration",
  "session-not-in-feed": "not in the feed",
  "two-records": "with two records of a session",
  "slow-sessions": "with gaps",
  "uncounted-sessions": "incomplete",
  "changed-meanwhile": "changed meanwhile",
  "counted-listeners": "with counted listeners",
  "collected-listens": "with collected listens",
  "not-corrected": "not corrected",
  "no-duration-to-register": "without a duration",
  "bad-duration-to-register": "without a duration",
  "of-another-feed": "of another feed",
  unowned: "without an owner",
  "unowned-duration": "without an owner",
} as const;

/**
 * What may be wrong with a record, a file or an episode, by its code, with the label by which a summary counts it: "2 refused
 * (1 no data, 1 not a curve)". What to do about it, each door says in its own words: see cli/ways-out.ts and
 * studio/refusal-words.ts.
 */
const LABELS = {
  // Of files and feeds.
  unreadable: "unreadable",
  "empty-file": "unreadable",
  "no-json": "unreadable",
  "damaged-har": "unreadable",
  "cut-off": "unreadable",
  "damaged-gzip": "unreadable",
  "too-long-line": "unreadable",
  "invalid-array": "unreadable",
  "too-large": "unreadable",
  "no-saved-report": "unreadable",
  "damaged-report": "unreadable",
  "later-report": "unreadable",
  "no-findings": "unreadable",
  "other-findings": "unreadable",
  "later-findings": "unreadable",
  "other-encoding": "unreadable",
  "unknown-encoding": "unreadable",
  gzipped: "unreadable",
  "web-archive": "unreadable",
  "not-a-feed": "unreadable",
  "page-without-feed": "unreadable",
  "feed-without-items": "unreadable",
  "feed-without-guids": "unreadable",
  "invalid-xml": "unreadable",
  "too-long-text": "unreadable",
  "not-a-transcript": "unreadable",
  "no-cues": "unreadable",
  "too-many-cues": "unreadable",
  "file-not-utf8": "unreadable",
  "line-cells": "unreadable",
  "not-a-time": "unreadable",
  "map-json": "unreadable",
  "map-key-twice": "unreadable",
  "map-two-guids": "unreadable",
  "imported-already": "imported already",
  // Of records.
  "too-long": "too long",
  "not-utf8": "not UTF-8",
  "not-json": "not JSON",
  "nul-bytes": "not JSON",
  "several-values": "not JSON",
  "not-an-object": "not an object",
  "member-twice": "ambiguous",
  "text-numbers": "with numbers as text",
  "not-a-chart": "not a chart",
  "later-export": "not a chart",
  "session-among-charts": "not a chart",
  "no-points": "without points",
  "not-a-session": "not a session",
  "too-deep-session": "not a session",
  "long-session-id": "not a session",
  // Of documents.
  "empty-document": "without a curve",
  "empty-array": "without a curve",
  "json-array": "without a curve",
  "too-deep": "without a curve",
  "mongo-shell": "without a curve",
  "unknown-object": "without a curve",
  "unknown-text": "without a curve",
  "other-format": "without a curve",
  "api-error": "without a curve",
  quartiles: "without a curve",
  "too-many-objects": "without a curve",
  "no-listening-data": "without a curve",
  "harborfm-table": "without a curve",
  "detailed-activity": "without a curve",
  "damaged-zip": "without a curve",
  "too-many-files": "without a curve",
  "encrypted-table": "without a curve",
  "no-table": "without a curve",
  "several-tables": "without a curve",
  workbook: "without a curve",
  "office-document": "without a curve",
  "no-answers": "without a curve",
  "not-csv": "not CSV",
  "too-long-row": "not CSV",
  "cut-off-table": "cut off",
  // Of curves.
  "not-a-curve": "not a curve",
  "cut-off-array": "not a curve",
  "curve-member-twice": "not a curve",
  "clock-seconds": "not a curve",
  "clock-minutes": "not a curve",
  "with-commas": "not a curve",
  "with-unit": "not a curve",
  "several-results": "not a curve",
  "no-ratios": "not a curve",
  "no-positions": "not a curve",
  "no-values": "not a curve",
  "several-counts": "not a curve",
  "column-twice": "not a curve",
  "too-many-cells": "not a curve",
  "too-many-points": "not a curve",
  "not-a-count": "not a curve",
  "not-a-source": "not a curve",
  "minute-seconds": "not a curve",
  "row-twice": "not a curve",
  "point-twice": "not a curve",
  "refused-answer": "not a curve",
  "no-data": "no data",
  "answer-without-data": "no data",
  "nobody-before-end": "no data",
  "nobody-in-duration": "without points",
  "missing-rows": "with missing rows",
  "too-many-rows": "with missing rows",
  "missing-values": "with missing values",
  "beyond-duration": "beyond its duration",
  "point-beyond-duration": "beyond its duration",
  "record-beyond-duration": "beyond its duration",
  fractions: "short of its duration",
  milliseconds: "short of its duration",
  "missing-end": "short of its duration",
  "over-limit": "over a limit",
  "counts-over-limit": "over a limit",
  "not-finite": "not finite",
  // Of episodes.
  "no-guid": "without a GUID",
  "line-to-complete": "without a GUID",
  "answer-without-guid": "without a GUID",
  "input-without-guid": "without a GUID",
  "not-a-guid": "without a GUID",
  "answer-without-key": "without a key",
  "input-without-key": "without a key",
  "unprintable-key": "without a key",
  "no-duration": "without a duration",
  "no-duration-in-feed": "without a duration",
  "not-in-feed": "without a duration",
  "bad-duration": "without a duration",
  "several-durations": "without a duration",
  "two-durations": "with two durations",
  "found-twice": "found twice",
  "in-two-feeds": "in two feeds",
  "of-several-episodes": "of several episodes",
  // Of writes.
  "too-many-sources": "with too many sources",
  "malformed-item": "with a malformed item",
  "refused-by-table": "refused by DynamoDB",
  ...COMMAND_LABELS,
} as const;

export type RefusalCode = keyof typeof LABELS;

/** What only an import by command says besides. */
type CommandHintCode =
  | "unused-guid"
  | "unused-keys"
  | "alike-sessions"
  | "unknown-interval"
  | "wide-gaps"
  | "wider-gaps"
  | "slower-sessions";

/** What commands alone meet or say. */
export type CommandCode = keyof typeof COMMAND_LABELS | CommandHintCode;

/** What an import says besides. */
type HintCode =
  | CommandHintCode
  | "no-chart-in-item"
  | "assumed"
  | "found"
  | "left-out"
  | "guids-not-in-feed"
  | "unknown-guid"
  | "har-parts"
  | "har-summary"
  | "har-unknown"
  | "har-without-content"
  | "high-percentages"
  | "low-percentages"
  | "unread-dates"
  | "long-duration"
  | "unlikely-duration"
  | "other-duration"
  | "other-unit"
  | "stops-early"
  | "open-ends"
  | "unused-count";

export type Code = RefusalCode | HintCode;

/** By what a summary counts refusals of a code, such as `not JSON`. */
export function findLabel({ code }: { readonly code: RefusalCode }): string {
  return LABELS[code];
}
