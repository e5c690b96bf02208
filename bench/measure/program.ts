import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** What one run of a program took. */
export interface Run {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** The most memory that its process had. */
  readonly peakMB: number;
}

const execute = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Runs a program of this repository in a process of its own, from its start to its end.
 *
 * @param args its path and its arguments, before them options of Node
 * @param folder for a file of measurements
 */
export async function measureProgram(args: readonly string[], folder: string, env: NodeJS.ProcessEnv): Promise<Run> {
  const file = join(folder, "measurements.json");
  const measure = new URL("../programs/measure.ts", import.meta.url).href;
  const start = performance.now();
  await execute(process.execPath, ["--import", measure, ...args], { cwd: root, env: { ...env, MEASURE_FILE: file } });
  const seconds = (performance.now() - start) / 1_000;
  return { seconds, ...JSON.parse(await readFile(file, "utf8")) };
}
