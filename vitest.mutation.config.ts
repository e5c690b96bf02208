import { defineConfig } from "vitest/config";
import { run, shared } from "./vitest.config.ts";

/** Tests that run the code from disk in other processes, where it is not mutated, or that take long. */
const EXCLUDED = [
  "charts",
  "concurrency",
  "curve",
  "e2e",
  "engines",
  "faults",
  "feed",
  "load",
  "package",
  "smoke",
  "template",
  "tokens",
];

export default defineConfig({
  test: {
    ...run,
    ...shared,
    include: ["tests/**/*.test.ts"],
    exclude: ["tests/{import/!(sessions),hostile/terminal}.test.ts", ...EXCLUDED.map((folder) => `tests/${folder}/**`)],
  },
});
