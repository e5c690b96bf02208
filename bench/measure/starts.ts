import { spawn } from "node:child_process";
import { on, once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { median } from "d3-array";
import type { Bundle } from "./bundle.ts";
import { type Stub, startStub } from "./stub.ts";

/** A bundle that is measured, and the endpoint that it serves. */
export interface Contender {
  readonly endpoint: "token" | "charts";
  readonly bundle: Bundle;
}

/** Milliseconds of a cold start. */
export interface Start {
  /** From the start of the process to its answer. */
  readonly total: number;
  /** Importing the bundle. */
  readonly load: number;
  /** From the end of loading to the answer. */
  readonly first: number;
  /** CPU time of the process, which a busy machine affects less. */
  readonly cpu: number;
}

/**
 * Measures cold starts: a fresh process loads the contender's bundle and answers one event. Contenders take
 * turns in each round.
 *
 * @returns the medians, by the contender's name
 */
export async function measureStarts(
  folder: string,
  contenders: Readonly<Record<string, Contender>>,
  rounds: number,
): Promise<Record<string, Start>> {
  const stub = await startStub(folder);
  const starts = new Map<string, Start[]>();
  try {
    for (const [name, { bundle }] of Object.entries(contenders)) {
      await writeFile(fileOf(folder, name), bundle.outputFiles[0]?.contents ?? "");
      starts.set(name, []);
    }
    for (let round = 0; round <= rounds; round++) {
      for (const [name, contender] of Object.entries(contenders)) {
        const start = await measureStart(fileOf(folder, name), contender, stub);
        // The first round only fills the machine's caches.
        if (round > 0) starts.get(name)?.push(start);
      }
    }
  } finally {
    stub.stop();
  }
  return Object.fromEntries(Array.from(starts, ([name, list]) => [name, computeMedians(list)]));
}

function computeMedians(starts: readonly Start[]): Start {
  const medianOf = (what: keyof Start) => median(starts, (start) => start[what]) ?? 0;
  return { total: medianOf("total"), load: medianOf("load"), first: medianOf("first"), cpu: medianOf("cpu") };
}

function fileOf(folder: string, name: string): string {
  return join(folder, `${name.replace(/\W+/g, "-")}.cjs`);
}

async function measureStart(file: string, { endpoint }: Contender, { env, readEvent }: Stub): Promise<Start> {
  const event = await readEvent(endpoint === "charts" ? "charts-gzip" : "token");
  const runner = new URL("../programs/cold.cjs", import.meta.url).pathname;
  const started = performance.now();
  const child = spawn(process.execPath, [runner, file], {
    env: { ...env, BENCH_EVENT: JSON.stringify(event) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  const exit = once(child, "exit");
  const lines = on(createInterface({ input: child.stdout }), "line", { close: ["close"] });
  const answer = await lines.next();
  const total = performance.now() - started;
  await exit;
  process.off("exit", end);
  if (answer.done) throw new Error(`${file} gave no answer`);
  return { total, ...JSON.parse(answer.value[0]) };
}
