import { expect, it } from "vitest";
import { describeWith } from "../../../../tests/support/describe-with.ts";
import { type EpisodePlan, type Passage, simulateChart } from "../../../report/demo/listeners.ts";
import type { Details } from "../../support/report.ts";
import { makeChapters } from "../exact.ts";
import { useReport } from "./report-page.ts";

/** What is planted into an episode, of half an hour and 600 listeners unless it says otherwise. */
type Planted = Details & Partial<Pick<EpisodePlan, "passages">>;

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
  await page.locator(".chart .curve").waitFor();
  const readAll = async (selector: string) => (await page.locator(selector).allInnerTexts()).map(toPlain);
  return { page, moments: await readAll(".moments tbody tr"), figures: await readAll("dl.figures div"), readAll };
}

const toPlain = (text: string) => text.replace(/\s+/g, " ");

describeWith("Chromium", "a report says of an episode", () => {
  it("where listeners leave, with their number, and offers the audio there", async () => {
    const { figures, moments, page, readAll } = await read("cliff");
    expect(figures.at(-1)).toMatch(/^leave at 16:[34]\d: 1\d\d of \d\d\d (2\d|3\d) %$/);
    expect(moments).toHaveLength(1);
    expect(await readAll(".label strong")).toEqual([expect.stringMatching(/% leave at 16:[34]\d: 1\d\d of \d\d\d$/)]);
    const href = await page
      .getByRole("link", { name: /^▶\sListen from 16:\d\d$/ })
      .first()
      .getAttribute("href");
    const [, time] = /^https:\/\/example\.com\/cliff\.mp3\?a=1#t=(\d+)$/.exec(href ?? "") ?? [];
    expect(Number(time)).toBeGreaterThan(970);
    expect(Number(time)).toBeLessThan(1_000);
  });

  it("that a passage is skipped, and in which chapter, and that this is no loss", async () => {
    const { moments, page } = await read("skip");
    expect(moments).toEqual([expect.stringMatching(/^1 \d\d % skip at 1[45]:\d\d: \d+ of \d+ .* Advertisement$/)]);
    const chapters = (await page.locator(".chapters li").allTextContents()).map(toPlain);
    expect(chapters).toEqual([
      expect.stringMatching(/^Opening 0:00 −\d+ %$/),
      expect.stringMatching(/^The story 6:40 −\d+ %$/),
      expect.stringMatching(/^Advertisement 15:00 [23]\d % skip$/),
      expect.stringMatching(/^The end of the story 16:30 −\d+ %$/),
    ]);
  });

  it("nothing of moments where there is only noise, with figures beside their usual", async () => {
    const { moments, figures } = await read("episode 4");
    expect(moments).toEqual([]);
    expect(figures).toEqual([
      expect.stringMatching(/^after 1 min · usual \d\d \d\d %$/),
      expect.stringMatching(/^on average, of the peak · usual \d\d \d\d %$/),
      expect.stringMatching(/^reach the last 5 % · usual \d\d \d\d %$/),
      expect.stringMatching(/^listeners in the last 5 % · usual \d+ \d+$/),
    ]);
  });

  it("where its sources differ, and draws them as shares of those present at 1:00", async () => {
    const { page, readAll } = await read("two sources");
    await page.getByRole("button", { name: "Compare platforms" }).click();
    await expect
      .poll(() => page.locator(".compared tbody th").allInnerTexts())
      .toEqual(["A your own listeners", "B Spotify"]);
    expect(toPlain((await page.locator(".legend").textContent()) ?? "")).toMatch(
      /^Of those present at 1:00, still there at \d\d:\d\d: Spotify \d\d %, your own listeners \d\d %; they differ from \d\d?:\d\d on\.$/,
    );
    expect(toPlain((await page.locator(".chart svg text").allTextContents()).join(" "))).toContain(
      "100 % = those there at 1:00 on each platform",
    );
    expect(new URL(page.url()).hash).toBe("#episode=two+sources&view=sources");
    // Its figures are of the same base, and its colour is that of Spotify in all other episodes.
    await page.getByRole("slider").fill("300");
    expect(await readAll(".compared thead th")).toEqual([
      ...["Of those there at 1:00", "At 5:00", "Listeners", "At 5:00", "Halfway", "In the last 5 %"],
    ]);
    expect(await page.locator("dl.figures > div").count()).toBe(0);
    expect(await page.locator(".compared .slot-0").innerText()).toBe("B");
    const levels = await page.locator(".compared td:is(.here, :nth-child(4))").allInnerTexts();
    expect(levels[0]).toBe(levels[1]);
    await page.getByRole("slider").fill("59");
    expect(await page.locator(".compared td.here").allInnerTexts()).toEqual(["–", "–"]);
    await page.getByRole("slider").fill("60");
    expect(await page.locator(".compared td.here").allInnerTexts()).toEqual(["100\u00a0%", "100\u00a0%"]);
  });

  it("nothing that compares it, if its curve proves little", async () => {
    const { page, readAll, figures } = await read("few");
    expect(await readAll(".early")).toEqual([expect.stringMatching(/^This curve has only 12 listeners, /)]);
    expect(figures.join(" ")).not.toMatch(/usual/);
    await page.getByRole("link", { name: "All episodes" }).click();
    expect((await readAll(".episodes tbody .name")).at(-1)).toBe("few");
    const row = page.locator(".episodes tbody tr", { hasText: "proves little: 12 listeners" });
    expect(await row.locator("[data-key=usual]").innerText()).toBe("–");
    await page.getByRole("button", { name: "vs. usual" }).click();
    expect((await readAll(".episodes tbody .name")).at(-1)).toBe("few");
  });
});
