import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { evaluatePicture, readDownload } from "../../support/browser.ts";
import { makeChart, OVERLAPPING, readEpisodes, saveDemo } from "../../support/report.ts";
import { makeChapters } from "../exact.ts";
import { useReport } from "./report-page.ts";

const TITLES = ["Ebb", "Flood", "Neap"];
const CHAPTERS = makeChapters({ Opening: 0, Sponsor: 1_200, Story: 1_230 });
/** Listeners leave at many places, some of them close to each other. */
const CROWDED = {
  ...makeChart("crowded", 100, 100, 0, 3_600),
  data: Array.from({ length: 3_600 }, (_, time) => {
    const left = [400, 700, 1_000, 1_600, 1_750, 2_900, 3_100].filter((at) => time >= at).length;
    return { time, percentage: 100 * 0.85 ** left * (time >= 2_200 && time < 2_290 ? 0.6 : 1) };
  }),
};
const { file, save, open } = useReport(
  [...TITLES.map((_, index) => makeChart(`urn:${index}`, 100, 20 + 10 * index, 600, index ? 1_800 : 3_600)), CROWDED],
  [...TITLES, "Crowded"].map((title) => ({ title, listeners: 500, ...(title === "Neap" && { chapters: CHAPTERS }) })),
);
const demo = save("demo.html", "");
beforeAll(() => saveDemo(demo));

const ALL = `#${TITLES.map((_, index) => `episode=urn:${index}`).join("&")}`;
const readPoint = async (page: Page) => (await page.locator(".point").textContent())?.replace(/\s+/g, " ");
const readHere = (page: Page) => page.locator(".compared td.here").allInnerTexts();

/** Counts the pixels of a picture that have the first curve's blue, and the lightness of its corner. */
const COUNT_INK = `let ink = 0;
for (let at = 0; at < data.length; at += 4) if (data[at] === 0x2f && data[at + 1] === 0x1a && data[at + 2] === 0xd9) ink++;
return [ink, data[0]];`;

describeWith("Chromium", "the chart of a report", () => {
  it("shows each curve's percentage at the pointer, and nothing of it without the pointer", async () => {
    const page = await open({ hash: ALL });
    const slider = page.getByRole("slider");
    const { width = 0 } = (await slider.boundingBox()) ?? {};
    await slider.hover({ position: { x: width / 8, y: 20 } });
    await expect.poll(() => readHere(page)).toEqual(["100\u00a0%", "100\u00a0%", "100\u00a0%"]);
    expect(await readPoint(page)).toMatch(/^At 7:\d\d: A 100 %, B 100 %, C 100 %$/);
    await slider.hover({ position: { x: width * 0.75, y: 20 } });
    await expect.poll(() => readHere(page)).toEqual(["20\u00a0%", "–", "–"]);
    expect(await page.locator(".point").isVisible()).toBe(true);
    await page.mouse.move(0, 0);
    await expect.poll(() => page.locator(".point").isVisible()).toBe(false);
    expect(await page.locator(".crosshair:visible").count()).toBe(0);
  });

  it("compares percentages of each one's length", async () => {
    const page = await open({ hash: ALL });
    await page.getByRole("button", { name: "By part of the length" }).click();
    await page.getByRole("slider").fill("25");
    await expect.poll(() => readPoint(page)).toBe("At 25 % of the length: A 20 %, B 100 %, C 100 %");
    expect(new URL(page.url()).hash).toMatch(/&view=length$/);
    expect(await page.locator(".chart svg").textContent()).toContain("100\u00a0%");
  });

  it("names the chapter where the reader points, also one that is narrower than its title", async () => {
    const page = await open({ hash: "#episode=urn:2" });
    await page.getByRole("slider").fill("1210");
    await expect.poll(() => readPoint(page)).toBe("At 20:10, “Sponsor”: 40 %");
    const band = page.locator(".chapters li", { hasText: "Sponsor" });
    expect(await band.getAttribute("title")).toMatch(/^Sponsor, 20:00 to 20:30/);
    expect(await band.ariaSnapshot()).toContain("Sponsor");
  });

  it.each([320, 390, 768, 1_366, 1_920])("has nothing over anything else at %i px", async (width) => {
    for (const [page, hash, least] of [
      [demo, "#episode=demo-10", 2],
      [file, "#episode=crowded", width < 768 ? 0 : 3],
      [file, "#episode=crowded&view=opening", 0],
    ] as const) {
      const opened = await open({ page, hash, viewport: { width, height: 800 } });
      await opened.locator(".chart .curve").waitFor();
      expect(await opened.evaluate(OVERLAPPING), hash).toEqual([]);
      const labels = await opened.locator(".label:not([hidden])").count();
      expect(labels).toBeGreaterThanOrEqual(width < 390 ? 0 : least);
    }
  });

  it("has nothing over anything else on paper, and dashes where curves have no colours", async () => {
    const page = await open({ page: demo, hash: "#episode=demo-10" });
    await page.locator(".chart .curve").waitFor();
    await page.emulateMedia({ media: "print" });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator(".chart svg").getAttribute("width")).toBe("690");
    expect(await page.locator(".label:not([hidden])").count()).toBe(2);
    expect(await page.evaluate(OVERLAPPING)).toEqual([]);
    const pdf = await page.pdf();
    expect(pdf.length).toBeGreaterThan(10_000);
    for (const media of [{ media: "print" }, { media: "screen", forcedColors: "active" }] as const) {
      const compared = await open({ hash: ALL });
      await compared.locator(".curve.slot-2").waitFor();
      await compared.emulateMedia(media);
      const dashes = await compared.evaluate(
        "[0, 1, 2].map((slot) => getComputedStyle(document.querySelector('.curve.slot-' + slot)).strokeDasharray)",
      );
      expect(dashes).toEqual(["none", "10px, 5px", "3px, 4px"]);
    }
  });

  it("is saved as a light picture, with its curve, also where the page is dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await open({ hash: "#episode=urn:1", colorScheme });
      await page.locator(".chart .curve").waitFor();
      const [picture] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save picture" }).click(),
      ]);
      const [ink, corner] = await evaluatePicture<number[]>(page, await readDownload(picture), COUNT_INK);
      expect(ink).toBeGreaterThan(2_000);
      expect(corner).toBe(255);
      const ground = await page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
      expect(ground).toBe(colorScheme === "dark" ? "rgb(13, 17, 23)" : "rgb(255, 255, 255)");
    }
  });

  it("copies the link to what is shown", async () => {
    const page = await open({ hash: ALL, permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("button", { name: "First 5 minutes" }).click();
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect
      .poll(() => page.locator(".message").innerText())
      .toMatch(/^Copied\. The link works on this computer\./);
    const link = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(link).toBe(page.url());
    const again = await open({ hash: new URL(link).hash });
    await expect.poll(() => again.getByRole("slider").getAttribute("max")).toBe("300");
    expect(await again.locator(".compared tbody tr").count()).toBe(3);
  });

  it("says which curve can't be drawn, if one fails after others were", async () => {
    const [broken] = readEpisodes(file).filter(({ guid }) => guid === "urn:1");
    const page = await open({
      page: save("damaged.html", readFileSync(file, "utf8").replace(broken?.curve ?? "", "AAAA")),
    });
    await page.getByRole("link", { name: "Flood" }).click();
    await expect
      .poll(() => page.locator(".message").innerText())
      .toBe("The curve of “Flood” can't be drawn: the file is damaged.");
    await page.goBack();
    await page.getByRole("link", { name: "Ebb" }).click();
    await page.locator(".chart .curve").waitFor();
  });

  it("is reached, read and left by keys alone, as all else", async () => {
    const page = await open();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    for (const title of ["Ebb", "Flood"]) {
      await page.getByLabel(`Compare ${title}`).focus();
      await press("Space");
    }
    await expect.poll(() => page.locator(".tray .compare").innerText()).toBe("Compare 2 episodes");
    await page.locator(".tray .compare").focus();
    await press("Enter");
    await expect.poll(() => page.evaluate("document.activeElement.className")).toBe("title");
    await page.getByRole("slider").focus();
    await press("Home", "ArrowRight");
    await expect
      .poll(() => page.getByRole("slider").getAttribute("aria-valuetext"))
      .toMatch(/^At 0:01: A\s100\s%, B\s100\s%$/);
    await press("End");
    await expect.poll(() => readHere(page)).toEqual(["20\u00a0%", "–"]);
    await page.getByRole("button", { name: "By part of the length" }).focus();
    await press("Enter");
    await expect.poll(() => page.evaluate("document.activeElement.ariaPressed")).toBe("true");
    await page.getByRole("button", { name: "Remove Flood" }).focus();
    await press("Enter");
    await expect.poll(() => page.locator(".title").innerText()).toBe("Ebb");
    await page.getByRole("link", { name: "All episodes" }).focus();
    await press("Enter");
    await expect.poll(() => page.locator(".episodes").isVisible()).toBe(true);
  });
});
