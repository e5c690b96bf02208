import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { NODE_COMPILE_CACHE } from "./tests/support/checkout.ts";
import { REST } from "./tests/support/parts.ts";
import { RunReporter } from "./tests/support/reporter.ts";

// For workers, and the programs that tests start, however one starts Vitest.
process.env.NODE_COMPILE_CACHE ??= NODE_COMPILE_CACHE;

/** What every project of tests has. */
export const shared = {
  setupFiles: "tests/support/file-setup.ts",
  unstubEnvs: true,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  maxConcurrency: 4,
};

/** What a run of tests has. */
export const run = {
  globalSetup: ["dynamodb", "programs", "shared"].map((name) => `tests/support/${name}-setup.ts`),
  // Neither part of the tests covers all: tests/vitest.coverage.config.ts merges what both write with STRICT_TESTS.
  reporters: ["default", new RunReporter(), ...(process.env.STRICT_TESTS ? ["blob"] : [])],
  // Hidden, because there is a line for each admin token.
  onConsoleLog: (log: string) => !log.includes('"message":"Admin token issued"'),
};

const LATER = Object.values(REST);

/** Files whose tests watch all servers of a process, which each of them has to itself. */
const WATCHING = "tests/start/{foreign-requests,foreign-requests-cors,request-lines}.test.ts";

export default defineConfig({
  test: {
    ...run,
    // A file waits at times for time-outs or other processes, and each worker loads all modules.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // Their tests leave modules as they were, so that the next file need not load them again.
      {
        test: {
          ...shared,
          name: "service",
          include: ["tests/**/*.test.ts"],
          exclude: [...LATER, WATCHING],
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: "retention",
          include: ["retention/tests/**/*.test.ts"],
          exclude: LATER,
          isolate: false,
        },
      },
      { test: { ...shared, name: "watching-service", include: [WATCHING] } },
      // These files wait for browsers and deployments more than they compute.
      {
        test: {
          ...shared,
          name: "rest",
          include: LATER,
          maxWorkers: 2 * availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
    ],
    coverage: {
      enabled: Boolean(process.env.STRICT_TESTS),
      // Counts in the files below alone. V8's own counting slows down the packages that they use, and the tests.
      provider: "istanbul",
      include: [
        "functions/**",
        "lib/**",
        "player/*.js",
        "{deploy,local,operate}/**/*.ts",
        "retention/{cli,sources,report/curve}/**/*.ts",
        "retention/report/{usual,episode,words,show,since,make}/*.ts",
      ],
      // Runs in a browser alone, as retention/report/page does.
      exclude: ["retention/report/curve/element/**"],
      reporter: [],
    },
  },
});
