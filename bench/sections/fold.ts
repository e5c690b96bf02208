import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { max, median } from "d3-array";
import { loadYaml } from "../../local/declared-tables.ts";
import { type Figures, round } from "../figures.ts";
import { buildBundle } from "../measure/bundle.ts";
import { composeFoldAnswers } from "../measure/listens.ts";
import { type Stub, startStub } from "../measure/stub.ts";

/** What is folded. A run without listens shows what Node, the bundle and the requests take. */
interface Size {
  readonly listens: number;
  readonly episodes: number;
}

/** The size that the others are compared with. */
const BASE: Size = { listens: 10_000, episodes: 100 };

const SIZES: readonly Size[] = [
  { listens: 0, episodes: 100 },
  BASE,
  { listens: 100_000, episodes: 100 },
  { listens: 1_000_000, episodes: 100 },
  { listens: 10_000, episodes: 10 },
  { listens: 10_000, episodes: 1_000 },
];

const ROUNDS = 5;

const execute = promisify(execFile);
const program = fileURLToPath(new URL("../programs/fold.cjs", import.meta.url));

/** What the deployed function runs with. */
interface CollectorFile {
  readonly functions: { readonly update: { readonly environment: { readonly NODE_OPTIONS: string } } };
}

/** One run of the update. */
interface Run {
  /** CPU time without that of starting Node. */
  readonly seconds: number;
  /** Peak memory of the process. */
  readonly peakMB: number;
}

/**
 * Measures the deployed update, which folds a window's listens into charts, against a stub of DynamoDB. Medians of
 * runs that take turns, and the most memory of any.
 */
export async function measureFold(folder: string): Promise<Figures> {
  const bundle = join(folder, "update.cjs");
  await writeFile(bundle, (await buildBundle("functions/update.ts")).outputFiles[0]?.contents ?? "");
  const { functions }: CollectorFile = await loadYaml("resources/collector/on.yml");
  const { NODE_OPTIONS } = functions.update.environment;
  const runs = new Map(SIZES.map((size): [Size, Run[]] => [size, []]));
  const stubs: (Stub & { size: Size })[] = [];
  // One after another: a million listens take some memory.
  for (const size of SIZES) stubs.push({ size, ...(await startFoldStub(folder, size)) });
  for (let round = 0; round < ROUNDS; round++) {
    for (const { size, env } of stubs) runs.get(size)?.push(await runFold(bundle, { ...env, NODE_OPTIONS }));
  }
  for (const { stop } of stubs) stop();
  const seconds = (size: Size) => median(runs.get(size) ?? [], (run) => run.seconds) ?? Number.NaN;
  const figures = SIZES.map((size) => [
    `${size.listens} listens, ${size.episodes} episodes`,
    {
      "CPU seconds": round(seconds(size)),
      [`of ${BASE.listens}`]: round(seconds(size) / seconds(BASE)),
      "most peak MB": round(max(runs.get(size) ?? [], (run) => run.peakMB) ?? Number.NaN),
    },
  ]);
  return Object.fromEntries(figures);
}

async function startFoldStub(folder: string, { listens, episodes }: Size): Promise<Stub> {
  const own = join(folder, `fold-${listens}-${episodes}`);
  await mkdir(own);
  return startStub(own, composeFoldAnswers(listens, episodes));
}

async function runFold(bundle: string, env: Record<string, string>): Promise<Run> {
  const { stdout } = await execute(process.execPath, [program, bundle], { env });
  // The line before is the update's log.
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
}
