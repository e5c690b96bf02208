import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { median } from "d3-array";
import type { Plugin } from "esbuild";
import { buildBundle, buildDefaultBundle } from "../scripts/bundle.ts";
import type { Figures } from "./run.ts";
import { guidOf, type Stub, startStub } from "./stub.ts";

const ROUNDS = 40;
const POINTS = 3_600;

interface Start {
  /** From the start of the process to its answer, in milliseconds. */
  readonly total: number;
  /** Loading the handler's file, and its first answer. */
  readonly load: number;
  readonly first: number;
  /** The CPU time of the process, which a busy machine disturbs less. */
  readonly cpu: number;
}

/**
 * Measures cold starts: a fresh process of Node from its start to the first 200 answer, the
 * contenders taking turns. `excess` is over the empty handler.
 */
export async function measureCold(folder: string): Promise<Figures> {
  const stub = await startStub(folder, [POINTS]);
  try {
    const bundles = await saveBundles(folder);
    const starts = new Map<string, Start[]>(Object.keys(bundles).map((name) => [name, []]));
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [name, file] of Object.entries(bundles)) {
        const start = await measureStart(file, name.split(",")[0] ?? "", stub);
        // The first round fills the machine's caches.
        if (round > 0) starts.get(name)?.push(start);
      }
    }
    return summarize(starts);
  } finally {
    stub.stop();
  }
}

/** Puts the SDK's own client where ours is. */
const sdkClient: Plugin = {
  name: "sdk-client",
  setup({ onResolve }) {
    const path = fileURLToPath(new URL("programs/sdk-client.ts", import.meta.url));
    onResolve({ filter: /dynamodb-client\.ts$/ }, () => ({ path }));
  },
};

async function saveBundles(folder: string): Promise<Record<string, string>> {
  const contenders = {
    "empty handler": await buildBundle("bench/programs/empty.ts"),
    "token, floor": await buildBundle("bench/programs/floor-token.ts"),
    token: await buildBundle("functions/token.ts"),
    "token, defaults": await buildDefaultBundle("functions/token.ts"),
    "token, SDK's client": await buildDefaultBundle("functions/token.ts", [sdkClient]),
    "charts, floor": await buildBundle("bench/programs/floor-charts.ts"),
    charts: await buildBundle("functions/charts.ts"),
    "charts, defaults": await buildDefaultBundle("functions/charts.ts"),
    "charts, SDK's client": await buildDefaultBundle("functions/charts.ts", [sdkClient]),
  };
  const files: Record<string, string> = {};
  for (const [name, { outputFiles }] of Object.entries(contenders)) {
    const file = join(folder, `${name.replace(/\W+/g, "-")}.cjs`);
    await writeFile(file, outputFiles[0]?.contents ?? "");
    files[name] = file;
  }
  return files;
}

async function measureStart(file: string, endpoint: string, { env, readEvent }: Stub): Promise<Start> {
  const event = await (endpoint === "charts" ? readEvent("charts-gzip", guidOf(POINTS, "packed")) : readEvent("token"));
  const runner = new URL("programs/cold.cjs", import.meta.url).pathname;
  const started = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [runner, file], {
    env: { ...env, BENCH_EVENT: JSON.stringify(event) },
  });
  return { total: performance.now() - started, ...JSON.parse(stdout) };
}

function summarize(starts: ReadonlyMap<string, Start[]>): Figures {
  const medianOf = (name: string, what: keyof Start) => median(starts.get(name) ?? [], (start) => start[what]) ?? 0;
  const excessOf = (name: string, what: keyof Start) => medianOf(name, what) - medianOf("empty handler", what);
  const figures: Record<string, Record<string, number>> = {};
  for (const name of starts.keys()) {
    const [endpoint] = name.split(",");
    const ratio = (what: keyof Start, other: string) =>
      round(excessOf(name, what) / excessOf(starts.has(other) ? other : name, what));
    figures[name] = {
      "total ms": round(medianOf(name, "total")),
      "load ms": round(medianOf(name, "load")),
      "first answer ms": round(medianOf(name, "first")),
      "excess ms": round(excessOf(name, "total")),
      "of defaults": ratio("total", `${endpoint}, defaults`),
      "of floor": ratio("total", `${endpoint}, floor`),
      "CPU ms": round(medianOf(name, "cpu")),
      "CPU of defaults": ratio("cpu", `${endpoint}, defaults`),
      "CPU of floor": ratio("cpu", `${endpoint}, floor`),
    };
  }
  return figures;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
