import { writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { useFolder } from "../../../../tests/support/process.ts";
import { bundlePage } from "../../../cli/report/page-bundle.ts";
import { compareEpisodes } from "../../../report/make/compare-episodes.ts";
import { addCaptions } from "../../../report/make/episode-cut.ts";
import { addTranscript, computeEpisode } from "../../../report/make/measure-episode.ts";
import { drawPage } from "../../../report/make/page.ts";
import { formatTime } from "../../../sources/base/times.ts";
import { parseTranscript } from "../../../sources/transcripts/transcript.ts";
import { findViolations, useBrowser } from "../../support/browser.ts";
import { makeTwoCuts } from "../../support/two-cuts.ts";

const { leave, chart, videoDuration: duration, table, transcript, captions } = makeTwoCuts("cut", 40);
const [save, openPage] = [useFolder(), useBrowser()];
const [file, lone, alone] = [save("report.html", ""), save("lone.html", ""), save("alone.html", "")];

const data = table.map(({ position, percentage }) => ({ time: (position / 100) * duration, percentage }));

const own = { chart, source: "own", listeners: 300 } as const;
const video = { chart: { guid: "cut", duration, data }, source: "youtube", listeners: 900 } as const;

async function compare(curves: Parameters<typeof computeEpisode>[0]["curves"]) {
  const episode = computeEpisode({ guid: "cut", curves }, { title: "Cuts", audio: "https://a.test/cuts.mp3" });
  const spoken = addTranscript(episode, await parseTranscript(transcript));
  return compareEpisodes([addCaptions(spoken, await parseTranscript(captions))]);
}

beforeAll(async () => {
  const report = await compare([own, video]);
  // In the middle of what only the video has.
  const apart = report.episodes[0]?.sources?.[1]?.timed?.apart ?? [];
  const place = apart.findIndex(({ from, other }) => from > 60 && other > 30);
  const shift = apart.slice(0, place).reduce((sum, { own, other }) => sum + other - own, 0);
  const { from = 0, other: length = 0 } = apart[place] ?? {};
  const at = from + shift + length / 2;
  const points = data.map(({ time }) => ({ time, percentage: (time < at ? 100 : 67) - time / 200 }));
  const inVideo = { ...video, chart: { ...video.chart, data: points } };
  const bundle = await bundlePage();
  const heading = { title: "A report", madeAt: new Date("2026-11-21T00:00:00Z") };
  const pages = [
    [file, report],
    [lone, await compare([video])],
    [alone, await compare([own, inVideo])],
  ] as const;
  for (const [path, compared] of pages) writeFileSync(path, [...drawPage(heading, compared, bundle)].join(""));
});

const readLegend = (page: Page) => page.locator(".legend").innerText();

describeWith("Chromium", "a video that is another cut", () => {
  it("has each moment once, at the audio's time, with its own beside it, and is said to be another cut", async () => {
    const page = await openPage(file, {});
    await expect.poll(() => page.locator(".moments tbody tr").count()).toBe(1);
    const row = await page.locator(".moments tbody tr").innerText();
    const [, own = "", video = ""] =
      /leave at (\d+:\d\d): \d+ of 300.*YouTube \d+.% \(\d+ of \d+ views; at (\d+:\d\d) of the video\)/s.exec(row) ??
      [];
    const toSeconds = (text: string) => text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
    expect(Math.abs(toSeconds(own) - leave.audio), `${row}, ${formatTime(leave.audio)}`).toBeLessThan(20);
    expect(Math.abs(toSeconds(video) - leave.video), `${row}, ${formatTime(leave.video)}`).toBeLessThan(40);
    expect(await readLegend(page)).toMatch(
      /^The video is another cut: it lacks \d:\d\d of the audio and has \d:\d\d that the audio lacks\. /,
    );
  });

  it("is compared at the audio's times, with hatches over what it lacks and the length of what it has alone", async () => {
    const page = await openPage(file, {});
    await page.getByRole("button", { name: "Compare platforms" }).click();
    await expect.poll(() => page.locator(".chart path.apart.slot-1").count()).toBe(4);
    expect(await page.locator(".chart text.letter", { hasText: /^\+\d:\d\d$/ }).count()).toBe(2);
    expect(await readLegend(page)).toContain("Times are the audio's. The video is another cut: it lacks ");
    expect(await readLegend(page)).toContain("hatched: not in the video; + only in the video");
    expect(await findViolations(page)).toEqual([]);
  });

  it("says when its moments are in the audio, if its curve leads", async () => {
    const page = await openPage(lone, {});
    await expect
      .poll(() => page.locator(".moments tbody tr").allInnerTexts())
      .toEqual([expect.stringMatching(/^1 \d+.% leave at (\d+:\d\d) \(in the audio \d+:\d\d to \d+:\d\d\): /)]);
    const [start] = /#t=\d+$/.exec((await page.locator(".moments a.listen").getAttribute("href")) ?? "") ?? [];
    expect(Math.abs(Number(start?.slice(3)) - leave.audio)).toBeLessThan(30);
    expect(await page.locator(".chart path.apart").count()).toBe(4);
    expect(await page.locator(".chart text.letter", { hasText: /^\+\d:\d\d$/ }).count()).toBe(2);
    expect(await readLegend(page)).toContain("hatched: not in the audio; + only in the audio");
  });

  it("is no place of the audio's curve where it alone has something", async () => {
    const page = await openPage(alone, {});
    const rows = page.locator(".moments tbody tr");
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.nth(1).innerText()).toMatch(
      /^2 YouTube: \d+.% leave at \d+:\d\d \(only in the video, at \d+:\d\d of the audio\): \d+ of \d+ views/,
    );
    expect(await rows.nth(1).locator("a.listen").count()).toBe(0);
    expect(await page.locator(".chart text.number").allTextContents()).toEqual(["1"]);
  });
});
