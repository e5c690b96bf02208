import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
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

  it.each([
    [
      "other.html",
      "<!doctype html><p>Hello",
      "It is a web page, and no report with data. Save the platform's JSON answer or CSV export, or take a saved report.",
    ],
    ["newer.html", compose({}, "", 2), "A later version has saved this report."],
    ["damaged.html", compose({}, "").replace('"gzip":"H', '"gzip":"!'), "The data of this saved report are damaged."],
    [
      "many.html",
      compose({ choices: Array(100_001).fill(["k", "g"]) }, ""),
      "The data of this saved report are damaged.",
    ],
    ["empty.html", compose({}, ""), "It is empty."],
  ])("is refused in a sentence: %s", async (name, page, reason) => {
    const outcome = await importFiles(save(name, page));
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining(`${name}: ${reason}`) });
  });
});
