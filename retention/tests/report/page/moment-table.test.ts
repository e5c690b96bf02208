import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { type Passage, simulateChart } from "../../../report/demo/listeners.ts";
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

const readRows = async (page: Page) =>
  (await page.locator(".moments tbody tr").allInnerTexts()).map((text) => text.replace(/\s+/g, " "));

describeWith("Chromium", "the moments of an episode", () => {
  it("are one row each, with all sources that see them", async () => {
    const page = await seen.open();
    await expect
      .poll(() => readRows(page))
      .toEqual([
        expect.stringMatching(/^1 3\d % leave at 19:59: \d+ of \d+ .* Apple Podcasts 4\d % \(\d+ of \d+ plays\)$/),
        expect.stringMatching(/^2 Spotify: \d\d % replay at [34]\d:\d\d: \d+ of \d+ /),
      ]);
  });

  it("have the same number on the chart and in the table, also a chapter's loss", async () => {
    const page = await numbered.open({ hash: "#episode=urn%3A30" });
    await expect
      .poll(() => readRows(page))
      .toEqual([expect.stringMatching(/^1 .* leave during “Letters”/), expect.stringMatching(/^2 .* leave at 33:/)]);
    expect((await page.locator(".chart text.number").allTextContents()).sort()).toEqual(["1", "2"]);
  });
});
