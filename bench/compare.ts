import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Bench, onTestFinished } from "vitest";
import type { FunctionBundle } from "./measure/function-bundle.ts";

/** A program of Node.js: options, its path and its arguments. */
interface Program {
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** What one run of a program took. */
interface ProgramRun {
  readonly seconds: number;
  readonly peakMB: number;
}

const execute = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const usage = fileURLToPath(new URL("programs/usage.cjs", import.meta.url));

const readMilliseconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Measures the mean CPU time of each call, in milliseconds. */
export async function compareCalls(
  bench: Bench,
  iterations: number,
  calls: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<Record<string, number>> {
  const all = Object.entries(calls).map(([name, call]) => bench(name, async () => void (await call())));
  const options = { now: readMilliseconds, iterations, time: 0, warmupIterations: iterations / 3, warmupTime: 0 };
  const results = await bench.compare(...all, options);
  return Object.fromEntries(all.map(({ name }) => [name, results.get(name).latency.mean]));
}

/** Runs programs so many times: medians of their CPU seconds, and the most memory of any run. */
export async function comparePrograms(
  bench: Bench,
  rounds: number,
  programs: Readonly<Record<string, Program>>,
): Promise<Record<string, ProgramRun>> {
  const peaks = new Map<string, number>();
  const all = Object.entries(programs).map(([name, { args, env }]) =>
    bench(name, async () => {
      const { stdout } = await execute(process.execPath, ["--require", usage, ...args], { cwd: root, env });
      const { seconds, peakMB }: ProgramRun = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
      peaks.set(name, Math.max(peakMB, peaks.get(name) ?? 0));
      return { overriddenDuration: 1_000 * seconds };
    }),
  );
  const results = await bench.compare(...all, { iterations: rounds, time: 0, warmup: false });
  const figures = all.map(({ name }): [string, ProgramRun] => {
    return [name, { seconds: results.get(name).latency.p50 / 1_000, peakMB: peaks.get(name) ?? Number.NaN }];
  });
  return Object.fromEntries(figures);
}

/** Makes a folder that is there until the benchmark ends. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "performance-data-bench-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Saves a bundle in a folder, and returns its path. */
export async function saveBundle(folder: string, bundle: FunctionBundle): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.cjs`);
  await writeFile(file, bundle.outputFiles[0]?.contents ?? "");
  return file;
}

/** Loads a function as it is deployed. */
export async function loadHandler(folder: string, bundle: FunctionBundle) {
  const { handler } = createRequire(import.meta.url)(await saveBundle(folder, bundle));
  return handler as (event: object, context: object) => Promise<{ statusCode: number; body?: string }>;
}

/** Prints figures by row and column, with two decimals. */
export function printTable(rows: Readonly<Record<string, Readonly<Record<string, number>>>>): void {
  const round = (row: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Math.round(100 * value) / 100]));
  console.table(Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, round(row)])));
}
