import { beforeAll, describe, expect, it } from "vitest";
import { makeDemo } from "../../cli/demo/show.ts";
import { answerShow } from "../../report/answers.ts";
import { composeHeadline } from "../../report/headline.ts";
import { useBrowser } from "../support/browser.ts";
import { useFolder } from "../support/command.ts";
import { describeWith } from "../support/describe-with.ts";
import { findShow, leave, simulate } from "../support/measured.ts";
import { saveReport } from "../support/report.ts";

const open = useBrowser();
const file = useFolder()("demo.html", "");

beforeAll(() => {
  const demo = makeDemo();
  const charts = demo.flatMap(({ curves: [own] }) => own?.chart ?? []);
  return saveReport(
    file,
    charts,
    demo.map(({ title, date, chapters, curves }) => ({ title, date, chapters, listeners: curves[0]?.listeners ?? 0 })),
  );
});

const toPlain = (text = "") => text.replace(/\s+/g, " ");

describe("a finding on a card", () => {
  const makeShow = (opening: (index: number) => number) =>
    Array.from({ length: 24 }, (_, index) => ({
      ...simulate(300 + index, [leave(10, opening(index))]),
      title: `Episode ${index}`,
      date: new Date(Date.UTC(2030, 0, 1 + 7 * index)).toISOString().slice(0, 10),
    }));

  it("has a date if the change is sudden, and leads to that date", () => {
    const [answer] = answerShow(findShow(makeShow((index) => (index < 12 ? 0.35 : 0.1))));
    expect(answer?.card).toMatchObject({ label: "Change", date: "2030-03-26", isSteady: false, figure: "after1min" });
    expect(toPlain(answer?.card?.amount)).toMatch(/^\+2\d points$/);
    expect(toPlain(answer?.card?.claim)).toBe("More stay past the first minute since 26 Mar 2030");
  });

  it("has no date in its words if a steady change explains it as well", () => {
    const step = { figure: "average", date: "2030-02-01", size: -6, isSudden: false } as const;
    const [answer] = answerShow({ ...findShow(makeShow(() => 0.2)), change: { step } });
    expect(answer?.card).toMatchObject({ claim: "Fewer stay on average in later episodes", isSteady: true });
    expect(answer?.line).toMatch(/so the change may also be steady\.$/);
  });
});

describe("an episode's headline", () => {
  const insights = { end: 1_800, figures: { average: 44, last5percent: 20 }, moments: [], unit: "listener" } as const;
  const tell = (more: Partial<Parameters<typeof composeHeadline>[0]>) => {
    const { amount, text } = composeHeadline({ insights, deviations: [], ...more });
    return toPlain(`${amount} ${text}`).trim();
  };
  const loss = { share: 0.24, from: 1_630, to: 1_660 };
  const moment = { kind: "skip", share: 0.3, from: 900, to: 990, before: 60, within: 42, after: 60 } as const;
  const chapters = [{ time: 890, end: 1_800, title: "Sponsor", present: 60, skipped: 0, left: 0 }];

  it.each([
    [{}, "No drop-off stands out"],
    [{ loss }, "24 % drop off at 27:10"],
    [{ loss, chapters }, "24 % drop off at 27:10, in “Sponsor”"],
    [{ loss: { ...loss, chapter: "Letters" } }, "24 % drop off during “Letters”"],
    [{ deviations: [{ figure: "average", value: 44, usual: 51, p: 0.01 }] }, "44 % average, usually 51 %"],
    [{ insights: { ...insights, moments: [moment] } }, "30 % skip 15:00 to 16:30"],
    [{ insights: { ...insights, moments: [moment] }, chapters }, "30 % skip “Sponsor”, 15:00 to 16:30"],
    [{ loss, doubt: "12 listeners" }, "Too little to go by: 12 listeners"],
  ] as const)("is its point in few words", (more, text) => {
    expect(tell(more)).toBe(text);
  });
});

describeWith("Chromium", "the cards of a report", () => {
  it("begin with the episode that they are about, and lead to its place, by an address", async () => {
    const { page, close } = await open(file, { reducedMotion: "reduce" });
    await expect.poll(() => page.locator(".title").innerText()).toBe("Salt, and who paid for it");
    expect(toPlain(await page.locator(".headline").innerText())).toMatch(
      /^2\d % drop off at 27:\d\d, in “The answer”$/,
    );
    await page.getByRole("link", { name: /skip “Sponsor”/ }).click();
    await expect.poll(() => page.locator(".title").innerText()).toBe("The last foghorn");
    expect(new URL(page.url()).hash).toMatch(/^#episode=demo-12&at=\d+$/);
    expect(await page.locator(".moments .is-marked").count()).toBe(1);
    await page.getByRole("link", { name: /^Drop-off/ }).click();
    await expect.poll(() => page.locator(".title").innerText()).toBe("Salt, and who paid for it");
    await expect.poll(() => page.locator(".point").innerText()).toMatch(/^At 27:/);
    await page.goBack();
    await expect.poll(() => page.locator(".title").innerText()).toBe("The last foghorn");
    await close();
  });

  it("set the date that was searched, of which the verdict claims no sudden change", async () => {
    const { page, close } = await open(file, { reducedMotion: "reduce" });
    await page.getByRole("link", { name: /Compare before and after/ }).click();
    await expect.poll(() => page.locator(".date").inputValue()).toBe("2026-02-19");
    expect(new URL(page.url()).hash).toContain("date=2026-02-19");
    const verdict = await page.locator(".verdict").innerText();
    expect(verdict).not.toMatch(/more than a steady change explains/);
    expect(verdict).toMatch(/Of all dates, the report found this one to fit best\.$/);
    await close();
  });

  it("have the whole sentence with its reservations, on paper, too", async () => {
    const { page, close } = await open(file);
    const whole = page.locator(".why p").first();
    expect(await whole.isVisible()).toBe(false);
    await page.getByText("In full").first().click();
    expect(toPlain(await whole.innerText())).toMatch(/^From 2026-02-19 on, more stay: .* may also be steady\.$/);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator(".why p:visible").count()).toBe(await page.locator(".why").count());
    await close();
  });
});
