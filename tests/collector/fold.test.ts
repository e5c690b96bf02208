import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { useColdStarts } from "../support/cold-starts.ts";
import { startFaultyProxy } from "../support/faulty-proxy.ts";
import { createOwnTables } from "../support/fold/tables.ts";
import { useLog } from "../support/log.ts";
import { countRuns } from "../support/parts.ts";
import { useConfiguredService } from "../support/service.ts";
import { Edge } from "./fold/edge.ts";
import { loadFunctions } from "./fold/functions.ts";
import { ALL_GUIDS, history } from "./fold/history.ts";
import { Operator } from "./fold/operator.ts";
import { takeStep, World } from "./fold/world.ts";

useConfiguredService();
const startCold = useColdStarts();
const log = useLog();

/** For a longer run: FOLD_HISTORIES=1000 npx vitest run tests/collector/fold.test.ts. FOLD_SEED repeats a run. */
const { FOLD_HISTORIES, FOLD_SEED, FOLD_SHRINK } = process.env;
const numRuns = Number(FOLD_HISTORIES ?? countRuns(30));
/** A smaller counterexample takes a long time to find. */
const endOnFailure = FOLD_SHRINK === undefined;
const parameters = { numRuns, endOnFailure, ...(FOLD_SEED && { seed: Number(FOLD_SEED) }) };

const TIMEOUT_MS = 120_000 + numRuns * 30_000;

/** Returns the last evening of the next month. */
function findMonthsEnd(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0, 23, 30);
}

it(
  "the fold counts each second of each listener once, whatever happens meanwhile",
  async () => {
    const proxy = await startFaultyProxy();
    const edge = new Edge(proxy);
    const functions = await loadFunctions(proxy.url, log, startCold);
    const operator = new Operator(proxy.url);
    let folds = 0;
    let time = Date.UTC(2026, 0, 1);
    vi.useFakeTimers({ toFake: ["Date"], now: time });
    try {
      await fc.assert(
        fc.asyncProperty(history, async (steps) => {
          // Containers remember windows and episodes, so time only moves forward.
          time = findMonthsEnd(Math.max(time, Date.now()));
          vi.setSystemTime(time);
          for (const lines of Object.values(log)) lines.length = 0;
          const deleteTables = await createOwnTables();
          const world = new World(edge, functions, operator);
          for (const step of steps) await takeStep(world, step);
          await world.finish(ALL_GUIDS);
          folds += world.model.folds;
          await deleteTables();
        }),
        parameters,
      );
    } finally {
      vi.useRealTimers();
      await proxy.close();
    }
    expect(folds).toBeGreaterThan(numRuns);
  },
  TIMEOUT_MS,
);
