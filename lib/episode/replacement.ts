import type { Item } from "../item.ts";
import { isObject } from "../json.ts";
import { isOwnSource, readSource } from "../source.ts";
import { COMPARED } from "./attributes.ts";
import { nameCurve } from "./curves.ts";
import type { ImportedCurve } from "./item.ts";

/** What a write of a curve did: it is new, it took another's place, or the place of the same. */
export interface Replacement {
  /** `written` if nobody can tell: a write that is sent again meets itself. */
  readonly kind: "new" | "replaced" | "unchanged" | "written";
  /** When the curve that was replaced had been written, if that is known. */
  readonly updatedAt?: string;
  /** The last windows in the counts of before and of now, if the collector had counted on since. */
  readonly goneBack?: { readonly from: string; readonly to: string };
  /** What the curve has fewer than half of, such as `listeners: 120 in place of 300`. */
  readonly losses: readonly string[];
}

/**
 * Compares a curve with what its write replaced.
 *
 * @param before what the attributes were that the write changed
 */
export function compareReplaced(before: Item, curve: ImportedCurve): Replacement {
  const old = findReplaced(before, curve);
  if (!old) return { kind: "new", losses: [] };
  const { updatedAt, listeners, points, data } = old;
  const now: Item = { ...curve };
  if (updatedAt !== undefined && updatedAt === now.updatedAt) return { kind: "written", losses: [] };
  const isUnchanged = COMPARED.every((name) => isEqual(old[name], now[name]));
  if (isUnchanged) return { kind: "unchanged", losses: [] };
  const oldPoints = points ?? (Array.isArray(data) ? data.length : undefined);
  return {
    kind: "replaced",
    ...(typeof updatedAt === "string" && { updatedAt }),
    ...(isOlderCount(now, old) && {
      goneBack: { from: String(old.countedUntil), to: String(now.countedUntil) },
    }),
    losses: [...findLoss("listeners", listeners, now.listeners), ...findLoss("points", oldPoints, now.points)],
  };
}

/** Checks whether the collector has counted on since a curve was exported. */
export function isOlderCount({ countedUntil }: Item, stored: Item): boolean {
  return countedUntil !== undefined && String(countedUntil) < String(stored.countedUntil ?? "");
}

function findReplaced(before: Item, imported: ImportedCurve): Item | undefined {
  const source = readSource(imported);
  if (isOwnSource(source)) {
    const isThere = ["chart", "data", "counts"].some((name) => before[name] !== undefined);
    return isThere ? before : undefined;
  }
  const curve = before[nameCurve(source)];
  // The source is in the name of the attribute.
  return isObject(curve) ? { ...curve, source } : undefined;
}

function isEqual(one: unknown, other: unknown): boolean {
  return one instanceof Uint8Array && other instanceof Uint8Array ? Buffer.compare(one, other) === 0 : one === other;
}

function findLoss(name: string, before: unknown, now: unknown): string[] {
  const isLost = typeof before === "number" && typeof now === "number" && now < before / 2;
  return isLost ? [`${name}: ${now} in place of ${before}`] : [];
}
