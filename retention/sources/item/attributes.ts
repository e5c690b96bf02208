import type { Chart } from "../../../lib/chart.ts";
import { readCounts } from "../../../lib/episode/counts.ts";
import { findShown, listCurves, type StoredCurve } from "../../../lib/episode/curves.ts";
import type { PackedChart } from "../../../lib/episode/packed-chart.ts";
import type { Item } from "../../../lib/item.ts";
import { isOwnSource } from "../../../lib/source.ts";
import {
  COUNTS,
  FEED_LENGTH,
  FEEDS,
  type MemberValue,
  SECONDS,
  SOURCE,
  TIME,
  WHOLE_NUMBER,
  WINDOW,
} from "../base/member-values.ts";

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

/** What a line of an export says besides `version`, `guid`, `duration` and `data`, as the item has it. All of it is optional. */
export type CurveMembers = {
  /** The duration of the episode in seconds, where that of the drawing is another one. The item has it as `duration`. */
  readonly episodeDuration?: number;
  /** What the curve is from: a platform, `own`, `sessions` or `collector`; `own` if it is not there. */
  readonly source?: string;
  /** When the curve was packed, in ISO 8601. A restored one keeps its time. */
  readonly updatedAt?: string;
  /** Listeners behind the curve. */
  readonly listeners?: number;
  /** Of a video whose length nobody said: that of the audio in the feed was taken. */
  readonly durationFrom?: "feed";
  /** Of a platform's curve: which audience it is of, such as `organic`; all if it is not there. */
  readonly audience?: string;
  /** The listeners of each second, packed. The collector adds to them. */
  readonly counts?: Uint8Array;
  /** Listeners in the drawing, if the collector has drawn it. */
  readonly drawnListeners?: number;
  /** The end of the last window in the counts, if the collector has added one. */
  readonly countedUntil?: string;
  /** The platform whose curve is shown where there is no own curve: the last imported. */
  readonly shown?: string;
  /** What is noted of the feeds that own the episode: see lib/episode/owner.ts. */
  readonly feeds?: readonly string[];
};

/**
 * An attribute beside the drawing. Each of its parts must be given: what one forgets is lost between export and import, or is
 * called lost though it is not.
 */
type Attribute<Value> = CurveAttribute<Value> | EpisodeAttribute<Value>;

/** What any attribute has. */
interface AnyAttribute<Value> extends MemberValue<Value> {
  /** Returns what a line has of it; undefined if nothing. */
  compose(line: LineSource): unknown;
}

/** An attribute of a curve, which is stored as it was parsed, beside the drawing. */
interface CurveAttribute<Value> extends AnyAttribute<Value> {
  /** What has it: any curve, or only an own curve that was counted. An export of curves alone leaves out the latter's. */
  readonly of: "curve" | "counts";
  /** Whether a curve that differs in it alone is another one, so that `import` calls it replaced, not unchanged. */
  readonly isCompared: boolean;
}

/** An attribute of the episode, whichever curve is replaced. */
interface EpisodeAttribute<Value> extends AnyAttribute<Value> {
  readonly of: "episode";
  /** Returns how a line's value is stored, and what is stored for a line that has none. */
  store(value: Value | undefined, line: ImportedLine): AttributeUpdate;
}

/** The line that an attribute of the episode is stored with. */
interface ImportedLine {
  /** Seconds. */
  readonly duration: number;
  /** What the line's curve is from; undefined for a line without a curve. */
  readonly source: string | undefined;
}

/** Attributes that an item gets, and attributes that it gets only where it has none. */
interface AttributeUpdate {
  readonly set?: Item;
  readonly setIfAbsent?: Item;
}

/** The attributes of an episode's item but for its GUID and drawings, in a line's order. All but `episodeDuration` have its names. */
export const ATTRIBUTES: { readonly [Name in keyof CurveMembers]-?: Attribute<Required<CurveMembers>[Name]> } = {
  episodeDuration: {
    of: "episode",
    ...SECONDS,
    compose: ({ item, chart }) => (chart && chart.duration !== item.duration ? item.duration : undefined),
    store: (value, { duration, source }) => {
      // It is set after the curve, whose duration is that of the drawing.
      const stored = { duration: value ?? duration };
      // A platform may know of another file than the feed.
      return source !== undefined && isOwnSource(source) ? { set: stored } : { setIfAbsent: stored };
    },
  },
  source: { of: "curve", isCompared: true, ...SOURCE, compose: ({ attributes }) => attributes.source },
  updatedAt: {
    of: "curve",
    isCompared: false,
    ...TIME,
    compose: ({ curve, attributes }) => curve && TIME.tryParse(attributes.updatedAt),
  },
  listeners: { of: "curve", isCompared: true, ...WHOLE_NUMBER, compose: ({ attributes }) => attributes.listeners },
  durationFrom: { of: "curve", isCompared: true, ...FEED_LENGTH, compose: ({ attributes }) => attributes.durationFrom },
  audience: { of: "curve", isCompared: true, ...SOURCE, compose: ({ attributes }) => attributes.audience },
  counts: { of: "counts", isCompared: true, ...COUNTS, compose: ({ item }) => [...readCounts(item)] },
  drawnListeners: { of: "counts", isCompared: false, ...WHOLE_NUMBER, compose: ({ item }) => item.drawnListeners },
  countedUntil: { of: "counts", isCompared: true, ...WINDOW, compose: ({ item }) => item.countedUntil },
  shown: {
    of: "episode",
    ...SOURCE,
    compose: ({ item, curve }) =>
      curve && !isOwnSource(curve.source) ? findShown(item, listCurves(item))?.source : undefined,
    store: (value, { source }) =>
      source === undefined || isOwnSource(source) ? {} : { set: { shown: value ?? source } },
  },
  feeds: {
    of: "episode",
    ...FEEDS,
    compose: ({ item: { feeds } }) => (feeds instanceof Set ? [...feeds].sort() : undefined),
    // Whether they count depends on what is there: who writes decides.
    store: () => ({}),
  },
};

/** The attributes of the own curve's drawing, packed or plain, and whether an import compares them. A line has it as `data`. */
const DRAWING: Readonly<Record<Exclude<keyof PackedChart, "guid" | "duration" | "updatedAt"> | "data", boolean>> = {
  chart: true,
  points: false,
  data: false,
};

/** The attributes with their names. */
export const ATTRIBUTE_ENTRIES: readonly (readonly [name: string, attribute: Attribute<unknown>])[] =
  Object.entries(ATTRIBUTES);

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
  ...ATTRIBUTE_ENTRIES.flatMap(([name, each]) => (each.of !== "episode" && each.isCompared ? name : [])),
];

/** Composes how an item changes by what a line says of the episode. */
export function composeStored(members: CurveMembers, line: ImportedLine): Required<AttributeUpdate> {
  const values: Item = { ...members };
  const stored = ATTRIBUTE_ENTRIES.map(([name, each]) => (each.of === "episode" ? each.store(values[name], line) : {}));
  return {
    set: Object.assign({}, ...stored.map(({ set }) => set)),
    setIfAbsent: Object.assign({}, ...stored.map(({ setIfAbsent }) => setIfAbsent)),
  };
}
