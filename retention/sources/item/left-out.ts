import { listCurves, nameCurve } from "../../../lib/episode/curves.ts";
import type { Item } from "../../../lib/item.ts";
import { isObject } from "../../../lib/json.ts";
import { isOwnSource } from "../../../lib/source.ts";
import { TIME } from "../base/member-values.ts";
import { OF_EPISODE, OWN_CURVE, PLATFORM_CURVE } from "./attributes.ts";

/** Attributes that an export has, or that an import makes anew of its lines. */
const OF_ITEM = ["guid", "duration", "sources", ...OF_EPISODE];

const OF_POINT = ["time", "percentage"];

/**
 * Lists the attributes of an item that are lost between export and import: what other tools wrote, and what is of no use
 * without what is gone. For example `note`, `data[].label` or `curve:youtube.note`.
 *
 * @throws MalformedItemError if the item does not say what its own curve is from
 */
export function listLeftOut(item: Item): string[] {
  const curves = listCurves(item);
  const own = curves.find(({ source }) => isOwnSource(source));
  const platforms = curves.filter((curve) => curve !== own).map(({ source }) => nameCurve(source));
  const ofOwn = own || item.counts !== undefined ? OWN_CURVE.filter((name) => isExported(item, name)) : [];
  return [
    ...listOthers(item, [...OF_ITEM, ...ofOwn, ...platforms], ""),
    ...(item.chart === undefined ? listOfPoints(item.data) : []),
    ...platforms.flatMap((name) => listOthers(item[name], PLATFORM_CURVE, `${name}.`)),
  ];
}

function isExported({ chart, counts, updatedAt }: Item, name: string): boolean {
  if (name === "data") return chart === undefined;
  if (name === "updatedAt") return TIME.tryParse(updatedAt) !== undefined;
  return counts !== undefined || (name !== "drawnListeners" && name !== "countedUntil");
}

function listOfPoints(data: unknown): string[] {
  const points = Array.isArray(data) ? data : [];
  return [...new Set(points.flatMap((point) => listOthers(point, OF_POINT, "data[].")))];
}

function listOthers(value: unknown, known: readonly string[], path: string): string[] {
  const names = isObject(value) ? Object.keys(value) : [];
  return names.filter((name) => !known.includes(name)).map((name) => `${path}${name}`);
}
