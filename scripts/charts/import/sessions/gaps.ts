/** Longer gaps count as this one, in seconds. */
const MAX_GAP = 3_600;

/** How often each gap between two events of a session was seen, by its whole seconds. */
export type Gaps = Uint32Array<ArrayBuffer>;

export function createGaps(): Gaps {
  return new Uint32Array(MAX_GAP + 1);
}

export function addGap(gaps: Gaps, seconds: number): void {
  const gap = Math.min(seconds, MAX_GAP);
  gaps[gap] = (gaps[gap] ?? 0) + 1;
}

/** Adds gaps that were seen elsewhere. */
export function addGaps(one: Gaps, other: Gaps): Gaps {
  return one.map((count, gap) => count + (other[gap] ?? 0));
}

/** The lower median in whole seconds; 0 where there is no gap. */
export function computeMedianGap(gaps: Gaps): number {
  let left = gaps.reduce((sum, count) => sum + count, 0) / 2;
  return gaps.findIndex((count) => {
    left -= count;
    return left <= 0;
  });
}
