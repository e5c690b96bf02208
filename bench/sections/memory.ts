import { type Figures, round } from "../figures.ts";
import { buildBundle, buildDefaultBundle } from "../measure/bundle.ts";
import { type Contender, measureStarts } from "../measure/starts.ts";

const ROUNDS = 30;

/** Memory sizes of a function, in MB. */
const SIZES = [256, 512, 1_024, 1_769];

/**
 * Measures cold starts by the function's memory, as on Lambda: loading gets a whole core, the first request a
 * share of one. The start of Node itself does not count.
 */
export async function measureMemory(folder: string): Promise<Figures> {
  const contenders: Record<string, Contender> = {};
  for (const endpoint of ["token", "charts"] as const) {
    const file = `functions/${endpoint}.ts`;
    const bundles = {
      "": await buildBundle(file),
      " floor": await buildBundle(`bench/programs/floor-${endpoint}.ts`),
      " default bundle": await buildDefaultBundle(file),
    };
    for (const size of SIZES) {
      for (const [kind, bundle] of Object.entries(bundles)) {
        contenders[`${endpoint}, ${size} MB${kind}`] = { endpoint, bundle, memory: size };
      }
    }
  }
  const starts = await measureStarts(folder, contenders, ROUNDS);
  const sumOf = (name: string) => Number(starts[name]?.load) + Number(starts[name]?.first);
  const figures = Object.entries(starts)
    .filter(([name]) => name.endsWith("MB"))
    .map(([name, { load, first }]) => [
      name,
      {
        "load ms": round(load),
        "first answer ms": round(first),
        "sum ms": round(load + first),
        "of default bundle": round(sumOf(name) / sumOf(`${name} default bundle`)),
        "of floor": round(sumOf(name) / sumOf(`${name} floor`)),
      },
    ]);
  return Object.fromEntries(figures);
}
