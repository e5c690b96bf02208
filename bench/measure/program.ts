import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Time and memory that one run of a program took. */
export interface Run {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Peak resident memory of the process. */
  readonly peakMB: number;
}

const execute = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Runs a program of this repository in a new process, and measures it.
 *
 * @param args options of Node, the program's path, and its arguments
 * @param folder gets a file of measurements
 */
export async function measureProgram(args: readonly string[], folder: string, env: NodeJS.ProcessEnv): Promise<Run> {
  const file = join(folder, "measurements.json");
  const measure = new URL("../programs/measure.ts", import.meta.url).href;
  const start = performance.now();
  await execute(process.execPath, ["--import", measure, ...args], { cwd: root, env: { ...env, MEASURE_FILE: file } });
  const seconds = (performance.now() - start) / 1_000;
  return { seconds, ...JSON.parse(await readFile(file, "utf8")) };
}
