import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundlePage } from "../../cli/report/bundle.ts";
import { connectBrowser } from "../support/browser.ts";
import { useFolder } from "../support/command.ts";
import { describeWith } from "../support/describe-with.ts";
import { makeChart, saveReport } from "../support/report.ts";

const TITLES = ["Ebb", "Flood"];

const save = useFolder();
const file = save("report.html", "");

const hash = (text: string) => createHash("sha256").update(text).digest("base64");

beforeAll(() =>
  saveReport(
    file,
    TITLES.map((title) => makeChart(title, 100, 40, 600)),
    TITLES.map((title) => ({ title })),
  ),
);

describeWith("Chromium", "a report whose script fails", () => {
  let browser: Awaited<ReturnType<typeof connectBrowser>>;
  beforeAll(async () => {
    browser = await connectBrowser();
  });
  afterAll(() => browser.close());

  /** Opens the report in a browser that a script has changed. Returns what the page threw, too. */
  async function open(script: string, report = file) {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.addInitScript(script);
    await page.goto(pathToFileURL(report).href);
    return { page, errors };
  }

  async function expectTable({ page, errors }: Awaited<ReturnType<typeof open>>, reason: RegExp) {
    await page.getByText("This browser could not draw the curves.").waitFor();
    expect(errors).toEqual([expect.stringMatching(reason)]);
    expect(await page.locator(".list tbody tr:visible").count()).toBe(TITLES.length);
    for (const width of [1_280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.locator("input:visible, .bar button:visible, select:visible").count()).toBe(0);
      expect(await page.locator(":is(.episode, .change, .tray):visible").count()).toBe(0);
    }
    await page.close();
  }

  it.each([
    ["while it loads", "delete Intl.Segmenter;", /Segmenter/],
    ["when it begins", "delete window.IntersectionObserver;", /IntersectionObserver/],
    ["while it reads the first curve", "delete window.DecompressionStream;", /DecompressionStream/],
    ["while it draws", "delete window.Path2D;", /Path2D/],
  ])("says so, and shows the table: %s", async (_, script, reason) => {
    await expectTable(await open(script), reason);
  });

  it("says so, and shows the table, in a browser that can't read the script", async () => {
    const { script } = await bundlePage();
    const html = readFileSync(file, "utf8")
      .replace(script, () => "let = ;")
      .replace(hash(script), hash("let = ;"));
    await expectTable(await open("", save("unreadable.html", html)), /SyntaxError/);
  });

  it("does not say so if something fails later, or nothing does", async () => {
    const { page } = await open("");
    await page.locator(".dot").waitFor();
    await page.evaluate("setTimeout(() => { throw new Error('later') })");
    await page.evaluate("new Promise((resolve) => setTimeout(resolve))");
    expect(await page.getByText("could not draw").isVisible()).toBe(false);
    await page.close();
  });

  it("draws where the browser's language is no language tag, as in the locale C", async () => {
    const language = 'Object.defineProperty(Navigator.prototype, "language", { get: () => "C" });';
    const { page, errors } = await open(language);
    await page.locator(".dot").waitFor();
    expect(errors).toEqual([]);
    await page.close();
  });
});
