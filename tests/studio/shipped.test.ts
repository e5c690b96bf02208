import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadStudio } from "../../cli/report/studio.ts";
import { SWAPPED } from "../../studio/swapped.ts";
import { ROOT } from "../support/checkout.ts";
import { runCommand, useFolder } from "../support/command.ts";

const save = useFolder();

it("docs/studio.html is what the code makes: after a change, run npm run studio", async () => {
  const { page } = await loadStudio();
  expect(readFileSync(join(ROOT, "docs/studio.html"), "utf8") === page).toBe(true);
});

it("charts -- studio writes the same page", async () => {
  const out = save("studio.html", "");
  expect(await runCommand("charts", ["studio", "--out", out])).toMatchObject({ code: 0 });
  expect(readFileSync(out, "utf8") === (await loadStudio()).page).toBe(true);
});

it("only the files that are swapped, and the report of Node's types, know Node.js", () => {
  const files = globSync("{sources,report,studio,curve}/**/*.ts", { cwd: ROOT });
  const ofNode = files.filter((file) => /from "node:|\bBuffer\b[.(]/.test(readFileSync(join(ROOT, file), "utf8")));
  const sessions = "sources/sessions/";
  expect(ofNode.filter((file) => !(file in SWAPPED) && !file.startsWith(sessions))).toEqual([]);
});
