import type { RecordCounts } from "./issued.ts";
import type { Result } from "./load.ts";
import { computeChanges, type Memory } from "./memory.ts";

/** What came of a soak. */
interface Outcome {
  readonly results: readonly Result[];
  /** After the warm-up. */
  readonly warm: Memory;
  /** At the end. */
  readonly end: Memory;
  readonly records: RecordCounts;
}

/** What a soak is measured by. */
interface Limits {
  /** How many requests the warm-up takes. */
  readonly warmUp: number;
  /** Bytes by which the threads of each part may grow after it, on average. */
  readonly memoryGrowth: number;
}

/** Prints a row per kind of request, a row per part of the service and the records. */
export function printOutcome({ results, warm, end, records }: Outcome): void {
  const rows = results.map(({ kind, times, errors, wrong }) => {
    const sorted = times.toSorted((one, other) => one - other);
    const row = { count: times.length + errors, errors, wrong };
    return [kind.name, { ...row, "median ms": computeQuantile(sorted, 0.5), "p99 ms": computeQuantile(sorted, 0.99) }];
  });
  console.table(Object.fromEntries(rows));
  const composeRow = (before: number, after: number) => ({
    "after warm-up, MB": computeMB(before),
    "at the end, MB": computeMB(after),
  });
  const parts = computeChanges(warm, end).map(({ part, threads, before, after }) => [
    threads === 1 ? part : `${part}, each of ${threads} threads`,
    composeRow(before, after),
  ]);
  console.table({
    ...Object.fromEntries(parts),
    [`whole process, ${warm.threads.length} to ${end.threads.length} threads`]: composeRow(warm.resident, end.resident),
  });
  console.table({ tokens: records });
}

/** What a soak has shown to be wrong, one line each. */
export function findMisses({ results, warm, end, records }: Outcome, { warmUp, memoryGrowth }: Limits): string[] {
  const sum = (pick: (result: Result) => number) => results.reduce((total, result) => total + pick(result), 0);
  const counts = {
    "requests without an answer": sum(({ errors }) => errors),
    "wrong answers": sum(({ wrong }) => wrong),
    "tokens not on record as they should be": records.missing,
    "records of tokens that were not issued": records.extra,
  };
  const misses = Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
  if (sum(({ times, errors }) => times.length + errors) <= warmUp)
    misses.push("the time was up before the warm-up was over");
  for (const { part, before, after } of computeChanges(warm, end)) {
    // Where there is no such thread, there is no growth that could be compared.
    if (!(after - before <= memoryGrowth))
      misses.push(
        `${part}: ${computeMB(after - before)} MB more in a thread, of ${computeMB(memoryGrowth)} MB allowed`,
      );
  }
  return misses;
}

function computeMB(bytes: number): number {
  return Math.round(bytes / 104_857.6) / 10;
}

/** @param sorted in ascending order */
function computeQuantile(sorted: readonly number[], quantile: number): number {
  return Math.round((sorted[Math.ceil(sorted.length * quantile) - 1] ?? Number.NaN) * 10) / 10;
}
