import { expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { makeChart } from "../../support/report.ts";
import { useReport } from "./report-page.ts";

/** Strangers write titles, such as a whole transcript. */
const CHAPTERS = Array.from({ length: 40 }, (_, index) => {
  return { time: 90 * index, title: `${index + 1} ${"word ".repeat(2_000)}` };
});
const { open } = useReport(
  [makeChart("g", 100, 60, 1_200)],
  [{ title: "Tides ".repeat(2_000), listeners: 500, chapters: CHAPTERS }],
);

describeWith("Chromium", "the chapters below a curve", () => {
  it("are one tab stop, in which arrow keys, Home and End move", async () => {
    const page = await open();
    const getFocused = () => page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? ''");
    const stops = "[...document.querySelectorAll('.strip button')].filter(({ tabIndex }) => tabIndex === 0).length";
    await expect.poll(() => page.locator(".strip button").count()).toBe(CHAPTERS.length);
    expect(await page.evaluate(stops)).toBe(1);
    // The largest drop-off is in the 14th chapter.
    await page.locator(".strip [tabindex='0']").focus();
    expect(await getFocused()).toMatch(/^14 word/);
    for (const [key, number] of [
      ["ArrowRight", 15],
      ["ArrowLeft", 14],
      ["End", 40],
      ["ArrowRight", 40],
      ["Home", 1],
      ["ArrowUp", 1],
      ["ArrowDown", 2],
    ] as const) {
      await page.keyboard.press(key);
      expect(await getFocused()).toMatch(new RegExp(`^${number} word`));
    }
    expect(await page.evaluate(stops)).toBe(1);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.className")).toBe("position");
    await page.keyboard.press("Shift+Tab");
    expect(await getFocused()).toMatch(/^2 word/);
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).hash).toContain("zoom=90-180");
    expect(await getFocused()).toMatch(/^2 word/);
  });

  it("have no title of which more than 500 characters are measured or laid out", async () => {
    const page = await open({ viewport: { width: 390, height: 800 } });
    await expect.poll(() => page.locator(".chapters tbody tr").count()).toBe(CHAPTERS.length);
    const lengths = await page.evaluate<number[]>(`[...document.querySelectorAll("main *")].flatMap((element) => [
      ...[...element.childNodes].flatMap((node) => (node.nodeType === 3 ? [node.data.length] : [])),
      ...["title", "aria-label"].map((name) => element.getAttribute(name)?.length ?? 0),
    ])`);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1_000);
    const title = (await page.locator(".title").innerText()).length;
    expect(title).toBeLessThanOrEqual(500);
    const data = await page.evaluate<number[]>(
      `JSON.parse(document.querySelector("#data").text)[0].chapters.map(({ title }) => title.length)`,
    );
    expect(new Set(data)).toEqual(new Set([200]));
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  });
});
