import { writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { useFolder } from "../../../../tests/support/process.ts";
import { bundlePage } from "../../../cli/report/page-bundle.ts";
import { addCaptions, addTranscript, compareEpisodes, computeEpisode } from "../../../report/make/data.ts";
import { drawPage } from "../../../report/make/page.ts";
import { formatTime } from "../../../sources/base/times.ts";
import { parseTranscript } from "../../../sources/transcripts/transcript.ts";
import { findViolations, useBrowser } from "../../support/browser.ts";
import { makeTwoCuts } from "../../support/two-cuts.ts";

const { leave, chart, videoDuration: duration, table, transcript, captions } = makeTwoCuts("cut", 40);
const [save, openPage] = [useFolder(), useBrowser()];
const file = save("report.html", "");

const data = table.map(({ position, percentage }) => ({ time: (position / 100) * duration, percentage }));

beforeAll(async () => {
  const curves = [
    { chart, source: "own", listeners: 300 },
    { chart: { guid: "cut", duration, data }, source: "youtube", listeners: 900 },
  ] as const;
  const spoken = addTranscript(
    computeEpisode({ guid: "cut", curves }, { title: "Cuts" }),
    await parseTranscript(transcript),
  );
  const report = compareEpisodes([addCaptions(spoken, await parseTranscript(captions))]);
  const heading = { title: "A report", madeAt: new Date("2026-11-21T00:00:00Z") };
  writeFileSync(file, [...drawPage(heading, report, await bundlePage())].join(""));
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
});
