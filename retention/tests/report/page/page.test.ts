import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { readDownload, recordWriting } from "../../support/browser.ts";
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

describeWith("Chromium", "the page of a report", () => {
  it("shows all episodes", async () => {
    const page = await open();
    expect(await page.locator(".made").innerText()).toBe("8\u00a0episodes, as of 21\u00a0Nov\u00a02026");
    expect(await page.locator("footer p").first().innerText()).toBe(
      "100\u00a0% is the moment with the most listeners.",
    );
    const rows = page.locator(".episodes").getByRole("row");
    expect(await rows.count()).toBe(TITLES.length + 1);
    expect(await rows.filter({ hasText: "Flood" }).getByRole("cell").allInnerTexts()).toEqual(
      expect.arrayContaining(["500", "100\u00a0%", "10\u00a0%", "−13"]),
    );
  });

  it("sorts by a column, then in reverse", async () => {
    const page = await open();
    const titles = () => page.locator(".episodes tbody .name").allInnerTexts();
    expect(await page.getByRole("columnheader", { name: "Published" }).getAttribute("aria-sort")).toBe("descending");
    await page.getByRole("button", { name: "Completion" }).click();
    expect(await titles()).toEqual(["Fog", "Neap", "Spring", "Tide 9", "Tide 10", "Éclair", "Flood", "Ebb"]);
    expect(await page.getByRole("columnheader", { name: "Completion" }).getAttribute("aria-sort")).toBe("descending");
    await page.getByRole("button", { name: "Completion" }).click();
    expect((await titles())[0]).toBe("Ebb");
    await page.getByRole("button", { name: "Episode", exact: true }).click();
    expect(await titles()).toEqual(["Ebb", "Éclair", "Flood", "Fog", "Neap", "Spring", "Tide 9", "Tide 10"]);
    expect(await page.locator("[aria-sort]").count()).toBe(1);
  });

  it("finds titles and GUIDs regardless of accents and case", async () => {
    const page = await open();
    for (const [words, shown] of [
      ["ECL", ["Éclair"]],
      ["tide 9", ["Tide 9"]],
      ["urn:7", ["Fog"]],
    ] as const) {
      await page.getByRole("searchbox").fill(words);
      expect(await page.locator(".episodes tbody tr:visible .name").allInnerTexts()).toEqual(shown);
      expect(await page.locator(".count").innerText()).toBe(`${shown.length} of 8`);
    }
    await page.getByRole("searchbox").fill("");
    expect(await page.locator(".episodes tbody tr:visible").count()).toBe(8);
  });

  it("compares six episodes, and refuses a seventh", async () => {
    const page = await open();
    const boxes = page.locator(".episodes tbody").getByRole("checkbox");
    for (const index of [0, 1, 2, 3, 4, 5]) await boxes.nth(index).check();
    await boxes.nth(6).click();
    expect(await boxes.nth(6).isChecked()).toBe(false);
    expect(await page.locator(".message").innerText()).toBe("No more than 6 episodes can be compared.");
    await page.locator(".tray .compare").click();
    await expect.poll(() => page.locator(".title").innerText()).toBe("6 episodes compared");
    expect((await page.locator(".chart .letter").allTextContents()).sort()).toEqual(["A", "B", "C", "D", "E", "F"]);
  });

  it.each(["at=-1", "at=1e3", "view=nothing", "view=sources"])(
    "shows the whole curves if its address has %s",
    async (part) => {
      const page = await open({ hash: `#episode=urn:2&episode=urn:7&${part}` });
      await expect.poll(() => page.locator(".title").innerText()).toBe("2 episodes compared");
      expect(await page.getByRole("slider").getAttribute("max")).toBe("3600");
    },
  );

  it("says of a link to an episode that is not there", async () => {
    const page = await open({ hash: "#episode=urn:2&episode=nobody" });
    await expect
      .poll(() => page.locator(".message").innerText())
      .toBe("The link selects 1 episode that is not in this report.");
  });

  it("breaks no line between a number and its unit", async () => {
    const page = await open();
    expect(await page.locator("body").innerText()).not.toMatch(/\d %/);
  });

  it("saves the curve as a picture, with its title and what listeners do", async () => {
    const page = await open({ hash: "#episode=urn:2" });
    await page.locator(".chart .label").first().waitFor();
    const readWritten = await recordWriting(page);
    const [picture] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save picture" }).click(),
    ]);
    // Elsewhere, nobody can ask the page what the picture shows.
    const texts = (await readWritten()).map(([text]) => text).join(" ");
    for (const selector of [".title", ".meta"]) expect(texts).toContain(await page.locator(selector).innerText());
    expect(texts).toMatch(/80\u00a0% leave at 10:00: 400 of 500/);
    expect(picture.suggestedFilename()).toBe("retention.png");
    expect((await readDownload(picture)).toString("latin1", 1, 4)).toBe("PNG");
  });

  it("saves the table as CSV", async () => {
    const page = await open();
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
    expect(await page.evaluate("typeof RTCPeerConnection")).toBe("undefined");
    expect(await page.evaluate("window.ran")).toBeUndefined();
    expect(await page.locator("h1").isVisible()).toBe(true);
    const refused = complaints.flatMap((text) => /\b(\w+-src|base-uri|form-action)\b/.exec(text)?.slice(1) ?? []);
    expect([...new Set(refused)].sort()).toEqual(["base-uri", "default-src", "form-action", "script-src", "style-src"]);
  });
});
