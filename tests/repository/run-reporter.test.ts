import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ROOT } from "../support/checkout.ts";
import { useFolder } from "../support/process.ts";

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
  const test = { globals: true, isolate: false };
  const projects = ["main", "rest"].map((name) => ({ test: { ...test, name, include: [name + "*.test.ts"] } }));
  export default { test: { projects, reporters: [new RunReporter()] } };
`;

/** Leaves out the test in Chromium. */
const FILTER = ["-t", "skipped"];

/**
 * Runs files of tests, in a folder of their own, where PHP is not installed, but a browser is. Returns the lines that the run
 * prints.
 */
async function runFiles(part: string, count: number, variables: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const root = dirname(save("vitest.config.ts", CONFIG));
  for (let file = 0; file < count; file++)
    save(`${part.replace("!rest", "main")}${file}.test.ts`, file < 2 ? TESTS : 'it("is left out, too", () => {});');
  const options = ["run", "--root", root, `--project=${part}`, ...FILTER];
  const command = [join(ROOT, "node_modules/vitest/vitest.mjs"), ...options];
  const env = { PATH: "", CHROME_PATH: process.execPath, ...variables };
  return (await promisify(execFile)(process.execPath, command, { env })).stdout.trim().split("\n");
}

it("a long run says at its beginning how long it takes, and in one line at its end what it left out and skipped", async () => {
  const [first, ...lines] = await runFiles("!rest", 20);
  expect(first).toMatch(/^20 files of tests run now, and .* about \d+ minutes/);
  expect(lines).toEqual([
    "",
    expect.stringMatching(
      /^Left out: three engines, .*, nine of ten runs of long properties \(npm run test:all\)\. Skipped tests: 4 without PHP \(apt-get install php-cli\)\.$/,
    ),
  ]);
});

it("the rest leaves nothing out, and npm run test:all no runs of properties", async () => {
  const skipped = "Skipped tests: 4 without PHP (apt-get install php-cli).";
  expect((await runFiles("rest", 20)).at(-1)).toBe(skipped);
  expect((await runFiles("!rest", 20, { LONG: "true" })).at(-1)).not.toContain("long properties");
});
