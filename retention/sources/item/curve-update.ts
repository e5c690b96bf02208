import { absent, type Expression, present, type Update } from "../../../lib/episode/conditional-update.ts";
import { nameCurve } from "../../../lib/episode/curves.ts";
import { isCollected } from "../../../lib/episode/item-state.ts";
import type { Item } from "../../../lib/item.ts";
import { isObject } from "../../../lib/json.ts";
import { isClaimedSource, isOwnSource, readSource } from "../../../lib/source.ts";
import { composeStored, OWN_CURVE } from "./attributes.ts";
import type { ImportedCurve } from "./imported-curve.ts";

/** The most platforms of an episode: with 40 KB each, they leave room for what is counted here. */
const MAX_PLATFORMS = 8;

/** The most apps among them for which nobody vouches. */
const MAX_CLAIMED = 3;

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

/** Why a platform's curve is not written. */
export interface Obstacle {
  readonly kind: "with too many sources" | "with a later curve";
  readonly detail: string;
}

/** The sets of an item in which a platform's name stands, and the most names that each may have. */
export function listSets(platform: string): Readonly<Record<string, number>> {
  return { sources: MAX_PLATFORMS, ...(isClaimedSource(platform) && { claimed: MAX_CLAIMED }) };
}

/** Finds why the change that {@link composeCurveUpdate} composes of a platform's curve can't take place. */
export function findObstacle(item: Item, imported: ImportedCurve): Obstacle | undefined {
  const source = readSource(imported);
  if (isOwnSource(source)) return undefined;
  const stored = item[nameCurve(source)];
  if (isObject(stored)) {
    const [before, now] = [String(stored.updatedAt), imported.updatedAt ?? ""];
    if (!isClaimedSource(source) || before <= now) return undefined;
    return {
      kind: "with a later curve",
      detail: `Its curve of ${source} is of ${before}, and stays: this one is of ${now}.`,
    };
  }
  const full = Object.entries(listSets(source)).find(([set, max]) => {
    const names = item[set];
    return names instanceof Set && names.size >= max;
  });
  if (!full) return undefined;
  const [set, max] = full;
  const noun = set === "claimed" ? "apps that answer SPC" : "platforms";
  return { kind: "with too many sources", detail: `It has the curves of ${max} ${noun}, which is the limit.` };
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
  const stored = composeStored(imported, { ...imported, source: undefined });
  return { guid: imported.guid, ...stored, remove: [], add: {}, conditions: [] };
}

/** Writes a platform's curve. It never meets the collector, which writes other attributes. */
function composePlatformUpdate(imported: ImportedCurve, source: string): CurveUpdate {
  const { set, setIfAbsent } = composeStored(imported, { ...imported, source });
  const { source: _, ...curve } = selectCurve(imported);
  const attribute = nameCurve(source);
  const sets = listSets(source);
  return {
    guid: imported.guid,
    set: { ...set, [attribute]: curve },
    setIfAbsent,
    remove: [],
    add: Object.fromEntries(Object.keys(sets).map((set) => [set, new Set([source])])),
    conditions: [
      ...Object.entries(sets).map(([set, max]) => presentOrRoom(attribute, set, max)),
      ...(isClaimedSource(source) ? [absentOrBefore(attribute, imported.updatedAt ?? "")] : []),
    ],
  };
}

/** The condition that an item has an attribute, or room for another one: a set has fewer texts than `max`. */
function presentOrRoom(attribute: string, set: string, max: number): Expression {
  return (placeholders) => {
    const names = placeholders.name(set);
    const most = placeholders.value(max);
    return `(${present(attribute)(placeholders)} OR attribute_not_exists(${names}) OR size(${names}) < ${most})`;
  };
}

/** The condition that an item has no curve in an attribute, or none of a later time. */
function absentOrBefore(attribute: string, updatedAt: string): Expression {
  return (placeholders) => {
    const time = `${placeholders.name(attribute)}.${placeholders.name("updatedAt")}`;
    return `(${absent(attribute)(placeholders)} OR ${time} <= ${placeholders.value(updatedAt)})`;
  };
}

/** Writes an own curve. New counts leave the collector where it was: it would add its last window again. */
function composeOwnUpdate(imported: ImportedCurve, source: string, canReplace: boolean): CurveUpdate {
  const { set, setIfAbsent } = composeStored(imported, { ...imported, source });
  const curve = { ...selectCurve(imported), source };
  const isOfSessions = imported.counts !== undefined && !isCollected(imported);
  const remove = OWN_CURVE.filter(
    (name) => !Object.hasOwn(curve, name) && !(isOfSessions && canReplace && name === "countedUntil"),
  );
  const counted = canReplace ? [] : ["countedUntil", ...(imported.counts ? [] : ["counts"])];
  return {
    guid: imported.guid,
    set: { ...curve, ...set },
    setIfAbsent,
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
