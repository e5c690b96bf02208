import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../support/checkout.ts";

const NAME = /npm run (?:--silent )?(?:charts|tokens|smoke)\b/;
const COMMENT = /^\s*(?:\/\*\*|\*|\/\/)/;

it("only one file says what users call the commands", () => {
  const naming = globSync("cli/**/*.ts", { cwd: ROOT }).filter((file) => {
    const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
    return lines.some((line) => NAME.test(line) && !COMMENT.test(line));
  });
  expect(naming).toEqual(["cli/shell/names.ts"]);
});
