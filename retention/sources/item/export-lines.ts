import { type Chart, isAmount } from "../../../lib/chart.ts";
import { MalformedItemError } from "../../../lib/episode/counts.ts";
import { listCurves, type StoredCurve } from "../../../lib/episode/curves.ts";
import type { Item } from "../../../lib/item.ts";
import type { JsonObject } from "../../../lib/json.ts";
import { toPrintableJson } from "../../../lib/printable.ts";
import { isOwnSource, readSource } from "../../../lib/source.ts";
import type { Fact } from "../base/facts.ts";
import { ATTRIBUTE_ENTRIES } from "./attributes.ts";
import { readCurve, tryOrFindProblem } from "./loaded-episode.ts";

/** The version of lines. A later one may have members that this one does not know. */
export const LINE_VERSION = 1;

/** What an export has of an item: everything, or the curves alone, without what only counting needs, and without its feeds. */
export type Scope = "all" | "curves";

/** A line of an export with its line break, or what is wrong with the curve or the item. */
export type ExportedLine = { readonly line: string; readonly hasCurve: boolean } | { readonly problem: Fact };

/** Composes the lines of an export for an item: one for each curve, or one for an episode without a curve. */
export function exportItem(item: Item, scope: Scope): ExportedLine[] {
  const exported = tryOrFindProblem(() => listExported(item, scope));
  if ("problem" in exported) return [exported];
  return exported.map((curve) => exportCurve(item, curve, scope));
}

function exportCurve(item: Item, curve: StoredCurve | undefined, scope: Scope): ExportedLine {
  const read = curve && readCurve(curve);
  if (read && "reason" in read) return { problem: { ...read.reason, of: { path: String(item.guid) } } };
  return tryOrFindProblem(() => {
    const record = composeExported(item, curve, read?.chart, scope);
    return { line: `${toPrintableJson(record)}\n`, hasCurve: curve !== undefined };
  });
}

/**
 * Lists the curves of which an export has a line, in the order of the lines. Undefined stands for a line without a curve:
 * what the collector has counted and not drawn yet, or an episode of which nothing else is known.
 *
 * @throws MalformedItemError if the item does not say what its own curve is from
 */
function listExported(item: Item, scope: Scope): (StoredCurve | undefined)[] {
  const curves = listCurves(item);
  const hasOwn = curves.some(({ source }) => isOwnSource(source));
  const isBare = item.counts === undefined ? curves.length === 0 : !hasOwn;
  return isBare && scope === "all" ? [undefined, ...curves] : curves;
}

/**
 * Composes the line of an export for one of an item's curves.
 *
 * @param curve one of those that {@link listExported} lists
 * @param chart the curve, read
 * @throws MalformedItemError
 */
function composeExported(
  item: Item,
  curve: StoredCurve | undefined,
  chart: Chart | undefined,
  scope: Scope,
): JsonObject {
  const { guid, duration } = item;
  if (!isAmount(duration)) throw new MalformedItemError("numbers", guid, "duration is not a number of seconds");
  const hasCounts = scope === "all" && item.counts !== undefined && (!curve || isOwnSource(curve.source));
  const line = { item, curve, chart, attributes: readAttributes(item, curve, scope) };
  const members = ATTRIBUTE_ENTRIES.filter(([name, { of }]) => {
    if (of === "counts") return hasCounts;
    return name !== "feeds" || scope === "all";
  });
  return {
    version: LINE_VERSION,
    guid,
    duration: chart?.duration ?? duration,
    ...Object.fromEntries(members.map(([name, { compose }]) => [name, compose(line)])),
    data: chart?.data,
  };
}

/** Reads what an item says of a curve, or of what the collector has counted and not drawn yet. */
function readAttributes(item: Item, curve: StoredCurve | undefined, scope: Scope): Item {
  if (!curve) return item.counts === undefined ? {} : { ...item, source: readSource(item) };
  const { source, listeners, attributes } = curve;
  return { ...attributes, source, ...(scope === "curves" && { listeners }) };
}
