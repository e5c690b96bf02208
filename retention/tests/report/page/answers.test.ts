import { expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { type Passage, type Plan, simulateChart } from "../../../report/demo/listeners.ts";
import type { Details } from "../../support/report.ts";
import { makeChapters } from "../exact.ts";
import { useReport } from "./report-page.ts";

/** What is planted into an episode, of half an hour and 600 listeners unless it says otherwise. */
type Planted = Details & Partial<Pick<Plan, "passages">>;

const leave = (from: number, to: number, share: number): Passage => ({ kind: "leave", from, to, share });

/** A part of those who start leaves within the first minute, as in any episode. */
const usual = leave(5, 45, 0.16);

function simulate(guid: string, seed: number, { passages = [usual], listeners = 600 }: Planted) {
  return simulateChart({ guid, duration: 1_800, listeners, loyalty: 0.7, passages }, seed);
}

const PARTS = makeChapters({ Opening: 0, "The story": 400, Advertisement: 900, "The end of the story": 990 });
const SHOW: [title: string, planted: Planted][] = [
  ...Array.from({ length: 10 }, (_, index): [string, Planted] => [`episode ${index + 1}`, {}]),
  ["cliff", { passages: [usual, leave(1_000, 1_008, 0.3)], audio: "https://example.com/cliff.mp3?a=1" }],
  ["skip", { passages: [usual, { kind: "skip", from: 895, to: 990, share: 0.3 }], chapters: PARTS }],
  [
    "two sources",
    {
      others: [
        {
          source: "collector",
          listeners: 500,
          chart: simulate("two sources", 77, { passages: [usual, leave(500, 900, 0.5)], listeners: 500 }),
        },
      ],
    },
  ],
  ["few", { listeners: 12, passages: [leave(300, 305, 0.8)] }],
];
const { open } = useReport(
  SHOW.map(([guid, planted], index) => simulate(guid, index + 1, planted)),
  SHOW.map(([title, { passages: _, ...details }], index) => {
    const date = `2026-01-${String(index + 1).padStart(2, "0")}`;
    return { title, date, source: "spotify", listeners: 600, ...details };
  }),
);

/** Opens a report at an episode, and reads what it says of it. White space in a line is as a reader sees it. */
async function read(guid: string) {
  const page = await open({ hash: `#episode=${encodeURIComponent(guid)}` });
  await page.locator(".chosen .value").first().waitFor();
  const readAll = async (selector: string) => (await page.locator(selector).allInnerTexts()).map(toPlain);
  return {
    page,
    summary: (await readAll(".headline, .exact, .summary")).filter(Boolean).join(" | "),
    moments: await readAll(".moments li"),
    readAll,
  };
}

const toPlain = (text: string) => text.replace(/\s+/g, " ");

describeWith("Chromium", "a report says of an episode", () => {
  it("where listeners leave, with their number, and offers the audio there", async () => {
    const { summary, moments, page } = await read("cliff");
    expect(summary).toMatch(
      /^(2\d|3\d) % drop off at 16:[34]\d \| of those there: 1\d\d of \d\d\d · 16:[34]\d to 1[67]:\d\d \| \d\d % are still there/,
    );
    expect(moments).toHaveLength(1);
    const href = await page.getByRole("link", { name: /^▶\sListen from 16:\d\d$/ }).getAttribute("href");
    const [, time] = /^https:\/\/example\.com\/cliff\.mp3\?a=1#t=(\d+)$/.exec(href ?? "") ?? [];
    expect(Number(time)).toBeGreaterThan(970);
    expect(Number(time)).toBeLessThan(1_000);
  });

  it("that a passage is skipped, and in which chapter, and that this is no loss", async () => {
    const { summary, moments, readAll } = await read("skip");
    expect(moments).toEqual([
      expect.stringMatching(/^\d\d % of those present skip \(dip\) 1[45]:\d\d to 16:\d\d .* in “Advertisement”$/),
    ]);
    expect(summary).toMatch(
      /^\d\d % skip “Advertisement”, 1[45]:\d\d to 16:\d\d \| of those there: \d+ of \d+ \| No drop-off stands out\. /,
    );
    expect(await readAll(".chapters tbody tr")).toEqual([
      expect.stringMatching(/^Opening 0:00 \d+ % – /),
      expect.stringMatching(/^The story 6:40 \d\d % – /),
      expect.stringMatching(/^Advertisement 15:00 \d\d % [23]\d % /),
      expect.stringMatching(/^The end of the story 16:30 \d\d % – /),
    ]);
  });

  it("that no moment stands out where there is only noise, with figures beside their usual", async () => {
    const { summary, moments, readAll } = await read("episode 4");
    expect(summary).toMatch(
      /^No drop-off stands out \| \d\d % are still there after 1 min \(usual \d\d\), \d\d % reach the last 5 % \(usual \d\d\)\./,
    );
    expect(moments).toEqual(["No moment stands out."]);
    expect(await readAll(".figures tbody tr")).toEqual([
      expect.stringMatching(/^Still there after 30 s \d\d % \d\d %$/),
      expect.stringMatching(/^after 1 min \d\d % \d\d %$/),
      expect.stringMatching(/^after 5 min \d\d % \d\d %$/),
      expect.stringMatching(/^Completion \(reach the last 5 %\) \d\d % \d\d %$/),
      expect.stringMatching(/^On average, of the peak \d\d % \d\d %$/),
      expect.stringMatching(/^Listeners in the last 5 % \d+ \d+$/),
    ]);
  });

  it("where its sources differ, and draws them as shares of those present at 1:00", async () => {
    const { page } = await read("two sources");
    expect(toPlain((await page.locator(".sources-text").textContent()) ?? "")).toMatch(
      /^Of those present at 1:00, still there at \d\d:\d\d: Spotify \d\d %, your own listeners \d\d %; they differ from \d\d?:\d\d on\.$/,
    );
    expect(await page.locator(".list tbody tr", { hasText: "two sources" }).innerText()).toMatch(
      "your own listeners, Spotify",
    );
    expect(await page.locator(".hint").innerText()).toMatch(
      /^Each dot is one of \d+ episodes; \d+ of another kind of source, without a date or with a curve that proves little can't be compared\. Click /,
    );
    await page.getByRole("button", { name: "Sources", exact: true }).click();
    await expect.poll(() => page.locator(".chosen .name").allInnerTexts()).toEqual(["your own listeners", "Spotify"]);
    expect(new URL(page.url()).hash).toBe("#episode=two+sources&view=sources");
    await page.getByRole("slider").fill("59");
    expect(await page.locator(".chosen .value").allInnerTexts()).toEqual(["–", "–"]);
    await page.getByRole("slider").fill("60");
    expect(await page.locator(".chosen .value").allInnerTexts()).toEqual(["100\u00a0%", "100\u00a0%"]);
  });

  it("nothing that compares it, if its curve proves little", async () => {
    const { summary, page, readAll } = await read("few");
    expect(summary).toMatch(/^Too little to go by: 12 listeners \| /);
    expect(summary).not.toMatch(/usual/);
    expect(await page.locator(".legend").innerText()).not.toMatch(/Grey/);
    expect((await readAll(".list tbody label")).at(-1)).toBe("few");
    const row = page.locator(".list tbody tr", { hasText: "proves little: 12 listeners" });
    expect(await row.locator("[data-key=usual]").innerText()).toBe("–");
    await page.getByRole("button", { name: "vs. usual" }).click();
    expect((await readAll(".list tbody label")).at(-1)).toBe("few");
  });
});
