import { expect, it } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { useFolder } from "../support/command.ts";
import { describeWith } from "../support/describe-with.ts";
import { makeChart, saveReport } from "../support/report.ts";

const open = useBrowser();
const file = useFolder()("report.html", "");

describeWith("Chromium", "the moments of an episode", () => {
  it("are one row each, with all sources that see them, and lead to their place", async () => {
    const { data, ...calm } = makeChart("g", 100, 60, 1_200);
    const draw = (compute: (time: number) => number) => ({
      ...calm,
      data: data.map(({ time }) => ({ time, percentage: compute(time) })),
    });
    const fall = (at: number, share: number) => draw((time) => (100 - time / 100) * (time < at ? 1 : 1 - share));
    const replayed = draw((time) => 80 - time / 100 + (time >= 2_400 && time < 2_520 ? 18 : 0));
    const others = [
      { source: "apple", chart: fall(1_215, 0.4), listeners: 900 },
      { source: "spotify", chart: replayed, listeners: 900 },
    ];
    await saveReport(file, [fall(1_200, 0.3)], [{ title: "Tides", source: "collector", listeners: 500, others }]);
    const page = await open(file);
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
});
