import { expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { makeChart } from "../../support/report.ts";
import { useReport } from "./report-page.ts";

/** Eight episodes of each of two shows, whose listeners differ, and one that is in no feed. */
const SHOWS = ["Tides", "Fog"];
const EPISODES = Array.from({ length: 16 }, (_, index) => {
  const chart = makeChart(`urn:${index}`, 100, index % 2 ? 30 : 80, 900 + index, 1_800);
  // The first one of each show has a passage that listeners hear again.
  const again = index < 2 ? 15 : 0;
  const data = chart.data.map(({ time, percentage }) => {
    return { time, percentage: percentage + (time >= 1_200 && time < 1_290 ? again : 0) };
  });
  return { show: SHOWS[index % 2] ?? "", chart: { ...chart, data } };
});

const { open } = useReport(
  [...EPISODES.map(({ chart }) => chart), makeChart("alone", 100, 50, 900, 1_800)],
  EPISODES.map(({ show }, index) => ({ show, listeners: 500, date: `2026-01-${10 + index}` })),
);

describeWith("Chromium", "a report of several shows", () => {
  it("compares each episode with those of its own show alone", async () => {
    for (const [guid, usual] of [
      ["urn:3", 30],
      ["urn:4", 80],
    ] as const) {
      const page = await open({ hash: `#episode=${guid}` });
      const figure = page.locator("dl.figures > div", { hasText: "reach the last" });
      await expect.poll(() => figure.innerText()).toMatch(new RegExp(`usual ${usual}\\s+${usual}\\s%$`));
      expect(await page.locator(".legend").textContent()).toMatch(/the usual of 7 other episodes/);
    }
  });

  it("draws the show over time that is asked for", async () => {
    for (const [show, first] of [
      ["Fog", "2026-01-11"],
      ["Tides", "2026-01-10"],
    ] as const) {
      const page = await open({ hash: `#date=&show=${show}` });
      await expect.poll(() => page.locator(".date").getAttribute("min")).toBe(first);
    }
  });

  it("begins each show with one finding, and folds the others", async () => {
    const page = await open();
    await page.locator(".is-drawn").waitFor();
    for (const show of SHOWS) {
      const section = page.getByRole("region", { name: show });
      expect(await section.locator(".findings > li:visible").count()).toBe(1);
      const folded = await section.locator(".why .findings > li").count();
      expect(folded).toBeGreaterThan(0);
      expect(await section.locator("summary").innerText()).toBe(`${folded} more, and how sure this is`);
      await section.locator("summary").click();
      expect(await section.locator(".findings > li:visible").count()).toBe(1 + folded);
    }
  });

  it("groups the table by show, with those in no feed last", async () => {
    const page = await open();
    const shows = await page.locator(".episodes tbody td[data-key=show]").allInnerTexts();
    expect(shows).toEqual([...new Array(8).fill("Fog"), ...new Array(8).fill("Tides"), "–"]);
    expect(await page.getByRole("columnheader", { name: "Show" }).getAttribute("aria-sort")).toBe("ascending");
  });
});
