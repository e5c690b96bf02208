import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ROOT } from "../support/checkout.ts";
import { useFolder } from "../support/command.ts";

const save = useFolder();

const inSupport = (name: string) => JSON.stringify(join(ROOT, "tests/support", name));

const TESTS = `
  import { describeWith } from ${inSupport("describe-with.ts")};
  describeWith("PHP", "in PHP", () => {
    it("is skipped", () => {});
    describe("within", () => it("is skipped, too", () => {}));
  });
  it("is not skipped", () => {});
  describeWith("Chromium", "in Chromium", () => it("is left out by the filter", () => {}));
`;

const CONFIG = `
  import { RunReporter } from ${inSupport("reporter.ts")};
  export default { test: { globals: true, isolate: false, reporters: [new RunReporter()] } };
`;

/** Leaves out the test in Chromium. */
const FILTER = "skipped";

/** Runs files of tests, in a folder of their own, where PHP is not installed, but a browser is. Returns what the run prints. */
async function runFiles(count: number): Promise<string> {
  const root = dirname(save("vitest.config.ts", CONFIG));
  for (let file = 0; file < count; file++) save(`${file}.test.ts`, TESTS);
  const command = [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--root", root, "-t", FILTER];
  return (await promisify(execFile)(process.execPath, command, { env: { PATH: "", CHROME_PATH: process.execPath } }))
    .stdout;
}

it("a long run says at its beginning how long it takes, and at its end what it skipped and how to get it", async () => {
  const [first, ...lines] = (await runFiles(20)).trim().split("\n");
  expect(first).toMatch(/^20 files of tests run now, and .* about \d+ minutes/);
  expect(lines).toEqual([
    "",
    "Skipped tests of what is not installed here:",
    "- 40 in PHP. To run them: apt-get install php-cli",
  ]);
});
