import { deviation, greatest, group, mean, median } from "d3-array";
import type { Moment } from "../curve/moments/moment.ts";
import { CHAPTERS_ALPHA } from "../curve/statistics/limits.ts";
import { computeUpperP } from "../curve/statistics/student.ts";
import { MIN_OTHERS } from "../usual/others.ts";
import { isInner, measureNamed, type NamedRow, type WithChapters } from "./chapters.ts";

/** Smaller differences from the usual are none. */
const MIN_EXCESS = 0.05;

/**
 * Finds the chapter over which an episode loses most, as a moment, beyond Student's prediction interval of the chapters of that title in
 * the others, at 0.5 % for all chapters together (Bonferroni). So it finds what is too slow for a moment.
 *
 * @param episodes number of those that are searched: what is certain is beyond the chance of all of them
 */
export function findChapterLoss(
  episode: WithChapters,
  others: readonly WithChapters[],
  episodes: number,
): Moment | undefined {
  const known = group(others.flatMap(measureInner), ({ name }) => name);
  const tested = measureInner(episode).flatMap((row) => {
    const same = known.get(row.name) ?? [];
    return same.length < MIN_OTHERS ? [] : [{ row, same }];
  });
  const losses = tested.flatMap(({ row, same }) => judge(row, same, CHAPTERS_ALPHA / tested.length, episodes) ?? []);
  return greatest(losses, ({ share, usual = 0 }) => share - usual);
}

type MeasuredRow = NamedRow & { readonly step: number };

/** Measures the inner chapters that others can have. */
function measureInner(episode: WithChapters): MeasuredRow[] {
  const { curve } = episode;
  const inner = measureNamed(episode).filter((row) => row.name && isInner(curve, row));
  return inner.map((row) => ({ ...row, step: curve.step }));
}

function judge(row: MeasuredRow, same: readonly MeasuredRow[], alpha: number, episodes: number): Moment | undefined {
  const { time, end, title, left, present } = row;
  // What another chapter would lose at its rate in the length of this one.
  const lefts = same.map((other) => 1 - (1 - other.left) ** ((end - time) / Math.max(1, other.end - other.time)));
  const usual = median(lefts) ?? 0;
  const chance = Math.max(0, computeVariance(row) - (mean(same, computeVariance) ?? 0));
  const variance = (deviation(lefts) ?? 0) ** 2 * (1 + 1 / lefts.length) + chance;
  const t = (left - (mean(lefts) ?? 0)) / (Math.sqrt(variance) || 1e-9);
  const p = computeUpperP(t, lefts.length - 1);
  if (left - usual < MIN_EXCESS || p >= alpha) return undefined;
  const after = (1 - left) * present;
  return {
    kind: "loss",
    ...{ from: time, to: end, chapter: title },
    ...{ before: present, within: after, after, share: left, usual },
    ...(p < alpha / episodes && { isCertain: true }),
  };
}

/** Variance of a part of as many listeners as are present. */
function computeVariance({ left, present, step }: MeasuredRow): number {
  return (left * (1 - left) * step) / (present || 1);
}
