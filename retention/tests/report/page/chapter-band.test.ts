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
  it("have no title of which more than 500 characters are measured or laid out", async () => {
    const page = await open({ viewport: { width: 390, height: 800 } });
    await expect.poll(() => page.locator(".chapters li").count()).toBe(CHAPTERS.length);
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
