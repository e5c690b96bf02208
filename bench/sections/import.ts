import { stat } from "node:fs/promises";
import { join } from "node:path";
import { median } from "d3-array";
import { type Figures, round } from "../figures.ts";
import { measureProgram, type Run } from "../measure/program.ts";
import { saveSessions } from "../measure/sessions.ts";

const PLAN = { sessions: 5_000, episodes: 50, duration: 3_600 };
const ROUNDS = 3;

/**
 * Measures the import of sessions into the embedded DynamoDB, and for comparison a program that only reads the
 * lines and calls JSON.parse on each. Medians of runs that take turns.
 */
export async function measureImport(folder: string): Promise<Figures> {
  const file = join(folder, "sessions.jsonl");
  await saveSessions(file, PLAN);
  const megabytes = (await stat(file)).size / 1e6;
  console.log(`${PLAN.sessions} sessions of ${PLAN.duration} s, ${megabytes.toFixed(0)} MB; ${ROUNDS} rounds`);

  const { PATH } = process.env;
  const env = { PATH, DYNAMODB_FOLDER: join(folder, "dynamodb") };
  const importer = ["cli/bin/charts.ts", "import", "--duration", `${PLAN.duration}`, "--same-duration", file];
  const runs: Record<string, Run[]> = { "JSON.parse of each line": [], import: [] };
  for (let round = 0; round < ROUNDS; round++) {
    runs["JSON.parse of each line"]?.push(await measureProgram(["bench/programs/baseline.ts", file], folder, env));
    runs.import?.push(await measureProgram(importer, folder, env));
  }
  return Object.fromEntries(Object.entries(runs).map(([name, times]) => [name, summarize(times, megabytes)]));
}

function summarize(runs: readonly Run[], megabytes: number): Record<string, number> {
  const seconds = median(runs, (run) => run.seconds) ?? 0;
  return {
    seconds: round(seconds),
    "MB/s": round(megabytes / seconds),
    "CPU seconds": round(median(runs, (run) => run.cpuSeconds) ?? 0),
    "peak MB": round(median(runs, (run) => run.peakMB) ?? 0),
    "most peak MB": round(Math.max(...runs.map((run) => run.peakMB))),
  };
}
