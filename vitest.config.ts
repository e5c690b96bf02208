import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: ["tests/support/dynamodb-setup.ts", "tests/support/browser-setup.ts"],
    setupFiles: "tests/support/log-guard.ts",
    unstubEnvs: true,
    // Hidden, because there is a line for each admin token.
    onConsoleLog: (log) => !log.includes('"message":"Admin token issued"'),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    maxConcurrency: 2,
    // Some files wait for time-outs and for other processes more than they compute.
    maxWorkers: availableParallelism() + 1,
    coverage: {
      include: ["functions/**", "lib/**", "player/*.js"],
      reporter: ["text"],
      thresholds: { 100: true },
    },
  },
});
