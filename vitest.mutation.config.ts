import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** Tests that run the code from disk in other processes, where it is not mutated, or that take long. */
const EXCLUDED = ["concurrency", "e2e", "faults", "load", "smoke", "template", "tokens"];

export default mergeConfig(
  base,
  defineConfig({
    test: {
      exclude: ["tests/{charts/!(codec),hostile/terminal}.test.ts", ...EXCLUDED.map((folder) => `tests/${folder}/**`)],
    },
  }),
);
