import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import type { Code } from "../../sources/base/codes.ts";
import { fact } from "../support/facts.ts";
import { importFiles, readChart } from "../support/import.ts";

const save = useFolder();

const CHART = { guid: "urn:of-a-saved-report", duration: 60, data: [{ time: 0, percentage: 100 }] };

/** Composes a saved report of the studio. */
function compose(head: unknown, lines: string, version = 1): string {
  const gzip = gzipSync(`${JSON.stringify(head)}\n${lines}`).toString("base64");
  return `<!doctype html>\n<script type="application/json" id="studio">${JSON.stringify({ version, gzip })}</script></body>`;
}

describe("charts -- import, of a saved report", () => {
  it("writes its curves", async () => {
    const file = save("saved.html", compose({ savedAt: "2026-11-01T00:00:00Z" }, `${JSON.stringify(CHART)}\n`));
    expect(await importFiles(file)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 chart written/) });
    expect(await readChart(CHART.guid)).toEqual(CHART);
  });

  it.each<[string, string, Code]>([
    ["another page", "<!doctype html><p>Hello", "no-saved-report"],
    ["of a later version", compose({}, "", 2), "later-report"],
    ["damaged", compose({}, "").replace('"gzip":"H', '"gzip":"!'), "damaged-report"],
    ["of too many choices", compose({ choices: Array(100_001).fill(["k", "g"]) }, ""), "damaged-report"],
    ["empty", compose({}, ""), "empty-file"],
  ])("is refused: %s", async (_, page, code) => {
    expect(await importFiles(save("bad.html", page))).toMatchObject({ code: 1, refusals: [fact(code)] });
  });
});
