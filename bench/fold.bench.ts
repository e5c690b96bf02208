import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { loadYaml } from "../local/yaml.ts";
import { comparePrograms, makeFolder, printTable, saveBundle } from "./compare.ts";
import { composeFoldAnswers, type Load } from "./listens.ts";
import { buildBundle } from "./measure/function-bundle.ts";
import { startStub } from "./stub.ts";

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

/** What the deployed function runs with. */
interface CollectorFile {
  readonly functions: { readonly update: { readonly environment: { readonly NODE_OPTIONS: string } } };
}

// The deployed update, which folds a window's listens into charts, against a stub of DynamoDB.
test("fold", async ({ bench }) => {
  const folder = makeFolder();
  const bundle = await saveBundle(folder, await buildBundle("functions/update.ts"));
  const { functions }: CollectorFile = await loadYaml("deploy/resources/collector/on.yml");
  const { NODE_OPTIONS } = functions.update.environment;
  const programs: Record<string, Parameters<typeof comparePrograms>[2][string]> = {};
  // One after another: a million listens take some memory.
  for (const load of LOADS) {
    const { env } = await startStub(mkdtempSync(join(folder, "fold-")), composeFoldAnswers(load));
    programs[describeLoad(load)] = { args: ["bench/programs/invoke.cjs", bundle], env: { ...env, NODE_OPTIONS } };
  }
  const runs = await comparePrograms(bench, ROUNDS, programs);
  const seconds = (load: Load) => Number(runs[describeLoad(load)]?.seconds);
  const rows = LOADS.map((load) => {
    const each = (1e6 * (seconds(load) - seconds(NOTHING))) / load.listens;
    const figures = {
      "CPU seconds": seconds(load),
      [`of ${BASE.listens}`]: seconds(load) / seconds(BASE),
      ...(load.episodes === 1 && { "microseconds a listen": each }),
      "most peak MB": Number(runs[describeLoad(load)]?.peakMB),
    };
    return [describeLoad(load), figures];
  });
  printTable(Object.fromEntries(rows));
});

function describeLoad({ listens, episodes, passages, listensOfListener }: Load): string {
  const of = passages === undefined ? "" : ` of ${passages} passages`;
  const each = listensOfListener === undefined ? "" : `, ${listensOfListener} a listener`;
  return `${listens} listens${of}${each}, ${episodes === 1 ? "1 episode" : `${episodes} episodes`}`;
}
