import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyAll, makeEnvironment } from "../support/checkout.ts";
import { runProcess } from "../support/process.ts";

let copy: Awaited<ReturnType<typeof copyAll>>;

beforeAll(async () => {
  copy = await copyAll("retention");
});

afterAll(() => copy.remove());

/** Runs a program of node_modules in the copy. */
async function run(program: string, ...args: string[]): Promise<{ readonly code: number; readonly output: string }> {
  const { folder } = copy;
  const command = [join(folder, "node_modules", program), ...args];
  const { code, stdout, stderr } = await runProcess(process.execPath, command, {
    cwd: folder,
    env: makeEnvironment(folder),
  });
  return { code, output: stdout + stderr };
}

/** Whether it starts, is invoked and is packaged without them: so do all tests that use `copyCheckout`. */
describe("the service without retention/", () => {
  it("has its types, those of its tests included", async () => {
    expect(await run("typescript/bin/tsc")).toEqual({ code: 0, output: "" });
  });

  it("passes its tests", async () => {
    const files = ["rooms", "pages", "licences"].map((name) => `tests/repository/${name}.test.ts`);
    const command = [
      "run",
      "--project=service",
      ...files,
      "tests/contract/openapi.test.ts",
      "tests/contract/token.test.ts",
      "tests/operate",
    ];
    const { code, output } = await run("vitest/vitest.mjs", ...command);
    expect({ code, failed: output.match(/^.*FAIL.*$/gm) }).toEqual({ code: 0, failed: null });
    expect(output).toMatch(/Test Files .*passed/);
  });
});
