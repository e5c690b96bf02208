import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeEnvironment, ROOT, TEMPORARY } from "../support/checkout.ts";
import { runProcess } from "../support/process.ts";

/** What a host may delete, and what is no part of a checkout. */
const LEFT_OUT = ["retention", "node_modules", ".git", ".dynamodb", ".serverless", ".vitest", "coverage"];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "performance-data-"));
  const filter = (path: string) => !LEFT_OUT.some((name) => path === join(ROOT, name));
  await cp(ROOT, folder, { recursive: true, filter });
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  await mkdir(join(folder, TEMPORARY));
});

afterAll(() => rm(folder, { recursive: true }));

/** Runs a program of node_modules in the copy. */
async function run(program: string, ...args: string[]): Promise<{ readonly code: number; readonly output: string }> {
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
