import { afterAll, beforeAll, describe } from "vitest";
import type { Engine } from "../support/engines/engine.ts";
import { findInstalled, type Installed } from "../support/engines/installed.ts";
import { useLog } from "../support/log.ts";
import { useConfiguredService } from "../support/service.ts";
import { useListensTable } from "../support/tables.ts";
import { describePages } from "./pages.ts";
import { describePlayer } from "./player.ts";

/** Runs what is for browsers in an engine, if it is installed. See describePlayer. */
export function describeEngine(name: keyof Installed, beaconSeconds: number): void {
  const start = findInstalled()[name];
  useConfiguredService();
  useListensTable();
  useLog();

  describe.skipIf(!start)(`in ${name}`, () => {
    let engine: Engine | undefined;
    const getEngine = () => {
      if (!engine) throw new Error(`${name} has not started.`);
      return engine;
    };
    beforeAll(async () => {
      engine = await start?.();
    });
    afterAll(() => engine?.close());
    describePlayer(getEngine, beaconSeconds);
    describePages(getEngine);
  });
}
