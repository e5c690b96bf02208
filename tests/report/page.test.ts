import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { findBrowser, useBrowser } from "../support/browser.ts";
import { useFolder } from "../support/command.ts";
import { makeChart, saveReport } from "../support/report.ts";

const open = useBrowser();
const save = useFolder();
const file = save("report.html", "");

const TITLES = ["Ebb", "Flood", "Éclair", "Tide 10", "Tide 9", "Spring", "Neap", "Fog"];

/** Averages rise from title to title. Every second episode is half an hour long, the others an hour. */
const CHARTS = TITLES.map((_, index) => makeChart(`urn:${index}`, 100, 10 * index, 600, index % 2 ? 1_800 : 3_600));

beforeAll(() =>
  saveReport(
    file,
    CHARTS,
    TITLES.map((title, index) => ({ title, date: `2026-0${index + 1}-01` })),
  ),
);

describe.skipIf(!findBrowser())("the page of a report", () => {
  it("shows all episodes, and the first one's curve", async () => {
    const { page, close } = await open(file);
    expect(await page.locator("header p").innerText()).toBe(
      "A report on 8 episodes, made on 2026-11-21. 100\u00a0% is an episode's moment with the most listeners. Some platforms define 100\u00a0% differently.",
    );
    const rows = page.getByRole("row");
    expect(await rows.count()).toBe(TITLES.length + 1);
    const cells = await rows.nth(2).getByRole("cell").allInnerTexts();
    expect(cells).toEqual([
      "2026-02-01",
      "",
      "30:00",
      "40.0 %",
      "100.0 %",
      "10.0 %",
      "10.0 %",
      "10.0 %",
      "−90.0 at 9:59",
    ]);
    await expect.poll(() => page.locator(".chosen .name").allInnerTexts()).toEqual(["Ebb"]);
    expect(await page.locator("tbody svg").nth(1).getAttribute("aria-label")).toBe(
      "Curve from 100.0 % to 10.0 %, lowest 10.0 %, highest 100.0 %",
    );
    await close();
  });

  it("shows every selected curve's percentage at the pointer", async () => {
    const { page, close } = await open(file, {}, "#episode=urn:2&episode=urn:5");
    const plot = page.locator(".u-over");
    const box = await plot.boundingBox();
    await plot.hover({ position: { x: (box?.width ?? 0) / 4, y: 20 } });
    // A pixel is about five seconds wide.
    await expect.poll(() => page.locator(".point").innerText()).toMatch(/^At (14:5|15:0)\d$/);
    await expect.poll(() => page.locator(".chosen .value").allInnerTexts()).toEqual(["20.0 %", "50.0 %"]);
    await plot.hover({ position: { x: (box?.width ?? 0) * 0.75, y: 20 } });
    await expect.poll(() => page.locator(".chosen .value").allInnerTexts()).toEqual(["20.0 %", "ended"]);
    await page.mouse.move(0, 0);
    await expect.poll(() => page.locator(".point").innerText()).toMatch(/^At (44:5|45:0)\d$/);
    await close();
  });

  it("shows percentages over percent of the length, with each curve's own time", async () => {
    const { page, close } = await open(file, {}, "#episode=urn:2&episode=urn:5");
    await page.getByLabel("percent of the length").check();
    await page.getByRole("slider").fill("25");
    await expect.poll(() => page.locator(".point").innerText()).toBe("At 25.0 % of the length");
    await expect
      .poll(() => page.locator(".chosen .value").allInnerTexts())
      .toEqual(["20.0 % at 15:00", "100.0 % at 7:30"]);
    await close();
  });

  it("marks the sharpest drop on the curve, and describes it", async () => {
    const { page, close } = await open(file, {}, "#episode=urn:2");
    await expect.poll(() => page.locator(".point").innerText()).toBe("At 9:59");
    await expect
      .poll(() => page.locator(".facts").innerText())
      .toBe("Average 33.3 %, sharpest drop 80.0 points within 1 s, at 9:59");
    // The crosshair is at the drop: the mark is above its dot.
    const dot = await page.locator(".dot").boundingBox();
    const canvas = await page.locator(".plot canvas").boundingBox();
    const x = (dot?.x ?? 0) + 8 - (canvas?.x ?? 0);
    const y = (dot?.y ?? 0) - 6 - (canvas?.y ?? 0);
    const pixel = `[...document.querySelector(".plot canvas").getContext("2d").getImageData(${x}, ${y}, 1, 1).data]`;
    expect(await page.evaluate(pixel)).toEqual([0x41, 0x3f, 0xf2, 255]);
    await close();
  });

  it("sorts by a column, then in reverse", async () => {
    const { page, close } = await open(file);
    const titles = () =>
      page
        .locator("tbody th bdi:first-of-type")
        .allInnerTexts()
        .then((all) => all.filter((text) => !text.startsWith("urn")));
    await page.getByRole("button", { name: "At 75 %" }).click();
    expect(await titles()).toEqual(["Fog", "Neap", "Spring", "Tide 9", "Tide 10", "Éclair", "Flood", "Ebb"]);
    expect(await page.getByRole("columnheader", { name: "At 75 %" }).getAttribute("aria-sort")).toBe("descending");
    await page.getByRole("button", { name: "Episode", exact: true }).click();
    expect(await titles()).toEqual(["Ebb", "Éclair", "Flood", "Fog", "Neap", "Spring", "Tide 9", "Tide 10"]);
    await page.getByRole("button", { name: "Sharpest drop" }).click();
    expect((await titles())[0]).toBe("Ebb");
    await page.getByRole("button", { name: "Sharpest drop" }).click();
    expect((await titles())[0]).toBe("Fog");
    expect(await page.locator("[aria-sort]").count()).toBe(1);
    await close();
  });

  it("finds titles and GUIDs regardless of accents and case", async () => {
    const { page, close } = await open(file);
    for (const [words, shown] of [
      ["ECL", ["Éclair"]],
      ["tide 9", ["Tide 9"]],
      ["urn:7", ["Fog"]],
    ] as const) {
      await page.getByRole("searchbox").fill(words);
      expect(await page.locator("tbody tr:visible label").allInnerTexts()).toEqual(shown);
      expect(await page.locator(".count").innerText()).toBe(`${shown.length} of 8`);
    }
    await page.getByRole("searchbox").fill("");
    expect(await page.locator("tbody tr:visible").count()).toBe(8);
    await close();
  });

  it("shows six curves, and refuses a seventh", async () => {
    const { page, close } = await open(file);
    const boxes = page.locator("tbody").getByRole("checkbox");
    for (const index of [1, 2, 3, 4, 5]) await boxes.nth(index).check();
    await boxes.nth(6).click();
    expect(await boxes.nth(6).isChecked()).toBe(false);
    expect(await page.locator(".message").innerText()).toBe("No more than 6 curves can be shown. Remove one first.");
    await boxes.nth(0).uncheck();
    await boxes.nth(6).check();
    await expect.poll(() => page.locator(".chosen .letter").allInnerTexts()).toEqual(["A", "B", "C", "D", "E", "F"]);
    await expect
      .poll(() => page.locator(".chosen .name").allInnerTexts())
      .toEqual(["Neap", "Flood", "Éclair", "Tide 10", "Tide 9", "Spring"]);
    await close();
  });

  it("has a link to the selection", async () => {
    const { page, close } = await open(file);
    await page.getByRole("button", { name: "Clear" }).click();
    for (const title of ["Fog", "Flood"]) await page.getByLabel(title).check();
    await page.getByLabel("percent of the length").check();
    const hash = await page.getByRole("link", { name: "Link to this selection" }).getAttribute("href");
    expect(new URL(page.url()).hash).toBe(hash);
    await close();

    const again = await open(file, {}, `${hash}&episode=nobody`);
    await expect.poll(() => again.page.locator(".chosen .name").allInnerTexts()).toEqual(["Fog", "Flood"]);
    expect(await again.page.getByLabel("percent of the length").isChecked()).toBe(true);
    expect(await again.page.locator("tbody :checked").count()).toBe(2);
    await again.close();
  });

  it("runs and loads nothing else, even if hostile markup gets into it", async () => {
    const hostile = `<script>window.ran = "a script"</script><style>body { display: none }</style>
<img src="https://example.com/x.png" onerror="window.ran = 'a handler'"><base href="https://example.com/">
<form action="https://example.com/"></form>`;
    const other = save(
      "hostile.html",
      readFileSync(file, "utf8").replace("</body>", () => `${hostile}</body>`),
    );
    const { page } = await open(other);
    const refused: string[] = [];
    page.on("console", (message) => {
      refused.push(...(/\b(\w+-src|base-uri|form-action)\b/.exec(message.text())?.slice(1) ?? []));
    });
    await page.reload();
    await page.evaluate("document.forms[0].requestSubmit()");
    await page.evaluate("fetch('https://example.com/').catch(() => {})");
    expect(await page.evaluate("window.ran")).toBeUndefined();
    expect(await page.locator("h1").isVisible()).toBe(true);
    expect([...new Set(refused)].sort()).toEqual(["base-uri", "default-src", "form-action", "script-src", "style-src"]);
    await page.context().close();
  });
});
