import type { RecordCounts } from "./issued.ts";
import type { Result } from "./load.ts";

/** What came of a soak. */
interface Outcome {
  readonly results: readonly Result[];
  /** Bytes that the service had in memory, from the end of the warm-up on. */
  readonly memory: readonly number[];
  readonly records: RecordCounts;
}

/** Prints a row per kind of request, the memory and the records. */
export function printOutcome({ results, memory, records }: Outcome): void {
  const rows = results.map(({ kind, times, errors, wrong }) => {
    const sorted = times.toSorted((one, other) => one - other);
    const row = { count: times.length + errors, errors, wrong };
    return [kind.name, { ...row, "median ms": computeQuantile(sorted, 0.5), "p99 ms": computeQuantile(sorted, 0.99) }];
  });
  console.table(Object.fromEntries(rows));
  const [warm, highest, end] = [memory[0], Math.max(...memory), memory.at(-1)].map(computeMB);
  console.table({ "memory, MB": { "after warm-up": warm, highest, "at the end": end } });
  console.table({ tokens: records });
}

/**
 * What a soak has shown to be wrong, one line each.
 *
 * @param maxGrowth bytes by which memory may grow after the warm-up
 */
export function findMisses({ results, memory, records }: Outcome, maxGrowth: number): string[] {
  const sum = (pick: (result: Result) => number) => results.reduce((total, result) => total + pick(result), 0);
  const counts = {
    "requests without an answer": sum(({ errors }) => errors),
    "wrong answers": sum(({ wrong }) => wrong),
    "tokens not on record as they should be": records.missing,
    "records of tokens that were not issued": records.extra,
  };
  const misses = Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
  const [warm = Number.NaN, end = Number.NaN] = [memory[0], memory.at(-1)];
  if (end - warm <= maxGrowth) return misses;
  return [
    ...misses,
    memory.length > 0
      ? `memory grew by more than ${computeMB(maxGrowth)} MB`
      : "the time was up before the warm-up was over",
  ];
}

export function computeMB(bytes = Number.NaN): number {
  return Math.round(bytes / 1_048_576);
}

/** @param sorted in ascending order */
function computeQuantile(sorted: readonly number[], quantile: number): number {
  return Math.round((sorted[Math.ceil(sorted.length * quantile) - 1] ?? Number.NaN) * 10) / 10;
}
