import { alignTime, type Levels } from "../levels/levels.ts";
import { computePoissonDeviations } from "../statistics/limits.ts";
import { computeMad, computeMedian } from "../statistics/spread.ts";
import type { Change, Fall } from "./level-changes.ts";

/**
 * Compares a change with the same place of the similar episodes. Rises are compared with nothing.
 *
 * @returns what it is beyond what the show usually loses there, in percentage points and in standard deviations
 */
export function compareWithUsual(
  change: Change,
  curve: Levels & { readonly step: number },
  similar: readonly Levels[],
) {
  const { before, after, expected, size, deviation } = change;
  const losses = computeLosses(change, curve, similar);
  const usual = computeMedian(losses);
  const excess = after < before ? Math.max(0, before - after - Math.max(expected, usual * before)) : size;
  const spread = computeMad(losses, usual) * before;
  return { excess, z: computePoissonDeviations(excess, Math.max(deviation, spread), curve.step) };
}

/** Returns the part of those present that the similar episodes lose there; undefined if there are none. */
export function computeUsualLoss(fall: Fall, curve: Levels, similar: readonly Levels[]): number | undefined {
  return similar.length > 0 ? computeMedian(computeLosses(fall, curve, similar)) : undefined;
}

function computeLosses({ from, to }: Fall, { end }: Levels, similar: readonly Levels[]): number[] {
  return similar.map((other) => {
    const [before, after] = [from, to].map((time) => other.getLevel(alignTime(time, end, other.end)));
    return 1 - (after ?? 0) / (before || 1);
  });
}
