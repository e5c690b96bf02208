import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const FILES = [
  "lib/api.ts",
  "lib/episode/counts.ts",
  "lib/duration.ts",
  "lib/episode/packed-chart.ts",
  "retention/sources/formats/format.ts",
];

it.each(FILES)("the example in %s prints what its comments say", async (file) => {
  const source = await readFile(file, "utf8");
  const [, comment = ""] = /@example\n((?: \*(?: .*)?\n)+?) \*(?:\/| @)/.exec(source) ?? [];
  const example = comment.replace(/^ \* ?/gm, "");
  const expected = Array.from(example.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm), ([, line]) => line);
  const command = ["--input-type=module-typescript", "--eval", example];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  expect(expected).not.toEqual([]);
  expect(stdout.trimEnd().split("\n")).toEqual(expected);
});
