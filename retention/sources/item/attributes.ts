import type { Chart } from "../../../lib/chart.ts";
import { readCounts } from "../../../lib/episode/counts.ts";
import { findShown, listCurves, type StoredCurve } from "../../../lib/episode/curves.ts";
import type { PackedChart } from "../../../lib/episode/packed-chart.ts";
import type { Item } from "../../../lib/item.ts";
import { isOwnSource } from "../../../lib/source.ts";
import { COUNTS, FEEDS, type MemberValue, SECONDS, SOURCE, TIME, WHOLE_NUMBER, WINDOW } from "../base/member-values.ts";

/** What the line of an export is composed from. */
interface LineSource {
  readonly item: Item;
  /** Undefined for a line without a curve. */
  readonly curve: StoredCurve | undefined;
  /** The drawing, read. */
  readonly chart: Chart | undefined;
  /**
   * What the item says of the curve, with what it is from as `source`. Attributes of a curve are composed from these, as a
   * platform's are not the item's own. All others are composed from the item.
   */
  readonly attributes: Item;
}

/**
 * An attribute beside the drawing. Each of its parts must be given: what one forgets is lost between export and import, or is
 * called lost though it is not.
 */
interface Attribute extends MemberValue<unknown> {
  /**
   * What has it: any curve, only an own curve that was counted, or the episode, whichever curve is replaced. What is of a curve is
   * stored as it was parsed, beside the drawing. An export of curves alone leaves out counts.
   */
  readonly of: "curve" | "counts" | "episode";
  /** Whether a curve that differs in it alone is another one, so that `import` calls it replaced, not unchanged. */
  readonly isCompared: boolean;
  /** Returns what a line has of it; undefined if nothing. */
  compose(line: LineSource): unknown;
}

/** The attributes of an episode's item but for its GUID and drawings, in a line's order. All but `episodeDuration` have its names. */
export const ATTRIBUTES = {
  /** The duration of the episode in seconds, where that of the drawing is another one. The item has it as `duration`. */
  episodeDuration: {
    of: "episode",
    isCompared: false,
    ...SECONDS,
    compose: ({ item, chart }) => (chart && chart.duration !== item.duration ? item.duration : undefined),
  },
  /** What the curve is from: a platform, `own`, `sessions` or `collector`; `own` if it is not there. */
  source: { of: "curve", isCompared: true, ...SOURCE, compose: ({ attributes }) => attributes.source },
  /** When the curve was packed, in ISO 8601. A restored one keeps its time. */
  updatedAt: {
    of: "curve",
    isCompared: false,
    ...TIME,
    compose: ({ curve, attributes }) => curve && TIME.tryParse(attributes.updatedAt),
  },
  /** Listeners behind the curve. */
  listeners: { of: "curve", isCompared: true, ...WHOLE_NUMBER, compose: ({ attributes }) => attributes.listeners },
  /** Of a video whose length nobody said: that of the audio in the feed was taken. */
  durationFrom: {
    of: "curve",
    isCompared: true,
    expected: '"feed"',
    tryParse: (value) => (value === "feed" ? value : undefined),
    compose: ({ attributes }) => attributes.durationFrom,
  },
  /** Of a platform's curve: which audience it is of, such as `organic`; all if it is not there. */
  audience: { of: "curve", isCompared: true, ...SOURCE, compose: ({ attributes }) => attributes.audience },
  /** The listeners of each second, packed. The collector adds to them. */
  counts: { of: "counts", isCompared: true, ...COUNTS, compose: ({ item }) => [...readCounts(item)] },
  /** Listeners in the drawing, if the collector has drawn it. */
  drawnListeners: { of: "counts", isCompared: false, ...WHOLE_NUMBER, compose: ({ item }) => item.drawnListeners },
  /** The end of the last window in the counts, if the collector has added one. */
  countedUntil: { of: "counts", isCompared: true, ...WINDOW, compose: ({ item }) => item.countedUntil },
  /** The platform whose curve is shown where there is no own curve: the last imported. */
  shown: {
    of: "episode",
    isCompared: false,
    ...SOURCE,
    compose: ({ item, curve }) =>
      curve && !isOwnSource(curve.source) ? findShown(item, listCurves(item))?.source : undefined,
  },
  /** What is noted of the feeds that own the episode: see lib/episode/owner.ts. */
  feeds: {
    of: "episode",
    isCompared: false,
    ...FEEDS,
    compose: ({ item: { feeds } }) => (feeds instanceof Set ? [...feeds].sort() : undefined),
  },
} satisfies Readonly<Record<string, Attribute>>;

/** What a line of an export says besides `version`, `guid`, `duration` and `data`, as the item has it. All of it is optional. */
export type CurveMembers = {
  readonly [Name in keyof typeof ATTRIBUTES]?: NonNullable<ReturnType<(typeof ATTRIBUTES)[Name]["tryParse"]>>;
};

/** The attributes of the own curve's drawing, packed or plain, and whether an import compares them. A line has it as `data`. */
const DRAWING: Readonly<Record<Exclude<keyof PackedChart, "guid" | "duration" | "updatedAt"> | "data", boolean>> = {
  chart: true,
  points: false,
  data: false,
};

/** The attributes with their names. */
export const ATTRIBUTE_ENTRIES: readonly (readonly [name: string, attribute: Attribute])[] = Object.entries(ATTRIBUTES);

/** The attributes of the episode, whichever curves it has. */
export const OF_EPISODE: readonly string[] = ATTRIBUTE_ENTRIES.flatMap(([name, { of }]) =>
  of === "episode" ? name : [],
);

/** The attributes of the own curve: all that goes with it. */
export const OWN_CURVE: readonly string[] = [
  ...Object.keys(DRAWING),
  ...ATTRIBUTE_ENTRIES.flatMap(([name, { of }]) => (of === "episode" ? [] : name)),
];

/** The attributes of a platform's curve, whose source is the name of the attribute that has it. */
export const PLATFORM_CURVE: readonly string[] = [
  "duration",
  ...Object.keys(DRAWING),
  ...ATTRIBUTE_ENTRIES.flatMap(([name, { of }]) => (of === "curve" && name !== "source" ? name : [])),
];

/** What of two curves must be equal for them to be the same. */
export const COMPARED: readonly string[] = [
  ...Object.entries(DRAWING).flatMap(([name, isCompared]) => (isCompared ? name : [])),
  ...ATTRIBUTE_ENTRIES.flatMap(([name, each]) => (each.isCompared ? name : [])),
];
