import { median } from "d3-array";

const ROUNDS = 9;
const WARM_UP_ROUNDS = 3;

/** A request, or the bare calls that it is compared with. */
type Call = () => Promise<unknown>;

/**
 * Measures the CPU time of each call in milliseconds: medians of rounds in which the calls take turns.
 *
 * @param count calls in a round
 */
export async function measureCalls(count: number, calls: Record<string, Call>): Promise<Record<string, number>> {
  const times = new Map(Object.keys(calls).map((name): [string, number[]] => [name, []]));
  for (let turn = -WARM_UP_ROUNDS; turn < ROUNDS; turn++) {
    for (const [name, call] of Object.entries(calls)) {
      // The garbage of the previous call must not count for this one.
      await call();
      globalThis.gc?.();
      const before = process.cpuUsage();
      for (let number = 0; number < count; number++) await call();
      const { user, system } = process.cpuUsage(before);
      if (turn >= 0) times.get(name)?.push((user + system) / 1_000 / count);
    }
  }
  return Object.fromEntries([...times].map(([name, each]) => [name, median(each) ?? Number.NaN]));
}
