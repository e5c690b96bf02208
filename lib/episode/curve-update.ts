import type { Item } from "../item.ts";
import { isOwnSource, readSource } from "../source.ts";
import { composeStored, OWN_CURVE } from "./attributes.ts";
import { nameCurve } from "./curves.ts";
import { type ImportedCurve, isCollected } from "./item.ts";
import type { Update } from "./update.ts";

/** The most platforms of an episode: with 40 KB each, they leave room for what is counted here. */
export const MAX_PLATFORMS = 8;

/**
 * Composes the change that puts an imported curve in place of the one that is there of its source. The others stay. Without a
 * curve, it sets what the item does not say of the episode.
 *
 * @param canReplace whether it may take the place of what the collector has counted, or remove what sessions have
 */
export function composeCurveUpdate(imported: ImportedCurve, canReplace: boolean): Update {
  const source = readSource(imported);
  if (!isOwnSource(source)) return composePlatformUpdate(imported, source);
  if ("chart" in imported || imported.counts) return composeOwnUpdate(imported, source, canReplace);
  return { guid: imported.guid, ...composeStored(imported, { ...imported, source: undefined }) };
}

/** Writes a platform's curve. It never meets the collector, which writes other attributes. */
function composePlatformUpdate(imported: ImportedCurve, source: string): Update {
  const { set, setIfAbsent } = composeStored(imported, { ...imported, source });
  const { source: _, ...curve } = selectCurve(imported);
  const attribute = nameCurve(source);
  return {
    guid: imported.guid,
    set: { ...set, [attribute]: curve },
    setIfAbsent,
    add: { sources: new Set([source]) },
    room: { set: "sources", max: MAX_PLATFORMS, attribute },
  };
}

/** Writes an own curve. New counts leave the collector where it was: it would add its last window again. */
function composeOwnUpdate(imported: ImportedCurve, source: string, canReplace: boolean): Update {
  const { set, setIfAbsent } = composeStored(imported, { ...imported, source });
  const curve = { ...selectCurve(imported), source };
  const isOfSessions = imported.counts !== undefined && !isCollected(imported);
  const remove = OWN_CURVE.filter(
    (name) => !Object.hasOwn(curve, name) && !(isOfSessions && canReplace && name === "countedUntil"),
  );
  return {
    guid: imported.guid,
    set: { ...curve, ...set },
    setIfAbsent,
    remove,
    absent: canReplace ? [] : ["countedUntil", ...(imported.counts ? [] : ["counts"])],
  };
}

/** Selects what is stored with a curve: its duration, its drawing, and the attributes that are not the episode's. */
function selectCurve(imported: ImportedCurve): Item {
  const names = ["duration", ...OWN_CURVE];
  return Object.fromEntries(Object.entries(imported).filter(([name]) => names.includes(name)));
}
