import { expect, it } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { useFolder } from "../support/command.ts";
import { describeWith } from "../support/describe-with.ts";
import { makeChart, saveReport } from "../support/report.ts";

const open = useBrowser();
const file = useFolder()("report.html", "");

/** Loses a share from a time on, seen in bins of so many seconds. */
const fall = (time: number, at: number, share: number) => (100 - time / 100) * (time < at ? 1 : 1 - share);

describeWith("Chromium", "the moments of an episode", () => {
  it("are those of each source, so that a replay is seen where plays are counted", async () => {
    const { data, ...calm } = makeChart("g", 100, 60, 1_200);
    const draw = (compute: (time: number) => number) => ({
      ...calm,
      data: data.map(({ time }) => ({ time, percentage: compute(time) })),
    });
    const own = draw((time) => 100 - time / 100);
    const played = draw((time) => 80 - time / 100 + (time >= 1_500 && time < 1_620 ? 18 : 0));
    const others = [{ source: "apple", chart: played, listeners: 900 }];
    await saveReport(file, [own], [{ title: "Tides", source: "collector", listeners: 500, others }]);
    const page = await open(file);
    const item = page.locator(".moments li");
    await expect
      .poll(() => item.allInnerTexts())
      .toEqual([
        expect.stringMatching(
          /^Apple Podcasts: \d\d.% of those present replay \(spike\) 2\d:\d\d to 2\d:\d\d \(\d+ of \d+ plays\)\.$/,
        ),
      ]);
    // It is not in the plot, which has the curve of another source, so it has no number.
    const number = `getComputedStyle(document.querySelector(".moments li"), "::before").content`;
    expect(await page.evaluate(number)).toBe("none");
    await item.getByRole("button").click();
    await expect.poll(() => new URL(page.url()).hash).toMatch(/zoom=\d+-\d+/);
  });

  it("are one row each, with all sources that see them", async () => {
    const { data, ...calm } = makeChart("g", 100, 60, 1_200);
    const draw = (at: number, share: number) => ({
      ...calm,
      data: data.map(({ time }) => ({ time, percentage: fall(time, at, share) })),
    });
    const others = [
      { source: "apple", chart: draw(1_215, 0.4), listeners: 900 },
      { source: "spotify", chart: draw(2_400, 0.4), listeners: 900 },
    ];
    await saveReport(file, [draw(1_200, 0.3)], [{ title: "Tides", source: "collector", listeners: 500, others }]);
    const page = await open(file);
    await expect
      .poll(async () => (await page.locator(".moments li").allInnerTexts()).map((text) => text.replace(/\s+/g, " ")))
      .toEqual([
        expect.stringMatching(
          /^3\d % of those present drop off between .* · also Apple Podcasts 4\d % \(\d+ of \d+ plays\)$/,
        ),
        expect.stringMatching(/^Spotify: 4\d % of those present drop off between [34]\d:/),
      ]);
  });
});
