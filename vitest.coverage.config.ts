import { defineConfig } from "vitest/config";
import config from "./vitest.config.ts";

/** Merges what both parts of the tests covered in CI, and holds it against what they must cover. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    reporters: ["dot"],
    coverage: {
      ...config.test?.coverage,
      enabled: true,
      reporter: ["text"],
      thresholds: {
        "{functions,lib}/**": { 100: true },
        "player/*.js": { 100: true },
        "curve/**": { statements: 99, branches: 80, functions: 98, lines: 99 },
        "report/*.ts": { statements: 99, branches: 86, functions: 99, lines: 100 },
        "plugins/**": { statements: 70, branches: 72, functions: 73, lines: 71 },
        "cli/**": { statements: 95, branches: 90, functions: 96, lines: 96 },
      },
    },
  },
});
