import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { runCommand, useFolder } from "../support/command.ts";
import { importFiles } from "../support/import.ts";
import { callCharts, getAdminToken, readEvent, useConfiguredService } from "../support/service.ts";

useConfiguredService();
const save = useFolder();

/** The fullest bin of the sample has nine plays. */
function sample(guid: string): string {
  const text = readFileSync(new URL("formats/apple.json", import.meta.url), "utf8");
  return save(`${guid}.json`, text.replace("urn:example:ep-7", guid));
}

it("Apple's plays are kept as the listeners of its curve, and come back from an export", async () => {
  expect(await importFiles(sample("plays"))).toMatchObject({ code: 0 });
  const body = JSON.stringify({ guid: "plays", source: "apple" });
  const { headers } = await callCharts(readEvent("charts-source", { adminToken: await getAdminToken(), body }));
  expect(headers).toMatchObject({ "Chart-Source": "apple", "Chart-Listeners": "9" });
  const { stdout } = await runCommand("charts", ["export", "plays"]);
  expect(JSON.parse(stdout)).toMatchObject({ source: "apple", listeners: 9 });
});

it("a curve of few plays is left out with --min-listeners", async () => {
  const { stdout } = await importFiles("--min-listeners", "10", sample("few plays"));
  expect(stdout).toContain("1 left out with too few listeners");
});
