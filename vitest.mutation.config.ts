import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** Tests of what runs in processes of its own, on the code as it is on disk, and those that take long for what they wait for. */
const OTHERS = ["concurrency", "e2e", "faults", "smoke", "template", "tokens"];

export default mergeConfig(
  base,
  defineConfig({
    test: {
      exclude: ["tests/{charts/!(codec),hostile/terminal}.test.ts", ...OTHERS.map((folder) => `tests/${folder}/**`)],
    },
  }),
);
