import { type Chart, isAmount } from "../chart.ts";
import type { Item } from "../item.ts";
import { isOwnSource, isSource, SOURCE_FORM } from "../source.ts";
import { packCounts, readCounts } from "./counts.ts";
import { findShown, listCurves, type StoredCurve } from "./curves.ts";
import type { PackedChart } from "./packed-chart.ts";

/** Thirty days of seconds, the longest duration that an import takes. */
const MAX_COUNTS = 30 * 86_400;
const MAX_COUNT = 2 ** 32 - 1;

const MAX_FEEDS = 100;
const MAX_FEED_LENGTH = 2_048;

/** Matches the name of a window of the collector. */
const WINDOW = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** What the line of an export is composed from. */
interface LineSource {
  readonly item: Item;
  /** Undefined for a line without a curve. */
  readonly curve: StoredCurve | undefined;
  /** The drawing, read. */
  readonly chart: Chart | undefined;
  /** What the item says of the curve: of the own one, or a platform's with its name as `source`. */
  readonly attributes: Item;
}

/** An attribute beside the drawing. All of its parts must be given: what one forgets is lost between export and import. */
interface Attribute<Value> {
  /** What has it: any curve, the own one as far as it was counted, or the episode, whichever curve is replaced. */
  readonly of: "curve" | "counts" | "episode";
  /** Whether a curve that differs in it alone is another one, so that `import` calls it replaced, not unchanged. */
  readonly isCompared: boolean;
  /** What it must be in the line of an export, for messages. */
  readonly expected: string;
  /** Reads it from a line. Returns undefined for anything else. */
  tryParse(value: unknown): Value | undefined;
  /** Returns what a line has of it; undefined if nothing. */
  compose(line: LineSource): unknown;
}

const WHOLE_NUMBER = {
  expected: "a whole number of 0 or more",
  tryParse: (value: unknown) =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined,
};

const SOURCE = {
  expected: `a string of ${SOURCE_FORM}`,
  tryParse: (value: unknown) => (isSource(value) ? value : undefined),
};

/** The attributes of an episode's item but for its GUID, duration and drawings, in the order of a line. */
export const ATTRIBUTES = {
  /** The duration of the episode in seconds, where that of the drawing is another one. The item has it as `duration`. */
  episodeDuration: {
    of: "episode",
    isCompared: false,
    expected: `a number of seconds of at most ${Number.MAX_SAFE_INTEGER}`,
    tryParse: (value: unknown) => (isAmount(value) && value <= Number.MAX_SAFE_INTEGER ? value : undefined),
    compose: ({ item, chart }) => (chart && chart.duration !== item.duration ? item.duration : undefined),
  },
  /** What the curve is from: a platform, `own`, `sessions` or `collector`; `own` if it is not there. */
  source: { of: "curve", isCompared: true, ...SOURCE, compose: ({ attributes }) => attributes.source },
  /** Listeners behind the curve. */
  listeners: { of: "curve", isCompared: true, ...WHOLE_NUMBER, compose: ({ attributes }) => attributes.listeners },
  /** The listeners of each second, packed. The collector adds to them. */
  counts: {
    of: "counts",
    isCompared: true,
    expected: "an array of the listeners of each second",
    tryParse: tryParseCounts,
    compose: ({ item }) => [...readCounts(item)],
  },
  /** Listeners in the drawing, if the collector has drawn it. */
  drawnListeners: { of: "counts", isCompared: false, ...WHOLE_NUMBER, compose: ({ item }) => item.drawnListeners },
  /** The last window in the counts, if the collector has added one. */
  countedUntil: {
    of: "counts",
    isCompared: true,
    expected: "the end of a window that is over, such as 2026-11-22T00:00:00Z",
    // One in the future would keep the collector from counting until then.
    tryParse: (value: unknown) =>
      typeof value === "string" && WINDOW.test(value) && Date.parse(value) <= Date.now() ? value : undefined,
    compose: ({ item }) => item.countedUntil,
  },
  /** The platform's curve that is shown where there is no own curve. */
  shown: {
    of: "episode",
    isCompared: false,
    ...SOURCE,
    compose: ({ item, curve }) =>
      curve && !isOwnSource(curve.source) ? findShown(item, listCurves(item))?.source : undefined,
  },
  /** The identities of the feed that registered the episode. */
  feeds: {
    of: "episode",
    isCompared: false,
    expected: `an array of 1 to ${MAX_FEEDS} strings`,
    tryParse: tryParseFeeds,
    compose: ({ item: { feeds } }) => (feeds instanceof Set ? [...feeds].sort() : undefined),
  },
} satisfies Readonly<Record<string, Attribute<unknown>>>;

type Name = keyof typeof ATTRIBUTES;

/** What a line of an export says besides `guid`, `duration` and `data`, as the item has it. All of it is optional. */
export type CurveMembers = {
  readonly [Each in Name]?: NonNullable<ReturnType<(typeof ATTRIBUTES)[Each]["tryParse"]>>;
};

/** The attributes of the own curve's drawing, packed or plain, and whether an import compares them. A line has it as `data`. */
const DRAWING: Readonly<Record<Exclude<keyof PackedChart, "guid" | "duration"> | "data", boolean>> = {
  chart: true,
  points: false,
  updatedAt: false,
  data: false,
};

/** The attributes with their names. */
export const ENTRIES: readonly (readonly [name: string, attribute: Attribute<unknown>])[] = Object.entries(ATTRIBUTES);

/** The attributes of the own curve: all that goes with it. */
export const OWN_CURVE: readonly string[] = [
  ...Object.keys(DRAWING),
  ...ENTRIES.flatMap(([name, { of }]) => (of === "episode" ? [] : name)),
];

/** What of two curves must be equal for them to be the same. */
export const COMPARED: readonly string[] = [
  ...Object.entries(DRAWING).flatMap(([name, isCompared]) => (isCompared ? name : [])),
  ...ENTRIES.flatMap(([name, { isCompared }]) => (isCompared ? name : [])),
];

function tryParseCounts(value: unknown): Uint8Array | undefined {
  const isList = Array.isArray(value) && value.length <= MAX_COUNTS;
  if (!isList || !value.every((count) => Number.isInteger(count) && count >= 0 && count <= MAX_COUNT)) return undefined;
  return packCounts(Uint32Array.from(value));
}

function tryParseFeeds(value: unknown): readonly string[] | undefined {
  const isList = Array.isArray(value) && value.length > 0 && value.length <= MAX_FEEDS;
  return isList && value.every(isIdentity) ? value : undefined;
}

function isIdentity(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX_FEED_LENGTH;
}
