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
    const page = await open({ colorScheme, viewport: { width, height: 800 }, hash: ALL });
    await page.getByLabel("Before and after").fill("2026-01-06");
    if (width < 1_000) await page.getByLabel("Sort by").selectOption("Title ▲");
    else await page.getByRole("button", { name: "Episode", exact: true }).click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("searchbox").fill("nothing has this title");
    expect(await findViolations(page)).toEqual([]);
  });

  it("describes the curves in words", async () => {
    const page = await open({ hash: "#episode=urn:0" });
    const picture = page.getByRole("img", { name: "Curves of the selected episodes" });
    const id = await picture.getAttribute("aria-describedby");
    expect(await page.locator(`#${id}`).textContent()).toBe(
      "A, Ebb: Length: 1:00:00. Average: 25\u00a0% of the peak. Still there: 100\u00a0% after 30 s, 100\u00a0% after 1 min, 100\u00a0% after 5 min, 10\u00a0% after 20 min, 10\u00a0% in the last 5\u00a0%. 1. 90\u00a0% of those present drop off between 9:50 and 10:05 (450 of 500): 100 → 10\u00a0%.",
    );
  });

  it("can be used with the keyboard alone", async () => {
    const page = await open();
    await page.getByLabel("Flood").focus();
    await page.keyboard.press("Space");
    await expect.poll(() => page.locator(".chosen .name").allInnerTexts()).toEqual(["Ebb", "Flood"]);
    const slider = page.getByRole("slider");
    await slider.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    expect(await slider.getAttribute("aria-valuetext")).toBe("0:01, A 100\u00a0%, B 100\u00a0%");
    await page.keyboard.press("End");
    await expect.poll(() => page.locator(".chosen .value").allInnerTexts()).toEqual(["10\u00a0%", "20\u00a0%"]);
    await page.getByRole("radio", { name: "time" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.locator(".point").innerText()).toBe("At 100.0\u00a0% of the length");
    await page.getByRole("button", { name: "Remove Flood" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Remove Flood" }).waitFor({ state: "detached" });
    expect(await page.evaluate("document.activeElement.ariaLabel")).toBe("Remove Ebb");
    await page.getByRole("button", { name: "Average" }).focus();
    await page.keyboard.press("Enter");
    expect(await page.locator(".list tbody tr").first().innerText()).toMatch(/^Fog/);
  });

  it("shows the focus on every element that can have it, and hides none behind others", async () => {
    const page = await open({ hash: ALL });
    await page.locator(".dot").first().waitFor();
    const stops = new Set<string>();
    for (const key of ["Tab", "Shift+Tab"]) {
      for (let stop = 0; stop < 60; stop++) {
        await page.keyboard.press(key);
        const [name, outline, isSeen] = (await page.evaluate(FOCUS)) as [string, string, boolean];
        if (name.startsWith("BODY")) break;
        expect([name, outline, isSeen]).toEqual([name, "solid", true]);
        stops.add(name);
      }
    }
    const kinds = /radio|range|search|checkbox|date|remove|name|clear|link|whole-length|picture|table-button/;
    expect(
      [...stops].filter((name) => kinds.test(name)),
      [...stops].join(),
    ).toHaveLength(12);
  });

  it("has as many figures in each row as it has heads, also of an episode that is compared with none", async () => {
    const file = save("one.html", "");
    await saveReport(file, CHARTS.slice(0, 1), [{ title: "Ebb", listeners: 500 }]);
    const page = await open({ page: file });
    await page.locator(".dot").first().waitFor();
    const rows = await page.locator(".figures tr").evaluateAll((all) => all.map((row) => row.children.length));
    expect(new Set(rows)).toEqual(new Set([2]));
  });

  it("breaks no word of a head at its hyphen", async () => {
    const page = await open({ hash: ALL });
    await page.locator(".dot").first().waitFor();
    const broken = `[...document.querySelectorAll(".list thead th")].filter((head) => {
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
    await page.locator(".dot").first().waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    expect((await page.locator(".plot canvas").boundingBox())?.width).toBeGreaterThan(Math.min(width, 900) * 0.6);
  });

  it.each([
    ["one show", []],
    ["two shows", ["Tides", "The long name of a show about the sea, and all of its harbours"]],
  ])(
    "never scrolls sideways between 320 and 1,920 px, whatever the font and the numbers, with %s",
    async (_, shows) => {
      const page = await open({ page: await saveWidest(shows) });
      await page.locator(".dot").first().waitFor();
      const table = await page.locator(".list table").textContent();
      for (const text of ["98,765,432 views", "17:59:59", "17:46:40", "points", "% at 1"])
        expect(table).toContain(text);
      const scrolled: unknown[] = [];
      const heads = new Set<number>();
      for (const font of ["", "serif", "monospace"]) {
        await page.evaluate(`document.documentElement.style.fontFamily = "${font}"`);
        for (let width = 320; width <= 1_920; width += 20) {
          await page.setViewportSize({ width, height: 900 });
          const over = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
          if (over > 0) scrolled.push([font, width, over]);
          heads.add(await page.locator(".list thead th:visible").count());
        }
      }
      expect(scrolled).toEqual([]);
      // Rows are cards, a table without some columns, or a table with all of them.
      expect(heads).toContain(0);
      expect(heads).toContain(await page.locator(".list thead th").count());
      expect(heads.size).toBe(4);
    },
  );

  it.each(["light", "dark"] as const)("prints the table and the curves, dark on white: %s", async (colorScheme) => {
    const page = await open({ colorScheme, hash: ALL });
    await page.locator(".dot").first().waitFor();
    await page.emulateMedia({ media: "print", colorScheme });
    const tray = "(tray) => { tray.hidden = false; return getComputedStyle(tray).display; }";
    expect(await page.evaluate(`(${tray})(document.querySelector(".tray"))`)).toBe("none");
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    const canvas = page.locator(".paper canvas");
    expect((await canvas.boundingBox())?.width).toBeGreaterThan(900);
    const ink = `(() => { const { width, height } = document.querySelector(".paper canvas"); const { data } = document.querySelector(".paper canvas").getContext("2d").getImageData(0, 0, width, height); let count = 0; for (let at = 0; at < data.length; at += 4) if (data[at] === 0x2f && data[at + 1] === 0x1a && data[at + 2] === 0xd9) count++; return count; })()`;
    expect(await page.evaluate(ink)).toBeGreaterThan(1_000);
    expect(await readStyle(page, "html", "backgroundColor")).toBe("rgb(255, 255, 255)");
    expect(await readStyle(page, ".chosen .slot-0", "color")).toBe("rgb(47, 26, 217)");
    expect(await page.locator(".list tbody tr:visible").count()).toBe(TITLES.length);
    expect(await page.locator("input:visible, .bar button:visible").count()).toBe(0);
    // Chromium repeats the heads on each page only if no button is in them.
    expect(await readStyle(page, ".list thead button", "display")).toBe("contents");
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await canvas.count()).toBe(0);
    const count = "window.printed = document.querySelectorAll('.paper canvas').length";
    await page.evaluate(`addEventListener("beforeprint", () => { ${count}; })`);
    await page.pdf();
    expect(await page.evaluate("window.printed")).toBe(1);
  });

  it("prints the table alone where no curve is selected", async () => {
    const page = await open({ hash: ALL });
    await page.locator(".dot").first().waitFor();
    await page.locator(".clear").click();
    await page.locator(".dot").first().waitFor({ state: "detached" });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator(".paper canvas").count()).toBe(0);
  });

  it("tells curves apart by dashes, and keeps each text readable, where the system forces its own colours", async () => {
    const page = await open({ forcedColors: "active", hash: ALL });
    await page.locator(".dot").first().waitFor();
    const text = await readStyle(page, "body", "color");
    for (const path of [".spark path", ".line path"]) expect(await readStyle(page, path, "stroke")).toBe(text);
    expect(await readStyle(page, ".chosen li:nth-child(2) .line path", "strokeDasharray")).not.toBe("none");
    // The system draws the ground behind each text.
    expect(await readStyle(page, ".tray .up", "color")).not.toBe(await readStyle(page, "html", "backgroundColor"));
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
    expect(await page.locator(".list tbody tr:visible").count()).toBe(TITLES.length);
    expect(await page.locator("input:visible, button:visible, select:visible").count()).toBe(0);
  });
});

describeWith("Chromium", "the cards of findings, for everybody,", () => {
  const demo = save("demo.html", "");
  beforeAll(() => saveDemo(demo));

  const LOOKS = [{ colorScheme: "light" }, { colorScheme: "dark" }, { forcedColors: "active" }] as const;

  it.each([360, 390, 1_280].flatMap((width) => LOOKS.map((looks) => ({ width, ...looks }) as const)))(
    "and what they lead to have no violation that axe finds: %o",
    async ({ width, ...looks }) => {
      const hash = "#episode=demo-10&at=1630&date=2026-02-19";
      const page = await open({ page: demo, ...looks, viewport: { width, height: 800 }, hash });
      await page.locator(".dot").first().waitFor();
      await page.getByText("How sure is this?").click();
      await page.getByText("About these numbers").click();
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    },
  );
});
