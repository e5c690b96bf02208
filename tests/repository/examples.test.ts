import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ROOT } from "../support/checkout.ts";

const FILES = globSync("{lib,retention/sources}/**/*.ts", { cwd: ROOT }).filter((file) =>
  readFileSync(join(ROOT, file), "utf8").includes(" * @example\n"),
);

it.each(FILES)("the example in %s prints what its comments say", async (file) => {
  const source = readFileSync(join(ROOT, file), "utf8");
  const [, comment = ""] = /@example\n((?: \*(?: .*)?\n)+?) \*(?:\/| @)/.exec(source) ?? [];
  const example = comment.replace(/^ \* ?/gm, "");
  const expected = Array.from(example.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm), ([, line]) => line);
  const command = ["--input-type=module-typescript", "--eval", example];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  expect(expected).not.toEqual([]);
  // A line of an example may print several.
  expect(stdout.trimEnd().replaceAll("\n", ", ")).toBe(expected.join(", "));
});
