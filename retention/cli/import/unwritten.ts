import { MalformedItemError } from "../../../lib/episode/counts.ts";
import { isCollected } from "../../../lib/episode/item-state.ts";
import { isTooLarge } from "../../../lib/episode/packed-chart.ts";
import type { Item } from "../../../lib/item.ts";
import { isOwnSource, readSource } from "../../../lib/source.ts";
import { createFact } from "../../sources/base/facts.ts";
import type { Refusal } from "../../sources/base/refusals.ts";
import { findObstacle } from "../../sources/item/curve-update.ts";
import type { ImportedCurve } from "../../sources/item/imported-curve.ts";
import { refuseMalformed } from "../../sources/item/loaded-episode.ts";

/**
 * Refuses a curve whose write did not take place, because its condition does not hold.
 *
 * @param item the episode's, after the write
 */
export function refuseUnwritten(curve: ImportedCurve, item: Item = {}): Refusal {
  if (!isOwnSource(readSource(curve)))
    return findObstacle(item, curve) ?? createFact("changed-meanwhile", "Somebody has changed it meanwhile.");
  return curve.counts ? refuseCollected(curve) : refuseWithoutCounts();
}

/** Refuses a curve whose write failed, if the table may take others. @throws any other error */
export function refuseFailed(error: Error): Refusal {
  if (error instanceof MalformedItemError) return refuseMalformed(error);
  if (isTooLarge(error)) return createFact("refused-by-table", `DynamoDB refused it. ${error.message}`);
  throw error;
}

function refuseWithoutCounts(): Refusal {
  const problem =
    "Its listeners were counted, by sessions or by the collector, and the import would remove the counts.";
  return createFact("counted-listeners", problem);
}

/** Counts of the collector in an import are of an export, which is older than what was counted since. */
function refuseCollected(curve: ImportedCurve): Refusal {
  const problem = "The collector has counted listens of it, which the import would destroy.";
  return createFact("collected-listens", problem, { isOfExport: isCollected(curve) });
}
