import type { Item } from "../item.ts";
import { isObject } from "../json.ts";
import { isOwnSource, readSource } from "../source.ts";
import { requireReadable } from "./item-state.ts";

/** The attribute of a platform's curve is this and the platform's name: `curve:youtube`. */
const PREFIX = "curve:";

/** One of an episode's curves, as it lies in the item. */
export interface StoredCurve {
  /** `own` if the own curve does not say where it is from. */
  readonly source: string;
  /** Those in the drawing; undefined if that is not known. */
  readonly listeners: unknown;
  /** Any tool may have written it: the attributes of a packed or plain curve, and the episode's GUID. */
  readonly attributes: Item;
}

/** Names the attribute of a platform's curve: `youtube` -> `curve:youtube`. */
export function nameCurve(platform: string): string {
  return `${PREFIX}${platform}`;
}

/**
 * Lists an episode's curves that have points: the own curve first, then those of platforms in order of their names.
 *
 * @throws MalformedItemError if the item does not say what its own curve is from
 */
export function listCurves(item: Item): StoredCurve[] {
  requireReadable(item);
  return listPoints(item);
}

/**
 * Checks whether an item has a chart, drawn or not: it may be of another show than the feed that names it next.
 *
 * @param item an item, or what `loadOutlines` reads of it
 */
export function hasChart(item: Item): boolean {
  return item.counts !== undefined || item.source !== undefined || hasCurves(item);
}

/**
 * Checks whether an item has a curve with points, readable or not.
 *
 * @param item as of {@link hasChart}
 */
export function hasCurves(item: Item): boolean {
  const { points, sources } = item;
  return Number(points) > 0 || (sources instanceof Set && sources.size > 0) || listPoints(item).length > 0;
}

function listPoints(item: Item): StoredCurve[] {
  const { guid, listeners, drawnListeners = listeners } = item;
  const own = { source: readSource(item), listeners: drawnListeners, attributes: item };
  const platforms = Object.entries(item)
    .flatMap(([name, value]) => (name.startsWith(PREFIX) && isObject(value) ? { name, value } : []))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, value }) => ({
      source: name.slice(PREFIX.length),
      listeners: value.listeners,
      attributes: { ...value, guid },
    }));
  return [own, ...platforms].filter(({ attributes }) => hasPoints(attributes));
}

/**
 * Finds the curve of a source among those of an item. Without a source, it is the own curve; else the platform's that the item shows, which is
 * the one that was imported last; if that is gone, the newest.
 */
export function findCurve(item: Item, curves: readonly StoredCurve[], source?: string): StoredCurve | undefined {
  if (source !== undefined)
    return curves.find((curve) => curve.source === source || (isOwnSource(source) && isOwnSource(curve.source)));
  const [first] = curves;
  return first && isOwnSource(first.source) ? first : findShown(item, curves);
}

/** Finds the platform's curve that is shown where there is no own curve. */
export function findShown({ shown }: Item, curves: readonly StoredCurve[]): StoredCurve | undefined {
  const platforms = curves.filter(({ source }) => !isOwnSource(source));
  const [newest] = platforms.toSorted((one, other) => (readTime(one) > readTime(other) ? -1 : 1));
  return platforms.find(({ source }) => source === shown) ?? newest;
}

function readTime({ attributes }: StoredCurve): string {
  return String(attributes.updatedAt ?? "");
}

/** Checks whether a curve is there, and is not known to be empty. Whether it is well-formed is seen when it is read. */
function hasPoints({ chart, points, data }: Item): boolean {
  if (chart !== undefined) return points !== 0;
  return data !== undefined && !(Array.isArray(data) && data.length === 0);
}
