import { group, sort } from "d3-array";
import { formatCount } from "../../../lib/count.ts";
import type { ReportChange } from "./change-finder.ts";
import type { ChangeKind } from "./change-kinds.ts";
import { formatDay } from "./change-words.ts";

/** A change with the show among whose lines it is. */
export interface OfShow extends ReportChange {
  readonly kind: ChangeKind;
}

/** A change, as the findings have it. */
type DigestItem = Omit<OfShow, "show">;

/** What has changed since the last report. */
export interface Digest {
  /** When that was made, in ISO 8601. */
  readonly since: string;
  /** The digest: a line that names the date, then the changes, the most useful first. */
  readonly lines: readonly string[];
  /** All changes. */
  readonly items: readonly DigestItem[];
  /** Number of those that come first, as one would tell them: at most three. */
  readonly first: number;
  /** Number of the episodes that both reports have. */
  readonly compared: number;
  /** The sources whose figures are compared. */
  readonly sources: readonly string[];
}

/** Most lines of a digest with its head, and most of one kind and show. */
const MAX_LINES = 12;
const MAX_OF_KIND = 3;

/** What one would tell first, each in one line: what is new, and one whose figures stand out. */
const FIRST: readonly (readonly ChangeKind[])[] = [
  ["new", "judged"],
  ["figure", "moment", "momentCertain"],
];
const MAX_FIRST = 3;

/**
 * Selects the changes that come first: before what one would tell, that a source was lost, and at the end the growth.
 *
 * @param changes in order
 */
export function selectFirst(changes: readonly OfShow[], isLost: (change: OfShow) => boolean): OfShow[] {
  const growth = changes.filter(({ kind }) => kind === "growth");
  const lost = changes.filter(isLost).slice(0, 1);
  const told = FIRST.flatMap((kinds) => changes.find(({ kind }) => kinds.includes(kind)) ?? []);
  const others = new Set([...lost, ...told, ...changes].filter((change) => !growth.includes(change)));
  return [...[...others].slice(0, MAX_FIRST - growth.length), ...growth];
}

/** Shortens the changes to a digest: those that come first, then some of each show in turn, and at the end what is of all shows. */
export function composeDigest(
  first: readonly OfShow[],
  changes: readonly OfShow[],
  ofAll: readonly OfShow[],
  since: string,
): string[] {
  if (first.length === 0) return [`Since ${since}, nothing has changed.`];
  const firsts = [...group(changes, ({ show }) => show).values()].flatMap((some) => {
    const ofKinds = [...group(some, ({ kind }) => kind).values()].flatMap((same) => same.slice(0, MAX_OF_KIND));
    const kept = new Set(ofKinds);
    return some.filter((change) => kept.has(change)).map((change, rank) => ({ change, rank }));
  });
  const room = MAX_LINES - 1 - first.length - ofAll.length;
  const isShort = firsts.length === changes.length && changes.length <= room;
  const inTurn = sort(firsts, ({ rank }) => rank).slice(0, isShort ? room : room - 1);
  const chosen = new Set(inTurn.map(({ change }) => change));
  const more = changes.length - chosen.size;
  return [
    `Since ${since}:`,
    ...first.map(({ text }) => text),
    ...changes.filter((change) => chosen.has(change)).map(({ text }) => text),
    ...(more > 0 ? [`And ${formatCount(more, "more change")}: the report has all.`] : []),
    ...ofAll.map(({ text }) => text),
  ];
}

/** Formats the day in UTC, as the page has its own; of the same day, with the time. */
export function formatSince(last: string, now: string): string {
  const day = formatDay(last, now);
  return last.slice(0, 10) === now.slice(0, 10) ? `${day}, ${last.slice(11, 16)} UTC` : day;
}
