import { defineConfig } from "vitest/config";

/** What `npm run bench` runs: the files that are named, one after another. */
export default defineConfig({
  test: {
    benchmark: { include: ["{bench,retention/bench}/*.bench.ts"] },
    fileParallelism: false,
    testTimeout: 3_600_000,
    onConsoleLog: (log) => !log.startsWith("{"),
  },
});
