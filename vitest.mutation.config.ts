import { defineConfig } from "vitest/config";
import { keptThread } from "./tests/support/kept-thread.ts";
import { run, shared } from "./vitest.config.ts";

/** Tests that run the code from disk in other processes or in browsers, where it is not mutated, or that take long. */
const EXCLUDED = [
  "{concurrency,e2e,engines,faults,feed,load,package,smoke,template,tokens}/**",
  "collector/fold.test.ts",
  "curve/element.test.ts",
  "hostile/terminal.test.ts",
  "report/{broken,colours,command,everybody,hostile,linked-chapters,numbers,page,rates,scale,shows,source-moments}.test.ts",
];

export default defineConfig({
  plugins: [keptThread],
  test: {
    ...run,
    ...shared,
    setupFiles: ["tests/support/unstub.ts", shared.setupFiles],
    include: ["tests/**/*.test.ts"],
    exclude: EXCLUDED.map((files) => `tests/${files}`),
  },
});
