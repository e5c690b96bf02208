import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { bundlePage } from "../../../cli/report/page-bundle.ts";
import { makeChart } from "../../support/report.ts";
import { useReport } from "./report-page.ts";

const TITLES = ["Ebb", "Flood"];
const { file, save, open } = useReport(
  TITLES.map((title) => makeChart(title, 100, 40, 600)),
  TITLES.map((title) => ({ title })),
);

const hash = (text: string) => createHash("sha256").update(text).digest("base64");

describeWith("Chromium", "a report whose script fails", () => {
  /** Opens the report in a browser that a script has changed. The page throws once, for a reason, and shows its table. */
  async function expectTable(reason: RegExp, opening: { script?: string; page?: string }) {
    const complaints: string[] = [];
    const page = await open({ hash: "#episode=Ebb", ...opening, complaints });
    await page.getByText("This browser could not draw the curves.").waitFor();
    expect(complaints).toEqual([expect.stringMatching(reason)]);
    expect(await page.locator(".episodes tbody tr:visible").count()).toBe(TITLES.length);
    for (const width of [1_280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.locator("input:visible, .bar button:visible, select:visible").count()).toBe(0);
      expect(await page.locator(":is(.episode, .change, .tray):visible").count()).toBe(0);
    }
  }

  it.each([
    ["while it loads", "delete Intl.Segmenter;", /Segmenter/],
    ["when it begins", "delete window.IntersectionObserver;", /IntersectionObserver/],
    ["while it reads the first curve", "delete window.DecompressionStream;", /DecompressionStream/],
    ["while it draws", "delete Document.prototype.createElementNS;", /createElementNS/],
  ])("says so, and shows the table: %s", async (_, script, reason) => {
    await expectTable(reason, { script });
  });

  it("says so, and shows the table, in a browser that can't read the script", async () => {
    const { script } = await bundlePage();
    const html = readFileSync(file, "utf8")
      .replace(script, () => "let = ;")
      .replace(hash(script), hash("let = ;"));
    await expectTable(/SyntaxError/, { page: save("unreadable.html", html) });
  });

  it("does not say so if something fails later", async () => {
    const complaints: string[] = [];
    const page = await open({ hash: "#episode=Ebb", complaints });
    await page.locator(".curve.slot-0").waitFor();
    await page.evaluate("setTimeout(() => { throw new Error('later') })");
    await expect.poll(() => complaints).toEqual(["Error: later"]);
    expect(await page.getByText("could not draw").isVisible()).toBe(false);
  });

  it("draws where the browser's language is no language tag, as in the locale C", async () => {
    const script = 'Object.defineProperty(Navigator.prototype, "language", { get: () => "C" });';
    const page = await open({ hash: "#episode=Ebb", script });
    await page.locator(".curve.slot-0").waitFor();
  });
});
