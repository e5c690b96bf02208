import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { evaluatePicture, readDownload, recordWriting } from "../../support/browser.ts";
import { makeChart } from "../../support/report.ts";
import { makeChapters } from "../exact.ts";
import { useReport } from "./report-page.ts";

const TITLES = ["Ebb", "Flood", "Éclair", "Tide 10", "Tide 9", "Spring", "Neap", "Fog"];

/** Averages rise from title to title. Every second episode is half an hour long, the others an hour. */
const CHARTS = TITLES.map((_, index) => makeChart(`urn:${index}`, 100, 10 * index, 600, index % 2 ? 1_800 : 3_600));

/** The second one is 30 seconds long, which are some seven pixels. */
const CHAPTERS = makeChapters({ Opening: 0, Sponsor: 1_200, Story: 1_230 });

const { file, save, open } = useReport(
  CHARTS,
  TITLES.map((title, index) => ({
    title,
    date: `2026-0${index + 1}-01`,
    listeners: 500,
    heard: 720,
    ...(title === "Neap" && { chapters: CHAPTERS }),
  })),
);

/** Code that counts the pixels of a picture in each of two colours. */
const COUNT_INK = `return [[0x2f, 0x1a, 0xd9], [0xa6, 0x2a, 0x02]].map(([red, green, blue]) => {
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count++;
  return count;
});`;

describeWith("Chromium", "the page of a report", () => {
  it("shows all episodes, and the first one's curve", async () => {
    const page = await open();
    expect(await page.locator(".made").innerText()).toBe("8\u00a0episodes, as of 2026-11-21");
    expect(await page.locator("footer p").first().innerText()).toBe(
      "100\u00a0% is the moment with the most listeners.",
    );
    expect(await page.locator(".title").innerText()).toBe("Fog");
    expect(await page.locator(".meta").innerText()).toBe("2026-08-01 · 30:00 · 500\u00a0listeners");
    const rows = page.locator(".list").getByRole("row");
    expect(await rows.count()).toBe(TITLES.length + 1);
    const row = rows.filter({ hasText: "Flood" });
    expect(await row.getByRole("cell").allInnerTexts()).toEqual([
      "",
      "2026-02-01",
      "30:00",
      "40\u00a0%",
      "100\u00a0%",
      "10\u00a0%",
      "−13 points",
      "none",
    ]);
    await expect.poll(() => page.locator(".chosen .name").allInnerTexts()).toEqual(["Fog"]);
    expect(await row.locator("svg.spark").getAttribute("aria-label")).toBe("Curve from 100\u00a0% to 10\u00a0%");
  });

  it("shows every selected curve's percentage at the pointer", async () => {
    const page = await open({ hash: "#episode=urn:2&episode=urn:5" });
    const plot = page.locator(".plot .u-over");
    const box = await plot.boundingBox();
    await plot.hover({ position: { x: (box?.width ?? 0) / 4, y: 20 } });
    // A pixel is about five seconds wide.
    await expect.poll(() => page.locator(".point").innerText()).toMatch(/^At (14:5|15:0)\d$/);
    await expect.poll(() => page.locator(".chosen .value").allInnerTexts()).toEqual(["20\u00a0%", "50\u00a0%"]);
    await plot.hover({ position: { x: (box?.width ?? 0) * 0.75, y: 20 } });
    await expect.poll(() => page.locator(".chosen .value").allInnerTexts()).toEqual(["20\u00a0%", "ended"]);
    await page.mouse.move(0, 0);
    await expect.poll(() => page.locator(".point").innerText()).toMatch(/^At (44:5|45:0)\d$/);
  });

  it("shows percentages over percent of the length, with each curve's own time", async () => {
    const page = await open({ hash: "#episode=urn:2&episode=urn:5" });
    await page.getByLabel("percent of the length").check();
    await page.getByRole("slider").fill("25");
    await expect.poll(() => page.locator(".point").innerText()).toBe("At 25.0\u00a0% of the length");
    await expect
      .poll(() => page.locator(".chosen .value").allInnerTexts())
      .toEqual(["20\u00a0% at 15:00", "100\u00a0% at 7:30"]);
  });

  it("marks the moments on the curve, and lists them", async () => {
    const page = await open({ hash: "#episode=urn:2" });
    await expect.poll(() => page.locator(".point").innerText()).toBe("At 10:05");
    expect(await page.locator(".moments li").allInnerTexts()).toEqual([
      "80\u00a0% of those present drop off between 9:50 and 10:05 (400 of 500). 100 → 20\u00a0%",
    ]);
    // The crosshair is at the end of the loss, and the moment's number is above it.
    const dot = await page.locator(".dot").boundingBox();
    const canvas = await page.locator(".plot canvas").boundingBox();
    const pixel = `[...document.querySelector(".plot canvas").getContext("2d").getImageData(${Math.round((dot?.x ?? 0) + 5 - (canvas?.x ?? 0)) + 4}, 16, 1, 1).data]`;
    expect(await page.evaluate(pixel)).toEqual([0x2f, 0x1a, 0xd9, 255]);
  });

  it("sorts by a column, then in reverse, without moving the table", async () => {
    const page = await open();
    const titles = () => page.locator(".list tbody label").allInnerTexts();
    const place = `(({ offsetTop, offsetHeight }) => [offsetTop, offsetHeight])(document.querySelector(".list tbody"))`;
    const before = await page.evaluate(place);
    expect(await page.getByRole("columnheader", { name: "Published" }).getAttribute("aria-sort")).toBe("descending");
    await page.getByRole("button", { name: "Completion" }).click();
    expect(await titles()).toEqual(["Fog", "Neap", "Spring", "Tide 9", "Tide 10", "Éclair", "Flood", "Ebb"]);
    expect(await page.getByRole("columnheader", { name: "Completion" }).getAttribute("aria-sort")).toBe("descending");
    await page.getByRole("button", { name: "Episode", exact: true }).click();
    expect(await titles()).toEqual(["Ebb", "Éclair", "Flood", "Fog", "Neap", "Spring", "Tide 9", "Tide 10"]);
    for (const [order, first] of [
      ["descending", "Ebb"],
      ["ascending", "Neap"],
    ]) {
      await page.getByRole("button", { name: "Largest drop-off" }).click();
      expect((await titles())[0]).toBe(first);
      expect(await page.getByRole("columnheader", { name: "Largest drop-off" }).getAttribute("aria-sort")).toBe(order);
    }
    expect(await page.locator("[aria-sort]").count()).toBe(1);
    expect(await page.evaluate(place)).toEqual(before);
  });

  it("finds titles and GUIDs regardless of accents and case", async () => {
    const page = await open();
    for (const [words, shown] of [
      ["ECL", ["Éclair"]],
      ["tide 9", ["Tide 9"]],
      ["urn:7", ["Fog"]],
    ] as const) {
      await page.getByRole("searchbox").fill(words);
      expect(await page.locator(".list tbody tr:visible label").allInnerTexts()).toEqual(shown);
      expect(await page.locator(".count").innerText()).toBe(`${shown.length} of 8`);
    }
    await page.getByRole("searchbox").fill("");
    expect(await page.locator(".list tbody tr:visible").count()).toBe(8);
  });

  it("shows six curves, and refuses a seventh", async () => {
    const page = await open();
    const boxes = page.locator(".list tbody").getByRole("checkbox");
    for (const index of [1, 2, 3, 4, 5]) await boxes.nth(index).check();
    await boxes.nth(6).click();
    expect(await boxes.nth(6).isChecked()).toBe(false);
    await expect(page.locator(".message").isVisible()).resolves.toBe(true);
    expect(await page.locator(".message").innerText()).toBe("No more than 6 curves can be shown. Remove one first.");
    await boxes.nth(0).uncheck();
    await boxes.nth(6).check();
    await expect.poll(() => page.locator(".chosen .letter").allInnerTexts()).toEqual(["A", "B", "C", "D", "E", "F"]);
    await expect
      .poll(() => page.locator(".chosen .name").allInnerTexts())
      .toEqual(["Flood", "Neap", "Spring", "Tide 9", "Tide 10", "Éclair"]);
  });

  it("has the selection in its address, and copies that", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const page = await open({ permissions });
    await page.getByRole("button", { name: "Clear" }).click();
    for (const title of ["Fog", "Flood"]) await page.getByLabel(title).check();
    await page.getByLabel("percent of the length").check();
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect
      .poll(() => page.locator(".message").innerText())
      .toMatch(/^Copied\. The link works on this computer\./);
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(page.url());
    const { hash } = new URL(page.url());

    const again = await open({ hash: `${hash}&episode=nobody` });
    await expect.poll(() => again.locator(".chosen .name").allInnerTexts()).toEqual(["Fog", "Flood"]);
    expect(await again.getByLabel("percent of the length").isChecked()).toBe(true);
    expect(await again.locator(".list tbody :checked").count()).toBe(2);
    expect(await again.locator(".message").innerText()).toBe("The link selects 1 episode that is not in this report.");
  });

  it("keeps the leading episode and the zoom in its address", async () => {
    const page = await open({ hash: "#episode=urn:2&episode=urn:7" });
    await page.locator(".chosen").getByRole("button", { name: "Fog", exact: true }).click();
    await page.getByRole("button", { name: "First 5 minutes" }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe("#episode=urn%3A2&episode=urn%3A7&lead=urn%3A7&zoom=0-300");
    const { hash } = new URL(page.url());
    const again = await open({ hash });
    await expect.poll(() => again.locator(".title").innerText()).toBe("B Fog");
    expect(await again.getByRole("slider").getAttribute("max")).toBe("300");
    expect(await again.getByRole("button", { name: "First 5 minutes" }).getAttribute("aria-pressed")).toBe("true");
  });

  it.each(["zoom=300-0", "zoom=-1-5", "zoom=1e3-2e3", "lead=nobody", "view=nothing"])(
    "shows the whole first curve if its address has %s",
    async (part) => {
      const page = await open({ hash: `#episode=urn:2&episode=urn:7&${part}` });
      await expect.poll(() => page.locator(".title").innerText()).toBe("A Éclair");
      expect(await page.getByRole("slider").getAttribute("max")).toBe("3600");
    },
  );

  it("names every chapter in the plot, also one that is narrower than its title", async () => {
    const page = await open({ hash: "#episode=urn:6" });
    await page.locator(".dot").first().waitFor();
    const readWritten = await recordWriting(page, ".plot");
    await page.getByLabel("percent of the length").check();
    const titles = CHAPTERS.map(({ title }) => title);
    await expect.poll(async () => (await readWritten()).map(([text]) => text)).toEqual(expect.arrayContaining(titles));
  });

  it("has an axis from 0 on beside the figures over time, also where nobody leaves in the first minute", async () => {
    const page = await open();
    await page.locator(".timeline canvas").waitFor();
    const readWritten = await recordWriting(page, ".timeline");
    await page.setViewportSize({ width: 1_000, height: 900 });
    const ticks = ["0\u00a0%", "25\u00a0%", "50\u00a0%", "75\u00a0%", "100\u00a0%"];
    await expect.poll(async () => (await readWritten()).map(([text]) => text)).toEqual(expect.arrayContaining(ticks));
  });

  it("says what the show tells on the first screen of a phone, and leads from there to an episode and its curve", async () => {
    const page = await open({ viewport: { width: 360, height: 740 }, reducedMotion: "reduce" });
    const card = page.locator(".answers > li").last();
    const { y = 0, height = 0 } = (await card.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(740);
    await card.getByRole("link", { name: "Open the episode" }).click();
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Fog");
    const [title, plot] = [await page.locator(".title").boundingBox(), await page.locator(".plot").boundingBox()];
    expect(title?.y).toBeLessThan(120);
    expect((plot?.y ?? 0) + (plot?.height ?? 0)).toBeLessThan(740);
  });

  it("has the figures beside the plot on a wide screen, all in sight where a finding leads", async () => {
    const page = await open({ viewport: { width: 1_366, height: 768 }, reducedMotion: "reduce" });
    await page.getByRole("link", { name: "Open the episode" }).click();
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Fog");
    const [plot, figures] = [await page.locator(".plot").boundingBox(), await page.locator(".figures").boundingBox()];
    expect(figures?.x).toBeGreaterThan((plot?.x ?? 0) + (plot?.width ?? 0));
    expect((figures?.y ?? 0) + (figures?.height ?? 0)).toBeLessThan(768);
  });

  it("breaks no line between a number and its unit", async () => {
    const page = await open();
    expect(await page.locator("body").innerText()).not.toMatch(/\d %/);
  });

  it("says what to do if nothing is selected or found", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("No episode is selected. Select up to six in the table, to see their curves here.").waitFor();
    await page.getByRole("searchbox").fill("nothing has this title");
    await page.getByText("No title or GUID contains “nothing has this title”.").waitFor();
    await page.getByRole("button", { name: "Show all episodes" }).click();
    expect(await page.locator(".list tbody tr:visible").count()).toBe(TITLES.length);
  });

  it("saves the curves as a picture, and the table as CSV", async () => {
    const page = await open({ hash: "#episode=urn:2&episode=urn:5" });
    const readWritten = await recordWriting(page);
    const [picture] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save picture" }).click(),
    ]);
    // Elsewhere, nobody can ask the page what the picture shows.
    const texts = (await readWritten()).map(([text]) => text).join("\n");
    for (const selector of [".title", ".meta", ".headline", ".exact", ".summary", ".legend-moments", ".about-text"])
      expect(texts.replaceAll("\n", " ")).toContain(await page.locator(selector).textContent());
    expect(texts).toContain("A report · 8\u00a0episodes, as of 2026-11-21\n");
    expect(texts).toContain("Spring · 12:00 of 30:00 listened · 500\u00a0listeners\n");
    expect(picture.suggestedFilename()).toBe("retention.png");
    const png = await readDownload(picture);
    expect([png.toString("latin1", 1, 4), png.readUInt32BE(16)]).toEqual(["PNG", 1_600]);
    // The colours of both curves.
    expect(Math.min(...(await evaluatePicture<number[]>(page, png, COUNT_INK)))).toBeGreaterThan(2_000);
    await page.getByRole("searchbox").fill("tide");
    const [table] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save table as CSV" }).click(),
    ]);
    const [head, ...rows] = String(await readDownload(table)).split("\r\n");
    expect(head).toMatch(
      /^\uFEFFTitle,GUID,Source,Counts replays,Proves little,Summary,Date of publication,"Listeners, plays or views",Length in seconds,/,
    );
    expect(rows.map((row) => row.split(",")[0])).toEqual(["Tide 9", "Tide 10", ""]);
  });

  it("runs and loads nothing else, even if hostile markup gets into it", async () => {
    const hostile = `<script>window.ran = "a script"</script><style>body { display: none }</style>
<img src="https://example.com/x.png" onerror="window.ran = 'a handler'"><base href="https://example.com/">
<form action="https://example.com/"></form>`;
    const other = save(
      "hostile.html",
      readFileSync(file, "utf8").replace("</body>", () => `${hostile}</body>`),
    );
    const complaints: string[] = [];
    const page = await open({ page: other, complaints });
    await page.evaluate("document.forms[0].requestSubmit()");
    expect(await page.evaluate("[typeof fetch, typeof RTCPeerConnection]")).toEqual(["undefined", "undefined"]);
    expect(await page.evaluate("window.ran")).toBeUndefined();
    expect(await page.locator("h1").isVisible()).toBe(true);
    const refused = complaints.flatMap((text) => /\b(\w+-src|base-uri|form-action)\b/.exec(text)?.slice(1) ?? []);
    expect([...new Set(refused)].sort()).toEqual(["base-uri", "default-src", "form-action", "script-src", "style-src"]);
  });
});
