import { type Figures, round } from "../figures.ts";
import { buildBundle, buildDefaultBundle } from "../measure/bundle.ts";
import { type Contender, measureStarts } from "../measure/starts.ts";

const ROUNDS = 20;

/**
 * Measures cold starts: a fresh process of Node, from its start to the first 200 answer. The excess is the time
 * beyond that of the empty handler, of the CPU, which other work on the machine affects least.
 */
export async function measureCold(folder: string): Promise<Figures> {
  const contenders: Record<string, Contender> = {
    "empty handler": { endpoint: "token", bundle: await buildBundle("bench/programs/empty.ts") },
  };
  for (const endpoint of ["token", "charts"] as const) {
    const file = `functions/${endpoint}.ts`;
    contenders[endpoint] = { endpoint, bundle: await buildBundle(file) };
    contenders[`${endpoint}, default bundle`] = { endpoint, bundle: await buildDefaultBundle(file) };
  }
  const starts = await measureStarts(folder, contenders, ROUNDS);
  const excessOf = (name: string) => Number(starts[name]?.cpu) - Number(starts["empty handler"]?.cpu);
  const figures = Object.entries(starts).map(([name, { total, load, first, cpu }]) => {
    const { endpoint, bundle } = contenders[name] as Contender;
    return [
      name,
      {
        bytes: bundle.outputFiles[0]?.contents.length ?? 0,
        "total ms": round(total),
        "load ms": round(load),
        "first answer ms": round(first),
        "CPU ms": round(cpu),
        "excess CPU ms": round(excessOf(name)),
        "of default bundle": round(excessOf(name) / excessOf(`${endpoint}, default bundle`)),
      },
    ];
  });
  return Object.fromEntries(figures);
}
