import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { simulateChart } from "../../../report/demo/listeners.ts";
import { makeChapters } from "../exact.ts";
import { useReport } from "./report-page.ts";

const CHARTS = ["one", "other"].map((guid, seed) => {
  const passages = [{ kind: "skip", from: 600, to: 660, share: 0.3 }] as const;
  return simulateChart({ guid, duration: 1_800, listeners: 600, loyalty: 0.8, passages }, seed);
});
const { open, save: saveFile } = useReport(
  CHARTS,
  ["Lumen", "Kelp"].map((name) => {
    const chapters = makeChapters({ Opening: 0, [`Sponsor: ${name}`]: 600, Story: 660 });
    return { title: `With ${name}`, source: "collector", listeners: 600, chapters };
  }),
);

describeWith("Chromium", "the sponsor spots of a report", () => {
  it("are shown once somebody says that the host reads them, and saved for one sponsor alone", async () => {
    const page = await open();
    expect(await page.locator(".spots .told").isVisible()).toBe(false);
    await page.getByRole("button", { name: "The host reads them" }).click();
    expect(await page.locator(".spots .asked").isVisible()).toBe(false);
    const rows = page.locator(".spots tbody tr");
    expect(await rows.count()).toBe(2);
    const save = page.getByRole("button", { name: "Page", exact: true });
    expect(await save.isDisabled()).toBe(true);
    await page.locator(".spots select").selectOption("Lumen");
    expect(await rows.allInnerTexts()).toEqual([expect.stringMatching(/With Lumen\s+Lumen\s.*\(\d/)]);
    const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
    const file = saveFile("sponsor.html", "");
    await download.saveAs(file);
    const saved = readFileSync(file, "utf8");
    expect(saved).toMatch(/<p>An estimate from platforms&#39; curves, not audited, as of .*host reads/);
    expect([saved.includes("With Lumen"), saved.includes("Kelp")]).toEqual([true, false]);
  });

  it("are none if ads are inserted for each listener", async () => {
    const page = await open();
    await page.getByRole("button", { name: "They are inserted" }).click();
    expect(await page.locator(".spots .asked").innerText()).toContain("there are no rows");
    expect(await page.locator(".spots .told").isVisible()).toBe(false);
  });
});
