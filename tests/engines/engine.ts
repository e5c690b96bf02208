import { afterAll, beforeAll } from "vitest";
import { describeWith } from "../support/describe-with.ts";
import type { Engine } from "../support/engines/engine.ts";
import { ENGINES } from "../support/engines/installed.ts";
import { startWithLimits } from "../support/engines/limits.ts";
import { useLog } from "../support/log.ts";
import { useConfiguredService } from "../support/service.ts";
import { useListensTable } from "../support/tables.ts";
import { describePages } from "./pages.ts";
import { describePlayer } from "./player.ts";
import { describeStudio } from "./studio.ts";

/** Runs what is for browsers in an engine, if it is installed. See describePlayer. */
export function describeEngine(name: keyof typeof ENGINES, beaconSeconds: number): void {
  useConfiguredService();
  useListensTable();
  useLog();

  describeWith(name, `in ${name}`, () => {
    let engine: Engine | undefined;
    const getEngine = () => {
      if (!engine) throw new Error(`${name} has not started.`);
      return engine;
    };
    beforeAll(async () => {
      engine = await startWithLimits(name, ENGINES[name]);
    });
    afterAll(() => engine?.close());
    describePlayer(getEngine, beaconSeconds);
    describePages(getEngine);
    describeStudio(getEngine);
  });
}
