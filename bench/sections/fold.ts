import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { median } from "d3-array";
import { type Figures, round } from "../figures.ts";
import { composeFoldAnswers } from "../measure/listens.ts";
import { measureProgram } from "../measure/program.ts";
import { startStub } from "../measure/stub.ts";

const SIZES = [10_000, 100_000];
const ROUNDS = 5;

/**
 * Measures the update that folds a window's listens into 100 charts, against a stub of DynamoDB: CPU time without that
 * of starting Node, and peak memory. Medians of runs that take turns.
 */
export async function measureFold(folder: string): Promise<Figures> {
  const stubs = await Promise.all(SIZES.map(async (size) => ({ size, ...(await startFoldStub(folder, size)) })));
  const runs = new Map(SIZES.map((size): [number, { seconds: number; peakMB: number }[]] => [size, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { size, env } of stubs) runs.get(size)?.push(await runFold(folder, env));
  }
  for (const { stop } of stubs) stop();
  const seconds = (size: number) => median(runs.get(size) ?? [], (run) => run.seconds) ?? Number.NaN;
  const figures = SIZES.map((size) => [
    `${size} listens`,
    {
      "CPU seconds": round(seconds(size)),
      "of the smallest": round(seconds(size) / seconds(SIZES[0] ?? 0)),
      "peak MB": round(Math.max(...(runs.get(size) ?? []).map(({ peakMB }) => peakMB))),
    },
  ]);
  return Object.fromEntries(figures);
}

async function startFoldStub(folder: string, listens: number) {
  const own = join(folder, `fold-${listens}`);
  await mkdir(own);
  return startStub(own, composeFoldAnswers(listens));
}

/** Runs the update twice: once for its own CPU time, and once for the memory of the process. */
async function runFold(folder: string, env: Record<string, string>): Promise<{ seconds: number; peakMB: number }> {
  const program = "bench/programs/fold.ts";
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  const { peakMB } = await measureProgram([program], folder, env);
  return { seconds: Number.parseFloat(stdout.slice(stdout.lastIndexOf("\n", stdout.length - 2) + 1)), peakMB };
}
