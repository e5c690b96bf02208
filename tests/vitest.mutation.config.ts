import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { run, shared } from "../vitest.config.ts";
import { keptThread } from "./support/kept-thread.ts";

/**
 * Tests that run the code from disk in other processes or in browsers, where it is not mutated, or that take long. Those of
 * licences refuse the packages of Stryker.
 */
const EXCLUDED = [
  "tests/contract/{failing-dynamodb,load,over-http}.test.ts",
  "tests/deploy/{alarms,filters,packages,policies,runbooks,schema,stages,template,through-the-framework}.test.ts",
  "tests/{examples,player/engines}/**",
  "tests/{repository/alone,start/{running,start}}.test.ts",
  "tests/operate/{revoke,smoke}.test.ts",
  "tests/repository/licences.test.ts",
  "retention/tests/{engines,package}/**",
  "retention/tests/import/read-meanwhile.test.ts",
  "retention/tests/register/{items,many-items,published,saved-by-browsers}.test.ts",
  "tests/collector/fold.test.ts",
  "retention/tests/cli/{hints,terminal}.test.ts",
  "retention/tests/report/{page/*,curve/element{,-bundle},command,linked-chapters,{,show-change-}rates}.test.ts",
];

/** Begins with the tests that noticed the mutant before, which often was in the same line; then the shortest come first. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => {
      const { failed = false, duration = 0 } = this.ctx.cache.getTestSpecificationResult(file) ?? {};
      return failed ? -1 : duration;
    };
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  plugins: [keptThread],
  test: {
    ...run,
    ...shared,
    setupFiles: ["tests/support/stryker-setup.ts", shared.setupFiles],
    include: ["{tests,retention/tests}/**/*.test.ts"],
    exclude: EXCLUDED,
    sequence: { sequencer: QuickestFirst },
  },
});
