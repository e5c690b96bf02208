import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../support/checkout.ts";

type Service = typeof import("@actions/languageservice");

/** GitHub's own language service, and the package of its documents. */
type Linter = Service & {
  readonly TextDocument: {
    create(uri: string, language: string, version: number, text: string): Parameters<Service["validate"]>[0];
  };
};

const CONTENTS = 'export * from "@actions/languageservice"; export * from "vscode-languageserver-textdocument";';

/** The service has to be bundled: it imports JSON without saying that it is JSON. What it depends on is found from its folder. */
const resolveDir = dirname(fileURLToPath(import.meta.resolve("@actions/languageservice")));

const { outputFiles } = await build({
  stdin: { contents: CONTENTS, resolveDir },
  bundle: true,
  format: "esm",
  mainFields: ["module", "main"],
  write: false,
});
const bundle = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
const { TextDocument, validate }: Linter = await import(`data:text/javascript;base64,${bundle}`);

/** Checks a workflow under a new name, because the linter keeps what it has parsed by name. */
async function lint(yaml: string): Promise<string[]> {
  const findings = await validate(TextDocument.create(`file:///${randomUUID()}.yml`, "yaml", 0, yaml));
  return findings.map(({ message }) => (typeof message === "string" ? message : message.value));
}

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

const FILES = globSync("{.github/workflows,docs/examples/github}/*.yml", { cwd: ROOT });

describe("a workflow", () => {
  it.each(FILES)("has nothing that GitHub would refuse: %s", async (path) => {
    expect(await lint(read(path))).toEqual([]);
  });

  it.each([
    ["timeout-minutes", "timeout", "Unexpected value 'timeout'"],
    ["matrix.node", "matrix.nod", "Context access might be invalid: nod"],
    ["contents: read", "contents: reads", "Unexpected value 'reads'"],
  ])("is refused with %s changed to %s", async (from, to, finding) => {
    expect(await lint(read(".github/workflows/check.yml").replace(from, to))).toContain(finding);
  });

  it("publishes the studio of the latest release alone, whichever job is run again", () => {
    const { jobs } = parse(read(".github/workflows/release.yml"));
    const [guard, ...others]: { run?: string }[] = jobs.pages.steps;
    expect(others.some(({ run = "" }) => run.includes("git push"))).toBe(true);
    const isRun = (tag: string) =>
      spawnSync("sh", ["-c", `gh() { echo v1.10.0; }\n${guard?.run}`], { env: { GITHUB_REF_NAME: tag } }).status === 0;
    expect(["v1.10.0", "v1.9.0", ""].filter(isRun)).toEqual(["v1.10.0"]);
  });
});
