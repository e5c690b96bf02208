import { beforeAll, describe, expect, it } from "vitest";
import { type Passage, simulateChart } from "../../bench/report/listeners.ts";
import { findBrowser, useBrowser } from "../support/browser.ts";
import { useFolder } from "../support/command.ts";
import { type Details, saveReport } from "../support/report.ts";

const open = useBrowser();
const file = useFolder()("report.html", "");

interface Planned extends Details {
  readonly guid: string;
  readonly passages?: readonly Passage[];
  readonly duration?: number;
  readonly loyalty?: number;
}

/** Ten typical episodes, the second five with a better opening, and others with what their names say. */
const PLANNED: readonly Planned[] = [
  ...Array.from({ length: 10 }, (_, index) => ({
    guid: `typical ${index}`,
    date: `2026-01-${10 + index}`,
    passages: [{ kind: "leave", from: 10, to: 45, share: index < 5 ? 0.16 : 0.06 } as const],
  })),
  { guid: "cliff", date: "2026-02-01", passages: [{ kind: "leave", from: 270, to: 274, share: 0.5 }] },
  {
    guid: "skip",
    date: "2026-02-02",
    passages: [{ kind: "skip", from: 900, to: 990, share: 0.25 }],
    chapters: [
      { time: 0, title: "Opening" },
      { time: 900, title: "Advertisement" },
    ],
  },
  { guid: "replay", date: "2026-02-03", passages: [{ kind: "replay", from: 1_200, to: 1_260, share: 0.2 }] },
  { guid: "noise", date: "2026-02-04" },
  { guid: "few", date: "2026-02-05", listeners: 12 },
  { guid: "short", date: "2026-02-06", duration: 290, loyalty: 1 },
  { guid: "long", date: "2026-02-07", duration: 5_400, loyalty: 0.9 },
];

beforeAll(() => {
  const charts = PLANNED.map(({ guid, passages = [], duration = 1_800, listeners = 600, loyalty = 0.97 }, index) =>
    simulateChart({ guid, duration, listeners, loyalty, passages }, index + 1),
  );
  const details = PLANNED.map(({ guid, date, listeners = 600, chapters }) => {
    return { title: guid, date, listeners, source: "spotify", ...(chapters && { chapters }) } as Details;
  });
  return saveReport(file, charts, details);
});

async function read(guid: string) {
  const { page, close } = await open(file, {}, `#episode=${encodeURIComponent(guid)}`);
  await page.locator(".chosen .value").first().waitFor();
  const answer = {
    summary: await page.locator(".summary").innerText(),
    moments: await page.locator(".moments li").allInnerTexts(),
  };
  return { page, close, ...answer };
}

describe.skipIf(!findBrowser())("a report says", () => {
  it("where listeners leave", async () => {
    const { summary, moments, close } = await read("cliff");
    expect(summary).toMatch(/^(Half|4\d %|5\d %) of the listeners leave between 4:(29|3\d) and 4:3\d\. /);
    expect(moments).toHaveLength(1);
    await close();
  });

  it("that a passage is skipped, and in which chapter", async () => {
    const { summary, moments, close } = await read("skip");
    expect(moments).toEqual([
      expect.stringMatching(/ of the listeners skip 15:0\d to 16:[23]\d\. \d+ → \d+ → \d+ % in “Advertisement”$/),
    ]);
    expect(summary).toMatch(/^Listeners leave little by little: at no moment do many leave\./);
    await close();
  });

  it("that a passage is replayed, and its end is no loss", async () => {
    const { summary, moments, close } = await read("replay");
    expect(moments).toEqual([expect.stringMatching(/ of the listeners replay (19:5\d|20:0\d) to 2[01]:\d\d\. /)]);
    expect(summary).toMatch(/^Listeners leave little by little/);
    await close();
  });

  it("that nothing happens where there is only noise", async () => {
    const { summary, moments, close } = await read("noise");
    expect(moments).toEqual(["No moment stands out."]);
    expect(summary).toMatch(/^Listeners leave little by little/);
    await close();
  });

  it("which episodes are typical", async () => {
    for (const [guid, sentence] of [
      ["typical 3", /reach the end; usual for this show: \d\d %\. This episode is typical\.$/],
      ["cliff", /This episode is not typical: its average is 3\d points below usual\.$/],
    ] as const) {
      const { summary, page, close } = await read(guid);
      expect(summary).toMatch(sentence);
      expect(await page.locator(".legend-usual").innerText()).toMatch(/the middle half of 15 other episodes\.$/);
      await close();
    }
    const { page, close } = await open(file);
    expect(await page.locator(".answer").nth(1).innerText()).toMatch(
      /^Not typical for this show: “cliff” \(3\d points below usual\)/,
    );
    expect(await page.locator("tr.is-unusual label").allInnerTexts()).toContain("cliff");
    await close();
  });

  it("which episode keeps its listeners longest, in minutes, and sorts curves that prove little last", async () => {
    const { page, close } = await open(file);
    expect(await page.locator(".answer").first().innerText()).toMatch(
      /^Listeners stay longest with “long”: on average, 1:/,
    );
    const titles = page.locator(".list tbody label");
    await page.getByRole("button", { name: "Heard" }).click();
    expect((await titles.allInnerTexts())[0]).toBe("long");
    expect(await titles.last().innerText()).toBe("few");
    await page.getByRole("button", { name: "Heard" }).click();
    expect(await titles.last().innerText()).toBe("few");
    await page.getByText("proves little: 12 listeners").first().waitFor();
    await close();
  });

  it("whether a new opening is better", async () => {
    const { page, close } = await open(file);
    await page.getByLabel("Compare with the episodes from").fill("2026-01-15");
    const verdict = page.locator(".verdict");
    await expect.poll(() => verdict.innerText()).toMatch(/^After 1 minute, \d\d % are still there since 2026-01-15/);
    expect(await verdict.innerText()).toMatch(/The opening has become better: \d+ points\./);
    expect(await page.locator(".figures tbody tr").first().innerText()).toMatch(
      /^Still there after 1 minute\s.*\+\d+ points$/,
    );
    await page.getByLabel("Compare with the episodes from").fill("2026-02-04");
    await expect.poll(() => verdict.innerText()).toMatch(/Too few episodes to tell more\./);
    await close();
  });

  it("what happens at a moment when the reader zooms there, and in the first minutes", async () => {
    const { page, close } = await read("cliff");
    const slider = page.getByRole("slider");
    await page.locator(".moments button").click();
    await expect.poll(async () => Number(await slider.getAttribute("max"))).toBeLessThan(400);
    expect(Number(await slider.getAttribute("min"))).toBeGreaterThan(150);
    await page.getByRole("button", { name: "First 5 minutes" }).click();
    await expect.poll(() => slider.getAttribute("max")).toBe("300");
    await page.getByRole("button", { name: "Whole length" }).click();
    await expect.poll(() => slider.getAttribute("max")).toBe("1800");
    await close();
  });
});
