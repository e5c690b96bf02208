import { countUtf8 } from "../../../lib/bytes.ts";
import type { PackedChart } from "../../../lib/episode/packed-chart.ts";
import { isOwnSource, readSource } from "../../../lib/source.ts";
import type { CurveMembers } from "./attributes.ts";

/** A curve as an import writes it. No `chart`: counts not drawn yet, or no curve. */
export type ImportedCurve = (Omit<PackedChart, "updatedAt"> | Pick<PackedChart, "guid" | "duration">) & CurveMembers;

/** Counts the listeners whom a curve shows; undefined if nobody knows. */
export function countShown(curve: ImportedCurve): number | undefined {
  return "chart" in curve ? (curve.drawnListeners ?? curve.listeners) : curve.listeners;
}

/** Checks whether a curve is the own one, drawn or not: its duration becomes the episode's. */
export function setsDuration(curve: ImportedCurve): boolean {
  return isOwnSource(readSource(curve)) && ("chart" in curve || curve.counts !== undefined);
}

/** At most as many bytes as DynamoDB counts for a number. */
const NUMBER_BYTES = 21;

/** Computes how much an own curve has besides a packed chart, in bytes: names and values. */
export function computeMemberBytes(members: CurveMembers): number {
  return Object.entries(members).reduce((sum, [name, value]) => sum + name.length + computeValueBytes(value), 0);
}

function computeValueBytes(value: string | number | Uint8Array | readonly string[]): number {
  if (typeof value === "number") return NUMBER_BYTES;
  if (typeof value === "string") return countUtf8(value);
  return value instanceof Uint8Array ? value.length : countUtf8(value.join(""));
}
