import { MalformedItemError } from "../../../lib/episode/counts.ts";
import { isCollected } from "../../../lib/episode/item-state.ts";
import { isTooLarge } from "../../../lib/episode/packed-chart.ts";
import type { Item } from "../../../lib/item.ts";
import { isOwnSource, readSource } from "../../../lib/source.ts";
import type { Refusal } from "../../sources/base/refusals.ts";
import { findObstacle } from "../../sources/item/curve-update.ts";
import type { ImportedCurve } from "../../sources/item/imported-curve.ts";
import { HINTS } from "../hints.ts";

/**
 * Refuses a curve whose write did not take place, because its condition does not hold.
 *
 * @param item the episode's, after the write
 */
export function refuseUnwritten(curve: ImportedCurve, item: Item = {}): Refusal {
  if (!isOwnSource(readSource(curve))) return refusePlatform(curve, item);
  return curve.counts ? refuseCollected(curve) : refuseWithoutCounts();
}

/** Refuses a curve whose write failed, if the table may take others. @throws any other error */
export function refuseFailed(error: Error): Refusal {
  if (error instanceof MalformedItemError) return { kind: "with a malformed item", detail: error.message };
  if (isTooLarge(error)) return { kind: "refused by DynamoDB", detail: `DynamoDB refused it. ${error.message}` };
  throw error;
}

function refusePlatform(curve: ImportedCurve, item: Item): Refusal {
  const obstacle = findObstacle(item, curve);
  if (!obstacle) return { kind: "changed meanwhile", detail: "Somebody has changed it meanwhile. Import it again." };
  return { ...obstacle, detail: `${obstacle.detail} Delete one with "delete --source".` };
}

function refuseWithoutCounts(): Refusal {
  const problem =
    "Its listeners were counted, by sessions or by the collector, and the import would remove the counts.";
  return { kind: "with counted listeners", detail: `${problem} Leave it out, or pass --replace.` };
}

function refuseCollected(curve: ImportedCurve): Refusal {
  const problem = "The collector has counted listens of it, which the import would destroy.";
  // Then it may be restored from an export that is older than what was counted since.
  const recount = isCollected(curve) ? ` To restore it from an export: ${HINTS.explainRecount()}` : "";
  return { kind: "with collected listens", detail: `${problem} Leave it out, or pass --replace.${recount}` };
}
