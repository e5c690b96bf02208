import { expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { type Passage, simulateChart } from "../../../report/demo/listeners.ts";
import { recordWriting } from "../../support/browser.ts";
import { makeChart } from "../../support/report.ts";
import { makeChapters } from "../exact.ts";
import { useReport } from "./report-page.ts";

/** Makes a chart of an hour from its levels. */
function draw(compute: (time: number) => number) {
  const { data, ...chart } = makeChart("g", 100, 60, 1_200);
  return { ...chart, data: data.map(({ time }) => ({ time, percentage: compute(time) })) };
}

const fall = (at: number, share: number) => draw((time) => (100 - time / 100) * (time < at ? 1 : 1 - share));
const replayed = draw((time) => 80 - time / 100 + (time >= 2_400 && time < 2_520 ? 18 : 0));
const others = [
  { source: "apple", chart: fall(1_215, 0.4), listeners: 900 },
  { source: "spotify", chart: replayed, listeners: 900 },
];
const seen = useReport([fall(1_200, 0.3)], [{ title: "Tides", source: "collector", listeners: 500, others }]);

/** Listeners leave during a chapter, and then at a moment. */
const PASSAGES: readonly Passage[] = [
  { kind: "leave", from: 1_200, to: 1_560, share: 0.3 },
  { kind: "leave", from: 2_000, to: 2_012, share: 0.15 },
];
const show = [1, 2, 3, 4, 5, 6, 7, 8, 30].map((seed) => {
  const plan = { guid: `urn:${seed}`, duration: 2_700, listeners: 400, loyalty: 0.6 };
  return simulateChart({ ...plan, passages: seed === 30 ? PASSAGES : [] }, seed);
});
const chapters = makeChapters({ Welcome: 0, News: 95, Letters: 1_200, Talk: 1_560 });
const numbered = useReport(
  show,
  show.map((_, index) => ({ date: `2026-0${index + 1}-01`, listeners: 400, chapters })),
);

describeWith("Chromium", "the moments of an episode", () => {
  it("are one row each, with all sources that see them, and lead to their place", async () => {
    const page = await seen.open();
    const items = page.locator(".moments li");
    await expect
      .poll(async () => (await items.allInnerTexts()).map((text) => text.replace(/\s+/g, " ")))
      .toEqual([
        expect.stringMatching(
          /^3\d % of those present drop off between .* · also Apple Podcasts 4\d % \(\d+ of \d+ plays\)$/,
        ),
        expect.stringMatching(
          /^Spotify: \d\d % of those present replay \(spike\) [34]\d:\d\d to 4\d:\d\d \(\d+ of \d+\)\.$/,
        ),
      ]);
    // Spotify's is not in the plot, which has the curve of another source, so it has no number.
    const numbers = `[...document.querySelectorAll(".moments li")].map((item) => getComputedStyle(item, "::before").content)`;
    expect(await page.evaluate(numbers)).toEqual([expect.stringContaining("counter"), "none"]);
    await items.last().getByRole("button").click();
    await expect.poll(() => new URL(page.url()).hash).toMatch(/zoom=\d+-\d+/);
  });

  it("have the same number in the plot, in the list and for screen readers, also a chapter's loss", async () => {
    const page = await numbered.open();
    await expect
      .poll(() => page.locator(".moments li").allInnerTexts())
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
