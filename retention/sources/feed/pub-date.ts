import { formatCount } from "../../../lib/count.ts";
import { describe } from "../../../lib/describe.ts";
import { createFact, type Fact } from "../base/facts.ts";

/** A day, as it is where it was written. */
export interface WrittenDay {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Minutes by which clocks there are ahead of UTC; 0 if the zone is unknown. */
  readonly utcOffset: number;
}

const MONTHS = [..."january february march april may june july august september october november december".split(" ")];

/** Names of zones that mean one zone in feeds, by their hours ahead of UTC: those of RFC 5322, section 4.3, and others that hosts write. */
const ZONES: Readonly<Record<string, number>> = {
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10 },
  ...{ brt: -3, wet: 0, west: 1, bst: 1, cet: 1, cest: 2, mez: 1, mesz: 2, eet: 2, eest: 3, sast: 2, msk: 3 },
  ...{ hkt: 8, sgt: 8, awst: 8, jst: 9, kst: 9, acst: 9.5, acdt: 10.5, aest: 10, aedt: 11, nzst: 12, nzdt: 13 },
};

/** No zone is further from UTC, in minutes. */
const MAX_OFFSET = 14 * 60;

/** `Tue,` in any language, or an English day without its comma. */
const WEEKDAY = String.raw`(?:(?:\p{L}+\.?\s*,|(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\.?)\s*)?`;
const TIME = String.raw`(?<hour>\d{1,2})\s*:\s*(?<minute>\d{1,2})(?:\s*:\s*(?<second>\d{1,2})(?:[.,]\d+)?)?(?:\s*(?<half>[ap])\.?m\b\.?)?`;
const ZONE = String.raw`(?:\s*(?<zone>[\p{L}+\u2212-].*))?`;

const toPattern = (...parts: readonly string[]) => new RegExp(`^${parts.join("")}$`, "iu");

/** What is read of a date. Each matches all of a text without comments. */
const PATTERNS = [
  // RFC 5322, section 3.3, and what it calls obsolete: `Tue, 1 Sep 2026 12:00:00 -0400`, `1-Sep-26 12:00 EDT`.
  toPattern(
    WEEKDAY,
    String.raw`(?<day>\d{1,2})[\s-]+(?<month>\p{L}{3,9})\.?[\s,-]+(?<year>\d{2,4})`,
    String.raw`(?:[\s,]+${TIME}${ZONE})?`,
  ),
  // ISO 8601: `2026-09-01`, `2026-09-01T12:00:00.000Z`, and RFC 3339's space: `2026-09-01 12:00:00 +02:00`.
  toPattern(
    String.raw`(?<year>\d{4})(?<mark>[-/])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})`,
    String.raw`(?:(?:T|\s+)(?:${TIME}|(?<only>\d\d))${ZONE})?`,
  ),
  // Its basic form: `20260901T120000Z`.
  toPattern(
    String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)`,
    String.raw`(?:T(?<hour>\d\d)(?:(?<minute>\d\d)(?:(?<second>\d\d)(?:[.,]\d+)?)?)?${ZONE})?`,
  ),
  // JavaScript's Date: `Tue Sep 01 2026 12:00:00 GMT-0400 (EDT)`.
  toPattern(
    WEEKDAY,
    String.raw`(?<month>\p{L}{3,9})\.?\s+(?<day>\d{1,2})[\s,]+(?<year>\d{4})`,
    String.raw`(?:[\s,]+${TIME}${ZONE})?`,
  ),
  // C's and Java's: `Tue Sep  1 12:00:00 CEST 2026`.
  toPattern(
    WEEKDAY,
    String.raw`(?<month>\p{L}{3,9})\s+(?<day>\d{1,2})\s+${TIME}`,
    String.raw`(?:\s+(?<zone>[\p{L}+-][^\s]*))?\s+(?<year>\d{4})`,
  ),
];

/** The innermost comment of RFC 5322, section 3.2.2. */
const COMMENT = /\((?:[^()\\]|\\.)*\)/gs;

/** Characters that a message shows of what is no date. */
const MAX_SHOWN = 60;

/** A longer text is no date. */
const MAX_LENGTH = 200;

/**
 * Parses the date of an episode: one of RFC 5322 or ISO 8601, or one that JavaScript prints.
 *
 * @returns the day that its author wrote, whatever the zone; undefined if it is no date
 */
export function tryParsePubDate(text: string | undefined): WrittenDay | undefined {
  if (text === undefined || text.length > MAX_LENGTH) return undefined;
  const plain = removeComments(text).replaceAll(/\s+/g, " ").trim();
  for (const pattern of PATTERNS) {
    const groups = pattern.exec(plain)?.groups;
    if (groups) return composeDay(groups);
  }
  return undefined;
}

function removeComments(text: string): string {
  const rest = text.replaceAll(COMMENT, " ");
  return rest === text ? text : removeComments(rest);
}

type MatchGroups = Readonly<Record<string, string | undefined>>;

function composeDay(groups: MatchGroups): WrittenDay | undefined {
  const [year, month, day] = [parseYear(groups.year ?? ""), findMonth(groups.month ?? ""), Number(groups.day)];
  const utcOffset = findOffset(groups.zone?.trim() ?? "");
  const time = Date.UTC(year, month, day);
  const isDay = year >= 1_900 && month >= 0 && new Date(time).getUTCMonth() === month && day > 0;
  if (!isDay || !isTimeOfDay(groups) || utcOffset === undefined) return undefined;
  return { date: new Date(time).toISOString().slice(0, 10), utcOffset };
}

/** RFC 5322, section 4.3: two digits are of 1950 to 2049, three are counted from 1900. */
function parseYear(text: string): number {
  const year = Number(text);
  if (text.length === 2) return year + (year < 50 ? 2_000 : 1_900);
  return text.length === 3 ? year + 1_900 : year;
}

/** Returns the number of a month, from 0, or -1: `09`, `Sep`, `Sept` and `September` are one. */
function findMonth(text: string): number {
  const name = text.toLowerCase();
  return /\d/.test(name) ? Number(name) - 1 : MONTHS.findIndex((month) => month.startsWith(name));
}

function isTimeOfDay({ hour, minute = "0", second = "0", half, only }: MatchGroups): boolean {
  const [hours, minutes, seconds] = [Number(hour ?? only ?? 0), Number(minute), Number(second)];
  if (half !== undefined && (hours < 1 || hours > 12)) return false;
  const isMidnight = hours === 24 && minutes === 0 && seconds === 0;
  return isMidnight || (hours < 24 && minutes < 60 && seconds <= 60);
}

const OFFSET = /^(?:[a-z]+\s*)?(?<sign>[+\u2212-])(?<hours>\d{1,2})(?::?(?<minutes>\d\d))?(?:\s*[\p{L}/_ ]+)?$/iu;

/** Such as `CEST`, `Europe/Berlin`, `PST8PDT`, or none. */
const NAME = /^(?:\p{L}[\p{L}\p{N}/_.+-]*(?: (?!$)|$))*$/u;

/**
 * Finds the offset of a zone: `+0200`, `GMT+02:00`, `CEST`. A name that nobody knows counts as UTC (RFC 5322, section 4.3).
 *
 * @returns minutes; undefined if it is neither an offset nor a name
 */
function findOffset(zone: string): number | undefined {
  const { sign, hours, minutes = 0 } = OFFSET.exec(zone)?.groups ?? {};
  if (hours === undefined) return NAME.test(zone) ? 60 * (ZONES[zone.toLowerCase()] ?? 0) : undefined;
  const offset = 60 * Number(hours) + Number(minutes);
  if (offset > MAX_OFFSET) return 0;
  return sign === "+" ? offset : 0 - offset;
}

/** Writes a day in ISO 8601, such as `2026-09-01`, with its beginning in another zone than UTC: `2026-09-01T00:00+02:00`. */
export function formatPubDate({ date, utcOffset }: WrittenDay): string {
  if (utcOffset === 0) return date;
  const [hours, minutes] = [Math.trunc(Math.abs(utcOffset) / 60), Math.abs(utcOffset) % 60];
  const offset = [hours, minutes].map((part) => String(part).padStart(2, "0")).join(":");
  return `${date}T00:00${utcOffset < 0 ? "-" : "+"}${offset}`;
}

/** Says in at most one hint how many of the dates in a feed can't be read. An episode may have none. */
export function describeUnreadDates(dates: readonly (string | undefined)[]): Fact[] {
  const unread = dates.filter((date) => date !== undefined && !tryParsePubDate(date));
  if (unread[0] === undefined) return [];
  const problem = `${formatCount(unread.length, "date")} in the feed can't be read, the first`;
  return [createFact("unread-dates", `${problem} ${describe(unread[0], MAX_SHOWN)}.`)];
}
