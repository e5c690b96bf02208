import { readFileSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import type { Chart } from "../../../../lib/chart.ts";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { useFolder } from "../../../../tests/support/process.ts";
import { bundlePage } from "../../../cli/report/page-bundle.ts";
import { makeDemo } from "../../../report/demo/demo-show.ts";
import { compareEpisodes } from "../../../report/make/compare-episodes.ts";
import { addTranscript, computeEpisode } from "../../../report/make/measure-episode.ts";
import { drawPage } from "../../../report/make/page.ts";
import { parseTranscript } from "../../../sources/transcripts/transcript.ts";
import { useBrowser } from "../../support/browser.ts";
import { makeChart, saveReport } from "../../support/report.ts";

const open = useBrowser();
const save = useFolder();

/** Makes a curve of noise, which hardly compresses. */
function makeNoise(guid: string): Chart {
  let seed = guid.length + 1;
  const data = Array.from({ length: 3_600 }, (_, time) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return { time, percentage: Math.round(9_000 - time + (seed % 400)) / 100 };
  });
  return { guid, duration: 3_600, data };
}

it("a report of many episodes takes less than 10 MB for 1,000 episodes of an hour, even of noise", async () => {
  const small = save("small.html", "");
  const large = save("large.html", "");
  await saveReport(small, [makeNoise("0")]);
  await saveReport(
    large,
    Array.from({ length: 21 }, (_, index) => makeNoise("x".repeat(index))),
  );
  const [first, all] = [statSync(small).size, statSync(large).size];
  expect(first + 999 * ((all - first) / 20)).toBeLessThan(10_000_000);
});

it("a report of the made-up show, with the words of three sources, takes less than 10 MB for 1,000 such episodes", async () => {
  const sizes = [];
  for (const count of [6, 12]) {
    const episodes = makeDemo()
      .slice(0, count)
      .map(async ({ guid, curves: [first, ...others], script, ...name }) => {
        if (!first) throw new Error(`${guid} has no curve.`);
        return addTranscript(computeEpisode({ guid, curves: [first, ...others] }, name), await parseTranscript(script));
      });
    const report = compareEpisodes(await Promise.all(episodes));
    const parts = drawPage({ title: "Tides", madeAt: new Date() }, report, await bundlePage());
    sizes.push(Buffer.byteLength([...parts].join("")));
  }
  const [half = 0, whole = 0] = sizes;
  expect(half + (994 * (whole - half)) / 6).toBeLessThan(10_000_000);
});

it("the file of a report includes the licences of all bundled packages", async () => {
  const file = save("licences.html", "");
  await saveReport(file, [makeNoise("")]);
  const html = readFileSync(file, "utf8");
  const names = html.match(/^d3-[-a-z, 3]+$/gm);
  expect(names?.join()).toMatch(/d3-array.*d3-scale/);
  expect(html.match(/Copyright .*Mike Bostock/g)).toHaveLength(names?.length ?? 0);
});

describeWith("Chromium", "the page of many episodes", () => {
  it("keeps a spike and a drop of one second in 18 hours", async () => {
    const file = save("spike.html", "");
    const data = Array.from({ length: 64_800 }, (_, time) => ({ time, percentage: 50 + (time % 7) }));
    data[40_000] = { time: 40_000, percentage: 100 };
    data[20_000] = { time: 20_000, percentage: 1 };
    await saveReport(file, [{ guid: "spiked", duration: 64_800, data }]);
    const page = await open(file);
    for (const [time, value] of [
      ["40000", "100\u00a0%"],
      ["20000", "1\u00a0%"],
    ] as const) {
      await page.getByRole("slider").fill(time);
      await expect.poll(() => page.locator(".point").textContent()).toContain(value);
    }
  });

  it("lays out more rows when the reader scrolls, and all for printing", async () => {
    const file = save("many.html", "");
    const charts = Array.from({ length: 200 }, (_, index) => makeChart(`urn:${index}`, 100, index % 100, 5, 10));
    await saveReport(file, charts);
    const page = await open(file);
    const rows = page.locator(".episodes tbody tr:visible");
    expect(await rows.count()).toBeLessThan(100);
    await page.getByRole("searchbox").fill("urn:179");
    expect(await rows.count()).toBe(1);
    await page.getByRole("searchbox").fill("");
    for (let count = await rows.count(); count < 200; count = await rows.count()) {
      await rows.nth(count - 1).scrollIntoViewIfNeeded();
      await rows.nth(count).waitFor();
    }
    await page.getByRole("button", { name: "Completion" }).click();
    expect(await page.locator(".episodes tbody tr").first().innerText()).toMatch(/^urn:\d?99\b/);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await rows.count()).toBe(200);
  });
});
