import { isAmount } from "../../../lib/chart.ts";
import { nameCurve } from "../../../lib/episode/curves.ts";
import { tryReadCurve } from "../../../lib/episode/decoded-curve.ts";
import { isImported } from "../../../lib/episode/item-state.ts";
import type { Item } from "../../../lib/item.ts";
import { isObject } from "../../../lib/json.ts";
import { isOwnSource, readSource } from "../../../lib/source.ts";
import { UNITS } from "../base/kinds.ts";
import { findKind } from "../curve/source-facts.ts";
import { COMPARED } from "./attributes.ts";
import { type ImportedCurve, setsDuration } from "./imported-curve.ts";
import { isOfOtherShape } from "./shape.ts";

/** Seconds by which the same file may be measured differently, and the part by which a platform's file may differ. */
const SAME_FILE = 1;
const OTHER_FILE = 0.05;

/** What a write of a curve did: it is new, it took another's place, or the place of the same. */
export interface Replacement {
  /** `written` if nobody can tell: a write that is sent again meets itself. */
  readonly kind: "new" | "replaced" | "unchanged" | "written";
  /** When the curve that was replaced had been written, if that is known. */
  readonly updatedAt?: string;
  /** The last windows in the counts of before and of now, if the collector had counted on since. */
  readonly goneBack?: { readonly from: string; readonly to: string };
  /** What was counted before and is not any more, such as `fewer listeners: 120 in place of 300`. */
  readonly losses: readonly string[];
  /**
   * The episode's duration of before and the curve's, in seconds, if they differ. An own curve's is the episode's now. Its
   * feed can correct the episode's, unless the own curve stays as it was imported.
   */
  readonly durations?: {
    readonly before: number;
    readonly now: number;
    readonly isReplaced: boolean;
    readonly isCorrectable: boolean;
  };
}

/**
 * Compares a curve with what its write replaced.
 *
 * @param before what the item was
 * @param since when the import began: a curve of that time or later is its own
 */
export function compareReplaced(before: Item, curve: ImportedCurve, since: string): Replacement {
  const durations = compareDurations(before, curve);
  return { ...compareWithReplaced(before, curve, since), ...(durations && { durations }) };
}

function compareWithReplaced(before: Item, curve: ImportedCurve, since: string): Replacement {
  const old = findReplaced(before, curve);
  if (!old) return { kind: "new", losses: [] };
  const { updatedAt, points, data } = old;
  const now: Item = { ...curve };
  const isOfImport = typeof updatedAt === "string" && updatedAt === now.updatedAt && updatedAt >= since;
  if (isOfImport) return { kind: "written", losses: [] };
  const isUnchanged = COMPARED.every((name) => isEqual(readAttribute(old, name), readAttribute(now, name)));
  if (isUnchanged) return { kind: "unchanged", losses: [] };
  const oldPoints = points ?? (Array.isArray(data) ? data.length : undefined);
  const losses = [
    ...findLostListeners(old, now),
    ...(isFewer(oldPoints, now.points, 0.5)
      ? [`fewer than half of its points: ${now.points} in place of ${oldPoints}`]
      : []),
  ];
  return {
    kind: "replaced",
    ...(typeof updatedAt === "string" && { updatedAt }),
    ...(isOlderCount(now, old) && {
      goneBack: { from: String(old.countedUntil), to: String(now.countedUntil) },
    }),
    losses: losses.length > 0 ? losses : findOtherShape(old, now),
  };
}

function findOtherShape(old: Item, now: Item): string[] {
  const [before, recent] = [tryReadCurve(old), tryReadCurve(now)];
  return before && recent && isOfOtherShape(before, recent)
    ? ["a curve that does not go on from the earlier one, as if of another episode, another file or other dates"]
    : [];
}

/** Checks whether the collector has counted on since a curve was exported. */
export function isOlderCount({ countedUntil }: Item, stored: Item): boolean {
  return countedUntil !== undefined && String(countedUntil) < String(stored.countedUntil ?? "");
}

function compareDurations(item: Item, curve: ImportedCurve): Replacement["durations"] {
  const { duration: before } = item;
  const now = curve.episodeDuration ?? curve.duration;
  const isReplaced = setsDuration(curve);
  const tolerance = isReplaced ? SAME_FILE : OTHER_FILE * now;
  if (!isAmount(before) || Math.abs(before - now) <= tolerance) return undefined;
  return { before, now, isReplaced, isCorrectable: !isImported(isReplaced ? { ...curve } : item) };
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

/** An own curve need not say where it is from. */
function readAttribute(curve: Item, name: string): unknown {
  return name === "source" ? readSource(curve) : curve[name];
}

/** Checks whether two values of attributes are the same. */
export function isEqual(one: unknown, other: unknown): boolean {
  return one instanceof Uint8Array && other instanceof Uint8Array ? areBytesEqual(one, other) : one === other;
}

function findLostListeners(old: Item, now: Item): string[] {
  const listeners = `${UNITS[findKind(readSource(now))]}s`;
  if (old.counts !== undefined && now.counts === undefined)
    return [`no counts any more, which were of ${old.listeners} ${listeners}`];
  if (typeof old.listeners === "number" && now.listeners === undefined)
    return [`a number of ${listeners} no more, in place of ${old.listeners}`];
  if (!isFewer(old.listeners, now.listeners)) return [];
  return [`fewer ${listeners}: ${now.listeners} in place of ${old.listeners}`];
}

function isFewer(before: unknown, now: unknown, part = 1): boolean {
  return typeof before === "number" && typeof now === "number" && now < part * before;
}

function areBytesEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
