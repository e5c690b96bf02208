import type { Reporter, TestModule, TestSpecification, TestSuite, Vitest } from "vitest/node";
import { LONG, REST } from "./parts.ts";
import { PROGRAMS, type ProgramName } from "./programs.ts";

/** Fewer files end before one wonders whether they go on. */
const MANY = 20;

/** Says of a long run at its beginning how long it takes, and in its last line what it left out or skipped, and how to get it. */
export class RunReporter implements Reporter {
  #vitest: Vitest | undefined;
  #leftOut: readonly string[] = [];
  readonly #skipped = new Map<ProgramName, number>();

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    // After the summary, so that it is the last that one reads.
    vitest.onClose(() => this.#printRest());
  }

  onTestRunStart({ length }: readonly TestSpecification[]): void {
    if (length < MANY) return;
    const isMain = this.#vitest?.config.project.includes("!rest");
    if (isMain) this.#leftOut = [...Object.keys(REST), ...(LONG ? [] : ["nine of ten runs of long properties"])];
    this.#print(
      `${length} files of tests run now, and each is named when it has ended. ${isMain ? "It takes about 3 minutes on two cores.\n" : ""}`,
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

  #printRest(): void {
    const leftOut = this.#leftOut.length > 0 ? [`Left out: ${this.#leftOut.join(", ")} (npm run test:all).`] : [];
    const skipped = [...this.#skipped].map(([name, count]) => `${count} without ${name} (${PROGRAMS[name].howTo})`);
    const lines = [...leftOut, ...(skipped.length > 0 ? [`Skipped tests: ${skipped.join(", ")}.`] : [])];
    if (lines.length > 0) this.#print(lines.join(" "));
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
