import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../../tests/support/checkout.ts";
import { createChartsProgram } from "../../cli/bin/charts-program.ts";

const NAME = /npm run (?:--silent )?(?:charts|tokens|smoke)\b/;
const COMMENT = /^\s*(?:\/\*\*|\*|\/\/)/;

const FILES = globSync("{operate,retention/cli}/**/*.ts", { cwd: ROOT }).sort();

/** What says what users call each command line. */
const NAMING = ["operate/smoke-program.ts", "operate/tokens-move.ts", "retention/cli/names.ts"];

/** Lists the lines of a file that are neither comments nor imports. */
function readLines(file: string): string[] {
  const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
  return lines.filter((line) => !COMMENT.test(line) && !line.startsWith("import "));
}

it("each command line says in one file what users call it", () => {
  const naming = FILES.filter((file) => readLines(file).some((line) => NAME.test(line)));
  expect(naming).toEqual(NAMING);
});

it("only one file has commands that messages tell people to run; others have examples of their help", () => {
  const naming = FILES.filter((file) => {
    const lines = readLines(file).filter((line) => /\b(?:CHARTS|SILENT_CHARTS|TOKENS|SMOKE)\b/.test(line));
    return lines.some(
      (line) => !/^ {2}\$ |createCommandLine\(|^ {4}SMOKE,$|^(?:export )?const (?:TOKENS|SMOKE) = /.test(line),
    );
  });
  expect(naming).toEqual(["retention/cli/hints.ts", "retention/cli/names.ts"]);
});

it("pages are named where they are, in a checkout and in the package", () => {
  const naming = FILES.filter((file) => readLines(file).some((line) => /\bdocs\/[a-z]/.test(line)));
  expect(naming).toEqual([]);
});

it("a command that is named is loaded alone, and all are listed", async () => {
  const list = async (args: readonly string[]) => (await createChartsProgram(args)).commands.map((one) => one.name());
  expect(await list(["map", "youtube.har"])).toEqual(["map"]);
  expect(await list(["--help"])).toHaveLength(12);
});
