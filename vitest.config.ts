import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { REST } from "./tests/support/parts.ts";
import { RunReporter } from "./tests/support/reporter.ts";

/** What every project of tests has. */
export const shared = {
  setupFiles: "tests/support/log-guard.ts",
  unstubEnvs: true,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  maxConcurrency: 4,
};

/** What a run of tests has. */
export const run = {
  globalSetup: ["dynamodb", "programs", "shared"].map((name) => `tests/support/${name}-setup.ts`),
  // Neither part of the tests covers all: tests/vitest.coverage.config.ts merges what both write in CI.
  reporters: ["default", new RunReporter(), ...(process.env.CI ? ["blob"] : [])],
  // Hidden, because there is a line for each admin token.
  onConsoleLog: (log: string) => !log.includes('"message":"Admin token issued"'),
};

const LATER = Object.values(REST);

/** Tests of the tools that load the functions anew, beside another DynamoDB or at another time. */
const ANEW = ["retention/tests/collector/**/*.test.ts", "retention/tests/charts/first-release.test.ts"];

export default defineConfig({
  test: {
    ...run,
    // Many files wait for time-outs and for other processes more than they compute.
    maxWorkers: 2 * availableParallelism(),
    projects: [
      // Its tests change modules: the functions' memory of keys, windows and episodes, or a module that is loaded anew.
      { test: { ...shared, name: "service", include: ["tests/**/*.test.ts"], exclude: LATER } },
      // Its tests leave modules as they were, so that the next file need not load them again.
      {
        test: {
          ...shared,
          name: "retention",
          include: ["retention/tests/**/*.test.ts"],
          exclude: [...LATER, ...ANEW],
          isolate: false,
        },
      },
      { test: { ...shared, name: "retention-anew", include: ANEW, exclude: LATER } },
      { test: { ...shared, name: "rest", include: LATER } },
    ],
    coverage: {
      enabled: Boolean(process.env.CI),
      // Counts in the files below alone. V8's own counting slows down the packages that they use, and the tests.
      provider: "istanbul",
      include: [
        "functions/**",
        "lib/**",
        "player/*.js",
        "{deploy,local,operate}/**/*.ts",
        "retention/{cli,sources,report/curve}/**/*.ts",
        "retention/report/{*,{make,since}/*}.ts",
      ],
      // Runs in a browser alone, as retention/report/page does.
      exclude: ["retention/report/curve/element/**"],
      reporter: [],
    },
  },
});
