import { absent, type Expression, present, type Update } from "../../../lib/episode/conditional-update.ts";
import { nameCurve } from "../../../lib/episode/curves.ts";
import { isCollected } from "../../../lib/episode/item-state.ts";
import type { Item } from "../../../lib/item.ts";
import { isObject } from "../../../lib/json.ts";
import { isOwnSource, readSource } from "../../../lib/source.ts";
import { createFact, type Fact } from "../base/facts.ts";
import { OWN_CURVE } from "./attributes.ts";
import type { ImportedCurve } from "./imported-curve.ts";

/** The most platforms of an episode: with 40 KB each, they leave room for what is counted here. */
const MAX_PLATFORMS = 8;

/** A change of an episode's item by an import. */
export interface CurveUpdate extends Omit<Update, "conditions"> {
  readonly guid: string;
  /** Attributes that are set only where the item has none. */
  readonly setIfAbsent: Readonly<Record<string, unknown>>;
  readonly remove: readonly string[];
  /** Texts that join sets. */
  readonly add: Readonly<Record<string, ReadonlySet<string>>>;
  /** What must hold besides that the item is readable. */
  readonly conditions: readonly Expression[];
}

/** Finds why the change that {@link composeCurveUpdate} composes of a platform's curve can't take place. */
export function findObstacle(item: Item, imported: ImportedCurve): Fact<"too-many-sources"> | undefined {
  const source = readSource(imported);
  if (isOwnSource(source) || isObject(item[nameCurve(source)])) return undefined;
  const { sources } = item;
  if (!(sources instanceof Set) || sources.size < MAX_PLATFORMS) return undefined;
  return createFact("too-many-sources", `It has the curves of ${MAX_PLATFORMS} platforms, which is the limit.`);
}

/**
 * Composes the change that puts an imported curve in place of the one that is there of its source. The others stay. Without a
 * curve, it sets what the item does not say of the episode.
 *
 * @param canReplace whether it may take the place of what the collector has counted, or remove what sessions have
 */
export function composeCurveUpdate(imported: ImportedCurve, canReplace: boolean): CurveUpdate {
  const source = readSource(imported);
  if (!isOwnSource(source)) return composePlatformUpdate(imported, source);
  if ("chart" in imported || imported.counts) return composeOwnUpdate(imported, source, canReplace);
  const setIfAbsent = { duration: imported.episodeDuration ?? imported.duration };
  return { guid: imported.guid, set: {}, setIfAbsent, remove: [], add: {}, conditions: [] };
}

/** Writes a platform's curve. It never meets the collector, which writes other attributes. */
function composePlatformUpdate(imported: ImportedCurve, source: string): CurveUpdate {
  const { source: _, ...curve } = selectCurve(imported);
  const attribute = nameCurve(source);
  return {
    guid: imported.guid,
    set: { shown: imported.shown ?? source, [attribute]: curve },
    // A platform may know of another file than the feed.
    setIfAbsent: { duration: imported.episodeDuration ?? imported.duration },
    remove: [],
    add: { sources: new Set([source]) },
    conditions: [presentOrRoom(attribute)],
  };
}

/** The condition that an item has the attribute of a platform's curve, or room for another platform. */
function presentOrRoom(attribute: string): Expression {
  return (placeholders) => {
    const names = placeholders.name("sources");
    const most = placeholders.value(MAX_PLATFORMS);
    return `(${present(attribute)(placeholders)} OR attribute_not_exists(${names}) OR size(${names}) < ${most})`;
  };
}

/** Writes an own curve. New counts leave the collector where it was: it would add its last window again. */
function composeOwnUpdate(imported: ImportedCurve, source: string, canReplace: boolean): CurveUpdate {
  const curve = { ...selectCurve(imported), source, duration: imported.episodeDuration ?? imported.duration };
  const isOfSessions = imported.counts !== undefined && !isCollected(imported);
  const remove = OWN_CURVE.filter(
    (name) => !Object.hasOwn(curve, name) && !(isOfSessions && canReplace && name === "countedUntil"),
  );
  const counted = canReplace ? [] : ["countedUntil", ...(imported.counts ? [] : ["counts"])];
  return {
    guid: imported.guid,
    set: curve,
    setIfAbsent: {},
    remove,
    add: {},
    conditions: counted.map(absent),
  };
}

/** Selects what is stored with a curve: its duration, its drawing, and the attributes that are not the episode's. */
function selectCurve(imported: ImportedCurve): Item {
  const names = ["duration", ...OWN_CURVE];
  return Object.fromEntries(Object.entries(imported).filter(([name]) => names.includes(name)));
}
