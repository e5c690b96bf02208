import { type Figures, round } from "../figures.ts";
import { buildBundle, buildDefaultBundle } from "../measure/bundle.ts";
import { type Contender, measureStarts, type Start } from "../measure/starts.ts";

const ROUNDS = 40;

/**
 * Measures cold starts: a fresh process of Node, from its start to the first 200 answer. The excess is the time
 * beyond that of the empty handler.
 */
export async function measureCold(folder: string): Promise<Figures> {
  const contenders: Record<string, Contender> = {
    "empty handler": { endpoint: "token", bundle: await buildBundle("bench/programs/empty.ts") },
  };
  for (const endpoint of ["token", "charts"] as const) {
    const file = `functions/${endpoint}.ts`;
    contenders[`${endpoint}, floor`] = { endpoint, bundle: await buildBundle(`bench/programs/floor-${endpoint}.ts`) };
    contenders[endpoint] = { endpoint, bundle: await buildBundle(file) };
    contenders[`${endpoint}, default bundle`] = { endpoint, bundle: await buildDefaultBundle(file) };
  }
  const starts = await measureStarts(folder, contenders, ROUNDS);
  const excessOf = (name: string, what: keyof Start) =>
    Number(starts[name]?.[what]) - Number(starts["empty handler"]?.[what]);
  const figures = Object.entries(starts).map(([name, { total, load, first, cpu }]) => {
    const endpoint = contenders[name]?.endpoint;
    const ratio = (what: keyof Start, other: string) =>
      name === "empty handler" ? Number.NaN : round(excessOf(name, what) / excessOf(`${endpoint}, ${other}`, what));
    return [
      name,
      {
        "total ms": round(total),
        "load ms": round(load),
        "first answer ms": round(first),
        "excess ms": round(excessOf(name, "total")),
        "of default bundle": ratio("total", "default bundle"),
        "of floor": ratio("total", "floor"),
        "CPU ms": round(cpu),
        "CPU of floor": ratio("cpu", "floor"),
      },
    ];
  });
  return Object.fromEntries(figures);
}
