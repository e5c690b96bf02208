import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { max, median } from "d3-array";
import { loadYaml } from "../../local/yaml.ts";
import { type Figures, round } from "../figures.ts";
import { buildBundle } from "../measure/bundle.ts";
import { composeFoldAnswers, type Load } from "../measure/listens.ts";
import { type Stub, startStub } from "../measure/stub.ts";

/** A run without listens shows what Node, the bundle and the requests take. */
const NOTHING: Load = { listens: 0, episodes: 100 };

/** The size that the others are compared with. */
const BASE: Load = { listens: 10_000, episodes: 100 };

/** Usual listens, and the worst that the function listen takes and a fold counts: 500 passages a listen, 50,000 a listener. */
const ONE_EPISODE: readonly Load[] = [
  { listens: 30_000, episodes: 1 },
  { listens: 30_000, episodes: 1, passages: 500 },
  { listens: 30_000, episodes: 1, passages: 500, listensOfListener: 100 },
  { listens: 30_000, episodes: 1, passages: 100, listensOfListener: 500 },
];

const LOADS: readonly Load[] = [
  NOTHING,
  BASE,
  { listens: 100_000, episodes: 100 },
  { listens: 1_000_000, episodes: 100 },
  { listens: 10_000, episodes: 10 },
  { listens: 10_000, episodes: 1_000 },
  ...ONE_EPISODE,
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
  const { functions }: CollectorFile = await loadYaml("deploy/resources/collector/on.yml");
  const { NODE_OPTIONS } = functions.update.environment;
  const runs = new Map(LOADS.map((load): [Load, Run[]] => [load, []]));
  const stubs: (Stub & { load: Load })[] = [];
  // One after another: a million listens take some memory.
  for (const load of LOADS) stubs.push({ load, ...(await startFoldStub(folder, load)) });
  for (let round = 0; round < ROUNDS; round++) {
    for (const { load, env } of stubs) runs.get(load)?.push(await runFold(bundle, { ...env, NODE_OPTIONS }));
  }
  for (const { stop } of stubs) stop();
  const seconds = (load: Load) => median(runs.get(load) ?? [], (run) => run.seconds) ?? Number.NaN;
  const figures = LOADS.map((load) => [
    describeLoad(load),
    {
      "CPU seconds": round(seconds(load)),
      [`of ${BASE.listens}`]: round(seconds(load) / seconds(BASE)),
      ...(load.episodes === 1 && {
        "microseconds a listen": round((1e6 * (seconds(load) - seconds(NOTHING))) / load.listens),
      }),
      "most peak MB": round(max(runs.get(load) ?? [], (run) => run.peakMB) ?? Number.NaN),
    },
  ]);
  return Object.fromEntries(figures);
}

function describeLoad({ listens, episodes, passages, listensOfListener }: Load): string {
  const of = passages === undefined ? "" : ` of ${passages} passages`;
  const each = listensOfListener === undefined ? "" : `, ${listensOfListener} a listener`;
  return `${listens} listens${of}${each}, ${episodes === 1 ? "1 episode" : `${episodes} episodes`}`;
}

async function startFoldStub(folder: string, load: Load): Promise<Stub> {
  const own = await mkdtemp(join(folder, "fold-"));
  return startStub(own, composeFoldAnswers(load));
}

async function runFold(bundle: string, env: Record<string, string>): Promise<Run> {
  const { stdout } = await execute(process.execPath, [program, bundle], { env });
  // The line before is the update's log.
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
}
