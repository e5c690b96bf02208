import { expect, it } from "vitest";
import { type Passage, simulateChart } from "../../cli/demo/listeners.ts";
import { recordWriting, useBrowser } from "../support/browser.ts";
import { useFolder } from "../support/command.ts";
import { describeWith } from "../support/describe-with.ts";
import { makeChapters } from "../support/exact.ts";
import { saveReport } from "../support/report.ts";

const open = useBrowser();
const file = useFolder()("report.html", "");

const chapters = makeChapters({ Welcome: 0, News: 95, Letters: 1_200, Talk: 1_560 });

/** Listeners leave during a chapter, and then at a moment. */
const PASSAGES: readonly Passage[] = [
  { kind: "leave", from: 1_200, to: 1_560, share: 0.3 },
  { kind: "leave", from: 2_000, to: 2_012, share: 0.15 },
];

function simulate(seed: number, passages: readonly Passage[]) {
  return simulateChart({ guid: `urn:${seed}`, duration: 2_700, listeners: 400, loyalty: 0.6, passages }, seed);
}

describeWith("Chromium", "what an episode loses", () => {
  it("has the same number in the plot, in the list and for screen readers, also over a chapter", async () => {
    const charts = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => simulate(seed, []));
    const all = [...charts, simulate(30, PASSAGES)];
    const details = all.map(({ guid }, index) => ({
      title: guid,
      date: `2026-0${index + 1}-01`,
      listeners: 400,
      chapters,
    }));
    await saveReport(file, all, details);
    const page = await open(file);
    const items = page.locator(".moments li");
    await expect
      .poll(() => items.allInnerTexts())
      .toEqual([expect.stringMatching(/drop off during “Letters”/), expect.stringMatching(/drop off between 33:/)]);
    const readWritten = await recordWriting(page, ".plot");
    await page.setViewportSize({ width: 1_000, height: 900 });
    const readPlaces = async () =>
      Object.fromEntries((await readWritten()).filter(([text]) => text === "1" || text === "2"));
    await expect.poll(async () => Object.keys(await readPlaces())).toEqual(["1", "2"]);
    const { 1: chapter = 0, 2: moment = 0 } = await readPlaces();
    expect(chapter).toBeLessThan(moment);
    const id = await page
      .getByRole("img", { name: "Curves of the selected episodes" })
      .getAttribute("aria-describedby");
    expect(await page.locator(`#${id}`).textContent()).toMatch(/ 1\. [^.]*during “Letters”.* 2\. [^.]*between 33:/);
  });
});
