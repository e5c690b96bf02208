import { test } from "vitest";
import { comparePrograms, makeFolder, printTable, saveBundle } from "./compare.ts";
import { buildBundle, buildDefaultBundle, type FunctionBundle } from "./measure/function-bundle.ts";
import { startStub } from "./stub.ts";

const ROUNDS = 20;

// Cold starts: a fresh process of Node, from its start to the first 200 answer. The excess is what it takes beyond the empty handler.
test("cold", async ({ bench }) => {
  const folder = makeFolder();
  const { env, readEvent } = await startStub(folder);
  const bundles: Record<string, FunctionBundle> = { "empty handler": await buildBundle("bench/programs/empty.ts") };
  for (const endpoint of ["token", "charts"]) {
    bundles[endpoint] = await buildBundle(`functions/${endpoint}.ts`);
    bundles[`${endpoint}, default bundle`] = await buildDefaultBundle(`functions/${endpoint}.ts`);
  }
  const programs = Object.entries(bundles).map(async ([name, bundle]) => {
    const event = await readEvent(name.startsWith("charts") ? "charts-gzip" : "token");
    const args = ["bench/programs/invoke.cjs", await saveBundle(folder, bundle)];
    return [name, { args, env: { ...env, BENCH_EVENT: JSON.stringify(event) } }] as const;
  });
  const runs = await comparePrograms(bench, ROUNDS, Object.fromEntries(await Promise.all(programs)));
  const cpu = (name: string) => 1_000 * Number(runs[name]?.seconds);
  const excess = (name: string) => cpu(name) - cpu("empty handler");
  const rows = Object.entries(bundles).map(([name, bundle]) => {
    const [endpoint] = name.split(",");
    const figures = {
      bytes: bundle.outputFiles[0]?.contents.length ?? 0,
      "CPU ms": cpu(name),
      "excess CPU ms": excess(name),
      "of default bundle": excess(name) / excess(`${endpoint}, default bundle`),
    };
    return [name, figures];
  });
  printTable(Object.fromEntries(rows));
});
