import { expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { makeChart } from "../../support/report.ts";
import { useReport } from "./report-page.ts";

/** Strangers write titles, such as a whole transcript. */
const CHAPTERS = Array.from({ length: 40 }, (_, index) => {
  return { time: 90 * index, title: `${index + 1} ${"word ".repeat(2_000)}` };
});
const TITLES = ["Intro", "The long way to Oosterscheldekering", "Oosterscheldekering", "News", "A word from Lumen"];
const NAMED = [0, 60, 500, 1_000, 1_080].map((time, index) => ({ time, title: TITLES[index] ?? "" }));
const { open } = useReport(
  [makeChart("g", 100, 60, 1_200), makeChart("named", 100, 60, 1_200, 1_200)],
  [
    { title: "Tides ".repeat(2_000), listeners: 500, chapters: CHAPTERS },
    { title: "Salt", listeners: 500, chapters: NAMED },
  ],
);

/** The words of the band of which a part alone is to be seen. */
const CUT = `[...document.querySelectorAll(".chapters li :is(.chapter-title, .chapter-value)")].flatMap((element) => {
  if (getComputedStyle(element).opacity === "0") return [];
  const box = element.getBoundingClientRect();
  return [...element.childNodes].filter(({ nodeType }) => nodeType === 3).flatMap((node) =>
    [...node.data.matchAll(/\\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const { top, right, bottom } = range.getBoundingClientRect();
      return top >= box.bottom - 3 || (bottom <= box.bottom + 3 && right <= box.right + 1) ? [] : [word];
    }));
})`;

describeWith("Chromium", "the chapters below a curve", () => {
  it("have no title of which more than 500 characters are measured or laid out", async () => {
    const page = await open({ viewport: { width: 390, height: 800 }, hash: "#episode=g" });
    await expect.poll(() => page.locator(".chapters li").count()).toBe(CHAPTERS.length);
    const lengths = await page.evaluate<number[]>(`[...document.querySelectorAll("main *")].flatMap((element) => [
      ...[...element.childNodes].flatMap((node) => (node.nodeType === 3 ? [node.data.length] : [])),
      ...["title", "aria-label"].map((name) => element.getAttribute(name)?.length ?? 0),
    ])`);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1_000);
    const title = (await page.locator(".title").innerText()).length;
    expect(title).toBeLessThanOrEqual(500);
    const data = await page.evaluate<number[]>(
      `JSON.parse(document.querySelector("#data").text).find(({ guid }) => guid === "g").chapters.map(({ title }) => title.length)`,
    );
    expect(new Set(data)).toEqual(new Set([200]));
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  });

  it("show whole words of titles and values, and none that has no room", async () => {
    const page = await open({ viewport: { width: 1_280, height: 800 }, hash: "#episode=named" });
    await expect.poll(() => page.locator(".chapters li").count()).toBe(NAMED.length);
    expect(await page.locator(".chapters").innerText()).not.toMatch(/−0(?!\.)/);
    for (const width of [1_280, 820, 390]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate<string[]>(CUT)).toEqual([]);
    }
  });
});
