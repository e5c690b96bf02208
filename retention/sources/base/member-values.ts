import { isAmount } from "../../../lib/chart.ts";
import { MAX_COUNTS, packCounts } from "../../../lib/episode/counts.ts";
import { isSource, SOURCE_FORM } from "../../../lib/source.ts";

/** How a value is read from the line of an export. */
export interface MemberValue<Value> {
  /** What it must be, for messages. */
  readonly expected: string;
  /** Reads it. Returns undefined for anything else. */
  tryParse(value: unknown): Value | undefined;
}

const MAX_COUNT = 2 ** 32 - 1;

const MAX_FEEDS = 100;
const MAX_FEED_LENGTH = 2_048;

export const SECONDS: MemberValue<number> = {
  expected: `a number of seconds of at most ${Number.MAX_SAFE_INTEGER}`,
  tryParse: (value) => (isAmount(value) && value <= Number.MAX_SAFE_INTEGER ? value : undefined),
};

export const WHOLE_NUMBER: MemberValue<number> = {
  expected: "a whole number of 0 or more",
  tryParse: (value) => (typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined),
};

export const SOURCE: MemberValue<string> = {
  expected: `a string of ${SOURCE_FORM}`,
  tryParse: (value) => (isSource(value) ? value : undefined),
};

/** The listeners of each second, which are packed. */
export const COUNTS: MemberValue<Uint8Array> = {
  expected: "an array of the listeners of each second",
  tryParse: (value) => {
    const isList = Array.isArray(value) && value.length <= MAX_COUNTS;
    const isCount = (count: unknown) => Number.isInteger(count) && Number(count) >= 0 && Number(count) <= MAX_COUNT;
    return isList && value.every(isCount) ? packCounts(Uint32Array.from(value)) : undefined;
  },
};

export const WINDOW: MemberValue<string> = {
  expected: "the end of a window that is over, such as 2026-11-22T00:00:00Z",
  // One in the future would keep the collector from counting until then.
  tryParse: (value) =>
    typeof value === "string" && isTimestamp(value.replace(/Z$/, ".000Z")) && Date.parse(value) <= Date.now()
      ? value
      : undefined,
};

export const TIME: MemberValue<string> = {
  expected: "a time such as 2026-11-22T00:00:00.000Z",
  tryParse: (value) => (typeof value === "string" && isTimestamp(value) ? value : undefined),
};

/** Checks for a time as it is written here: of a day that there is, in a year of four digits. */
function isTimestamp(text: string): boolean {
  const time = new Date(text);
  return /^\d/.test(text) && !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

export const FEEDS: MemberValue<readonly string[]> = {
  expected: `an array of 1 to ${MAX_FEEDS} strings`,
  tryParse: (value) => {
    const isList = Array.isArray(value) && value.length > 0 && value.length <= MAX_FEEDS;
    return isList && value.every(isIdentity) ? value : undefined;
  },
};

function isIdentity(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX_FEED_LENGTH;
}
