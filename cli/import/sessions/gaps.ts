/** Longest gap in seconds. Longer ones count as this one. */
const MAX_GAP = 3_600;

/** Numbers of gaps between two events of a session: `gaps[10]` is the number of gaps of 10 whole seconds. */
export type Gaps = Uint32Array<ArrayBuffer>;

export function createGaps(): Gaps {
  return new Uint32Array(MAX_GAP + 1);
}

export function addGap(gaps: Gaps, seconds: number): void {
  const gap = Math.min(seconds, MAX_GAP);
  gaps[gap] = (gaps[gap] ?? 0) + 1;
}

/** Computes the lower median in whole seconds; 0 if there are no gaps. */
export function computeMedianGap(gaps: Gaps): number {
  let left = gaps.reduce((sum, count) => sum + count, 0) / 2;
  return gaps.findIndex((count) => {
    left -= count;
    return left <= 0;
  });
}
