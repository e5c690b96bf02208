import type { Reporter, TestModule, TestSpecification, TestSuite, Vitest } from "vitest/node";
import { PROGRAMS, type ProgramName } from "./programs.ts";

/** Fewer files end before one wonders whether they go on. */
const MANY = 20;

/** Says of a long run at its beginning how long it takes, and of any run at its end what it skipped, and how to get it. */
export class RunReporter implements Reporter {
  #vitest: Vitest | undefined;
  readonly #skipped = new Map<ProgramName, number>();

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    // After the table of coverage, so that it is the last that one reads.
    vitest.onClose(() => this.#printSkipped());
  }

  onTestRunStart({ length }: readonly TestSpecification[]): void {
    if (length < MANY) return;
    this.#print(
      `${length} files of tests run now, and each is named when it has ended. All of them take about 7 minutes on two cores.\n`,
    );
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const { children } of modules) {
      for (const { parent } of children.allTests("skipped")) {
        const name = findNeed(parent);
        // Tests that a filter leaves out are skipped, too.
        if (name && !PROGRAMS[name].find()) this.#skipped.set(name, (this.#skipped.get(name) ?? 0) + 1);
      }
    }
  }

  #printSkipped(): void {
    if (this.#skipped.size === 0) return;
    const lines = [...this.#skipped].map(
      ([name, count]) => `- ${count} in ${name}. To run them: ${PROGRAMS[name].howTo}`,
    );
    this.#print(["Skipped tests of what is not installed here:", ...lines].join("\n"));
  }

  #print(text: string): void {
    this.#vitest?.logger.log(text);
  }
}

/** Finds what the tests of a suite, or of one around it, need. */
function findNeed(suite: TestSuite | TestModule): ProgramName | undefined {
  const { needs } = suite.meta();
  if (needs) return needs;
  return suite.type === "suite" ? findNeed(suite.parent) : undefined;
}
