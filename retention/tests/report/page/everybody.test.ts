import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { findViolations } from "../../support/browser.ts";
import { makeChart, saveDemo, saveReport } from "../../support/report.ts";
import { useReport } from "./report-page.ts";

const TITLES = ["Ebb", "Flood", "A title that goes on ".repeat(30), "Spring", "Neap", "Fog"];
const CHARTS = TITLES.map((_, index) => makeChart(`urn:${index}`, 100, 10 + 10 * index, 600 + 100 * index));
const ALL = `#${CHARTS.map(({ guid }) => `episode=${guid}`).join("&")}`;

const { open, save } = useReport(
  CHARTS,
  TITLES.map((title, index) => ({ title, listeners: 500, date: `2026-01-0${9 - index}` })),
);

/** Saves a report whose table has all columns, with the widest numbers there can be: 18 hours, and millions of replays. */
async function saveWidest(shows: readonly string[]): Promise<string> {
  const duration = 64_799;
  const charts = Array.from({ length: 16 }, (_, index) => {
    const [drop, skip] = [50_000 + index, 40_000 + index];
    const data = Array.from({ length: 1_080 }, (_, minute) => {
      const time = 60 * minute;
      return { time, percentage: time < drop ? (time >= skip && time < skip + 300 ? 1 : 100) : index ? 30 : 0.4 };
    });
    return { guid: `urn:${index}`, duration, data };
  });
  const details = charts.map((_, index) => ({
    title: index ? "Fog" : "A title that goes on ".repeat(9),
    date: `2026-01-${10 + index}`,
    ...(shows.length > 0 && { show: shows[index % shows.length] ?? "" }),
    ...{ listeners: 98_765_432, heard: 64_000, source: index === 1 ? "spotify" : "youtube" },
  }));
  const file = save(`widest-${shows.length}.html`, "");
  await saveReport(file, charts, details);
  return file;
}

/** Reads the focused element, the style of its outline, and whether it is in sight. */
const FOCUS = `((element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + height / 2);
  const name = [element.tagName, element.className, element.type].join(" ");
  return [name, getComputedStyle(element).outlineStyle, element.contains(seen) || (seen?.contains(element) ?? false)];
})(document.activeElement)`;

const readStyle = (page: Page, selector: string, property: string) =>
  page.evaluate(`getComputedStyle(document.querySelector("${selector}")).${property}`);

describeWith("Chromium", "the page of a report, for everybody,", () => {
  it.each([
    ["light", 1_280],
    ["dark", 1_280],
    ["light", 360],
    ["dark", 360],
  ] as const)("has no violation that axe finds, in %s, %i px wide", async (colorScheme, width) => {
    for (const hash of ["", ALL, "#episode=urn:2", "#date=2026-01-06"]) {
      const page = await open({ colorScheme, viewport: { width, height: 800 }, hash });
      if (hash.includes("episode")) await page.locator(".chart svg").waitFor();
      expect(await findViolations(page), hash).toEqual([]);
    }
  });

  it("describes the curve in words", async () => {
    const page = await open({ hash: "#episode=urn:0" });
    await page.locator(".chart svg").waitFor();
    const id = await page.locator(".chart").getAttribute("aria-describedby");
    expect(await page.locator(`#${id}`).textContent()).toBe(
      "Ebb: Length: 1:00:00. Average: 25\u00a0% of the peak. Still there: 100\u00a0% after 30 s, 100\u00a0% after 1 min, 100\u00a0% after 5 min, 10\u00a0% after 20 min, 10\u00a0% in the last 5\u00a0%. 1. 90\u00a0% of those present drop off between 10:00 and 10:05 (450 of 500): 100 → 10\u00a0%.",
    );
  });

  it("shows the focus on every element that can have it, and hides none behind others", async () => {
    for (const hash of ["", ALL]) {
      const page = await open({ hash });
      if (hash !== "") await page.locator(".chart svg").waitFor();
      const stops = new Set<string>();
      for (let stop = 0; stop < 60; stop++) {
        await page.keyboard.press("Tab");
        const [name, outline, isSeen] = (await page.evaluate(FOCUS)) as [string, string, boolean];
        if (name.startsWith("BODY")) break;
        expect([name, outline, isSeen]).toEqual([name, "solid", true]);
        stops.add(name);
      }
      expect(stops.size, [...stops].join()).toBeGreaterThan(4);
    }
  });

  it("breaks no word of a head at its hyphen", async () => {
    const page = await open();
    const broken = `[...document.querySelectorAll(".episodes thead th")].filter((head) => {
      const walker = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
      const text = walker.nextNode();
      const at = text?.data.indexOf("-") ?? -1;
      if (at < 0 || !head.checkVisibility()) return false;
      const [before, after] = [at, at + 1].map((place) => {
        const range = document.createRange();
        range.setStart(text, place);
        range.setEnd(text, place + 1);
        return range.getBoundingClientRect().top;
      });
      return after > before;
    }).length`;
    const found: number[] = [];
    for (let width = 1_060; width <= 1_400; width += 20) {
      await page.setViewportSize({ width, height: 900 });
      if ((await page.evaluate<number>(broken)) > 0) found.push(width);
    }
    expect(found).toEqual([]);
  });

  it.each([320, 360, 768, 900, 1_080, 1_280, 3_840])("fits a screen of %i px", async (width) => {
    const page = await open({ viewport: { width, height: 900 }, hash: ALL });
    await page.locator(".chart svg").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    expect((await page.locator(".chart svg").boundingBox())?.width).toBeGreaterThan(Math.min(width, 900) * 0.6);
  });

  it.each([
    ["one show", []],
    ["two shows", ["Tides", "The long name of a show about the sea, and all of its harbours"]],
  ])(
    "never scrolls sideways between 320 and 1,920 px, whatever the font and the numbers, with %s",
    async (_, shows) => {
      const page = await open({ page: await saveWidest(shows) });
      const table = await page.locator(".episodes table").textContent();
      for (const text of ["98,765,432", "13:53:"]) expect(table).toContain(text);
      const scrolled: unknown[] = [];
      const heads = new Set<number>();
      for (const font of ["", "serif", "monospace"]) {
        await page.evaluate(`document.documentElement.style.fontFamily = "${font}"`);
        for (let width = 320; width <= 1_920; width += 20) {
          await page.setViewportSize({ width, height: 900 });
          const over = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
          if (over > 0) scrolled.push([font, width, over]);
          heads.add(await page.locator(".episodes thead th:visible").count());
        }
      }
      expect(scrolled).toEqual([]);
      // Rows are cards, or a table with all columns.
      expect(heads).toContain(0);
      expect(heads).toContain(await page.locator(".episodes thead th").count());
      expect(heads.size).toBe(2);
    },
  );

  it.each(["light", "dark"] as const)("prints the table dark on white: %s", async (colorScheme) => {
    const page = await open({ colorScheme });
    await page.emulateMedia({ media: "print", colorScheme });
    expect(await readStyle(page, "html", "backgroundColor")).toBe("rgb(255, 255, 255)");
    expect(await page.locator(".episodes tbody tr:visible").count()).toBe(TITLES.length);
    expect(await page.locator("input:visible, .bar button:visible").count()).toBe(0);
  });

  it("says without JavaScript what is missing, and shows the table", async () => {
    const page = await open({ javaScriptEnabled: false });
    const noscript = page.locator("noscript strong");
    expect(await noscript.isVisible()).toBe(true);
    // What is said of the show is there in whole sentences.
    expect(await page.locator(".why li, .rest").count()).toBeGreaterThan(0);
    expect(await page.locator(".why li:visible, .rest:visible").count()).toBe(
      await page.locator(".why li, .rest").count(),
    );
    expect(await noscript.innerText()).toBe("Open this file in a browser to see the curves.");
    expect(await page.locator(".episodes tbody tr:visible").count()).toBe(TITLES.length);
    expect(await page.locator("input:visible, button:visible, select:visible").count()).toBe(0);
  });
});

describeWith("Chromium", "the findings, for everybody,", () => {
  const demo = save("demo.html", "");
  beforeAll(() => saveDemo(demo));

  const LOOKS = [{ colorScheme: "light" }, { colorScheme: "dark" }, { forcedColors: "active" }] as const;

  it.each([360, 390, 1_280].flatMap((width) => LOOKS.map((looks) => ({ width, ...looks }) as const)))(
    "and what they lead to have no violation that axe finds: %o",
    async ({ width, ...looks }) => {
      for (const hash of ["", "#episode=demo-10&at=1630", "#date=2026-02-19"]) {
        const page = await open({ page: demo, ...looks, viewport: { width, height: 800 }, hash });
        if (hash === "") await page.getByText("How sure is this?").click();
        expect(await findViolations(page), hash).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      }
    },
  );
});
