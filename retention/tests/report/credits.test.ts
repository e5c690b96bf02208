import { describe, expect, it } from "vitest";
import { addCredits } from "../../report/episode/credits.ts";
import { compareFigures, splitAtDate } from "../../report/show/before-after.ts";
import { selectColumns } from "../../report/show/columns.ts";
import { describeShift } from "../../report/show/comparison-sentences.ts";
import type { Chapter } from "../../report/usual/measured.ts";
import { computeUsual } from "../../report/usual/usual.ts";
import { leave, simulate, tellFindings } from "./measured.ts";

const DURATION = 2_700;
const CREDITS = DURATION - 150;

/** Simulates an episode of 45 minutes of which a part leaves at the credits, which are its last chapter. */
const end = (seed: number, share = 0.5, chapter: Chapter = { time: CREDITS, title: "Credits" }) => ({
  ...simulate(seed, [leave(chapter.time, share)], { loyalty: 0.75 }),
  chapters: [{ time: 0, title: "Welcome" }, { time: 400, title: "Talk" }, chapter],
});
const SHOW = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => end(seed));

/** Tells the first of several episodes, beside the others. */
function tell(episodes: Parameters<typeof addCredits>[0]) {
  const [first, ...others] = addCredits(episodes);
  return first && tellFindings(first, [first, ...others]);
}

const SPACE = "\u00a0";
describe("credits", () => {
  it("are told in place of the last 5 %", () => {
    const { insights, summary = "" } = tell(SHOW) ?? {};
    expect(insights?.credits).toBe(CREDITS);
    const { credits = 0, last5percent = 0 } = insights?.figures ?? {};
    expect(last5percent).toBeLessThan(0.6 * credits);
    expect(summary).toMatch(
      new RegExp(`after 1 min .+, ${credits.toFixed(0)}${SPACE}% reach the credits at 42:30 \\(usual [78]\\d\\)\\.`),
    );
    expect(summary).not.toContain("last 5");
  });

  const without = SHOW.map(({ chapters: _, ...episode }) => episode);

  it.each([
    ["no chapter is called so, though most leave there", without],
    ["it is not so in this episode", [...without.slice(0, 1), ...SHOW]],
    ["there are fewer than five others", SHOW.slice(0, 5)],
    ["fewer than five of the others have such a chapter", [...SHOW.slice(0, 5), ...without]],
    ["the chapter has another name", SHOW.map((_, index) => end(index, 0.5, { time: CREDITS, title: "Letters" }))],
    [
      "another chapter follows",
      SHOW.map((episode) => ({
        ...episode,
        chapters: [...episode.chapters, { time: DURATION - 20, title: "Encore" }],
      })),
    ],
    ["it proves little", SHOW.map((episode, index) => (index > 0 ? episode : { ...episode, doubt: "18 listeners" }))],
  ])("are not said where %s", (_, episodes) => {
    const { insights, summary = "" } = tell(episodes) ?? {};
    expect(insights?.credits).toBeUndefined();
    expect(summary).toMatch(/reach the last 5/);
  });

  it("begin with the last chapter, if it is called so in the others, too, however many leave", () => {
    const titles = ["Credits", "Outro", "Abspann", "Générique de fin", "Créditos", "Titoli di coda"];
    const named = SHOW.map((_, index) => {
      return end(100 + index, 0.1, { time: DURATION - 100 - index, title: titles[index % titles.length] ?? "" });
    });
    expect(addCredits(named).map(({ credits }) => credits)).toEqual(named.map(({ chapters }) => chapters[2]?.time));
  });

  it("begin in the last five minutes", () => {
    const find = (time: number) => addCredits(SHOW.map((_, seed) => end(seed, 0.5, { time, title: "Credits" })))[0];
    expect(find(DURATION - 300)?.credits).toBe(DURATION - 300);
    expect(find(DURATION - 301)?.credits).toBeUndefined();
  });
});

describe("who reaches the credits", () => {
  const episodes = addCredits([
    { ...end(9), ...simulate(9, [leave(1_500, 0.4), leave(CREDITS, 0.5)], { loyalty: 0.75 }) },
    ...SHOW,
  ]);
  const [first = SHOW[0]] = episodes;

  it("is what the ending is judged by", () => {
    const { deviations = [], summary } = tell(episodes) ?? {};
    expect(deviations.map(({ figure }) => figure)).toContain("credits");
    expect(deviations.map(({ figure }) => figure)).not.toContain("last5percent");
    expect(summary).toMatch(/This episode differs from the others: /);
    expect(tell(SHOW)?.summary).toMatch(/\bending\b/);
  });

  it("is counted in people, and said of an unusual audience", () => {
    const large = { ...end(10), ...simulate(10, [leave(CREDITS, 0.5)], { loyalty: 0.75, listeners: 2_000 }) };
    const { people, insights, summary } = tell([large, ...SHOW]) ?? {};
    expect(people?.atEnd).toBe(Math.round(((insights?.figures.credits ?? 0) / 100) * (people?.audience ?? 0)));
    expect(summary).toMatch(/: 1,[4-6]\d\d reach the credits, usually [23]\d\d\./);
  });

  it("is said of plays and views at its time", () => {
    const text = tell(SHOW.map((episode) => ({ ...episode, kind: "views" as const })))?.summary;
    expect(text).toMatch(
      new RegExp(
        `of the views \\(usual \\d+\\), at the credits \\(42:\\d\\d\\), \\d+${SPACE}% \\(usual \\d+\\)\\. Replays`,
      ),
    );
  });

  it("has a column in place of that of the last 5 %, which those without credits keep", () => {
    const select = (measured: readonly Parameters<typeof tellFindings>[0][]) => {
      const shown = measured.map((episode) => {
        const { chapters: _, ...findings } = tellFindings(episode, episodes);
        return { guid: "g", title: "t", duration: 1, kind: "peak", profile: "", curve: "", ...findings } as const;
      });
      return selectColumns(shown).flatMap(({ key, name, format }) =>
        key === "credits" || key === "last5percent" ? [[name, ...shown.map(format)]] : [],
      );
    };
    const whole = expect.stringMatching(/^\d\d\u00a0%$/);
    expect(select(episodes.slice(0, 2))).toEqual([["Credits", whole, whole]]);
    expect(select([...episodes.slice(1, 2), simulate(11)])).toEqual([
      ["Credits", whole, "–"],
      ["Completion", "–", whole],
    ]);
  });

  it("is compared before and after a date, and nothing else of the end", () => {
    const compare = (getEnd: (day: number) => number) => {
      const episodes = [10, 11, 12, 13, 14, 15, 16, 17].map((day) => {
        const credits = 60 + (day % 3) + (day < 14 ? 0 : 10);
        const figures = { average: 50 + (day % 2), credits, last5percent: 30 };
        return { date: `2026-01-${day}`, kind: "peak" as const, insights: { end: getEnd(day), figures } };
      });
      return compareFigures(splitAtDate(episodes, "2026-01-14"));
    };
    const shifts = compare(() => DURATION);
    expect(shifts.map(({ figure }) => figure)).toEqual(["average", "credits"]);
    expect(shifts.map((shift) => describeShift(shift, "2026-01-14"))[1]).toMatch(/^At the credits: \d+ points more /);
    expect(compare((day) => DURATION * (day < 14 ? 1 : 2)).map(({ figure }) => figure)).toEqual(["average"]);
  });

  it("is usual only if five others say so", () => {
    const rate = (credits?: number) => ({ figures: { average: 60, last5percent: 30, ...(credits && { credits }) } });
    const compute = (others: ReturnType<typeof rate>[]) => computeUsual({ similar: others, any: others })?.figures;
    const five = [61, 62, 63, 64, 65].map(rate);
    expect(compute(five)).toMatchObject({ credits: 63, last5percent: 30 });
    expect(compute([rate(), ...five.slice(1)])).not.toHaveProperty("credits");
  });

  it("is the same as the level before them, and not after", () => {
    const { credits = 0, figures, curve } = first ?? end(1);
    expect(figures.credits).toBe(curve.getLevel(credits - 5));
    expect(curve.getLevel(credits + 30)).toBeLessThan(0.7 * (figures.credits ?? 0));
  });
});
