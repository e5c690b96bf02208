import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../../tests/support/checkout.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { composeStudio } from "../../cli/report/studio-page.ts";
import tools from "../../package.json" with { type: "json" };
import { runCommand } from "../support/command.ts";

const TOOLS = join(ROOT, "retention");

const save = useFolder();

it("docs/studio.html is what the code makes: after a change, run npm run studio", async () => {
  const page = await composeStudio();
  expect(readFileSync(join(ROOT, "retention/docs/studio.html"), "utf8") === page).toBe(true);
});

it("charts -- studio writes the same page", async () => {
  const out = save("studio.html", "");
  expect(await runCommand("charts", ["studio", "--out", out])).toMatchObject({ code: 0 });
  expect(readFileSync(out, "utf8") === (await composeStudio())).toBe(true);
});

it("only what package.json has another file for in browsers knows Node.js", () => {
  const swapped = Object.values(tools.imports).map((swap) => swap.default.slice("./".length));
  const files = globSync("{sources,report,studio}/**/*.ts", { cwd: TOOLS });
  const ofNode = files.filter((file) => /from "node:|\bBuffer\b[.(]/.test(readFileSync(join(TOOLS, file), "utf8")));
  expect(files.length).toBeGreaterThan(200);
  expect(ofNode.filter((file) => !swapped.includes(file))).toEqual([]);
});
