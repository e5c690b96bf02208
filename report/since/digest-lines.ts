import { range } from "d3-array";
import type { Part } from "../curve/statistics/fisher.ts";
import { MAX_TITLE, shorten } from "../curve/text.ts";
import { formatCount } from "../text/count.ts";
import type { KINDS } from "./words.ts";

export type ChangeKind = keyof typeof KINDS;

/** A change, as the findings have it. */
export interface DigestItem {
  readonly kind: ChangeKind;
  /** The episode that it is of, or the episodes. */
  readonly guid?: string;
  readonly guids?: readonly string[];
  readonly source?: string;
  readonly text: string;
  /** Where a share of those who came since differs from that of those before: both, in numbers. */
  readonly late?: Part;
  readonly before?: Part;
}

/** Most lines of a digest with its head, and most of one kind and show. */
const MAX_LINES = 12;
const MAX_OF_KIND = 3;

/** Names a show at the head of its lines. */
export const nameShow = (show: string | undefined) =>
  show === undefined ? "Other episodes" : shorten(show, MAX_TITLE);

/** Shortens the changes of each show to a digest: the first ones of each in turn, and at the end what is of all shows. */
export function composeDigest(
  shows: readonly (readonly DigestItem[])[],
  ofAll: readonly DigestItem[],
  since: string,
): string[] {
  const changes = shows.flat();
  if (changes.length + ofAll.length === 0) return [`Since ${since}, nothing has changed.`];
  const firsts = shows.map((some) =>
    some.filter((one, index) => some.slice(0, index).filter(({ kind }) => kind === one.kind).length < MAX_OF_KIND),
  );
  const inTurn = range(MAX_LINES).flatMap((rank) => firsts.flatMap((some) => some[rank] ?? []));
  const room = MAX_LINES - 1 - ofAll.length;
  const isShort = inTurn.length === changes.length && changes.length <= room;
  const chosen = new Set(inTurn.slice(0, isShort ? room : room - 1));
  const more = changes.length - chosen.size;
  return [
    `Since ${since}:`,
    ...changes.filter((one) => chosen.has(one)).map(({ text }) => text),
    ...(more > 0 ? [`And ${formatCount(more, "more change")}: the report has all.`] : []),
    ...ofAll.map(({ text }) => text),
  ];
}

/** Formats the day in UTC, as the page has its own; of the same day, with the time. */
export function formatSince(last: string, now: string): string {
  const isSameYear = last.slice(0, 4) === now.slice(0, 4);
  const day = new Date(last).toLocaleDateString("en-GB", {
    timeZone: "UTC",
    day: "numeric",
    month: "long",
    ...(!isSameYear && { year: "numeric" }),
  });
  return last.slice(0, 10) === now.slice(0, 10) ? `${day}, ${last.slice(11, 16)} UTC` : day;
}
