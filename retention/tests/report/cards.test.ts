import { describe, expect, it } from "vitest";
import { composeHeadline, findToldMoment } from "../../report/episode/headline.ts";
import { compareEpisodes, computeEpisode } from "../../report/make/data.ts";
import { drawCards } from "../../report/make/drawn-cards.ts";
import { answerShow } from "../../report/show/show-answers.ts";
import { makeChart } from "../support/report.ts";
import { makeDate } from "./exact.ts";
import { findShow, leave, simulate } from "./measured.ts";

const toPlain = (text = "") => text.replace(/\s+/g, " ");

describe("a finding on a card", () => {
  const makeShow = (opening: (index: number) => number) =>
    Array.from({ length: 24 }, (_, index) => ({
      ...simulate(300 + index, [leave(10, opening(index))]),
      title: `Episode ${index}`,
      date: makeDate(index),
    }));
  const example = { guid: "first", title: "Tides", from: 300, to: 360 };
  const habit = { title: "Sponsor", name: "sponsor", kind: "skip", share: 0.26, episodes: 24, example } as const;

  it("has a date if the change is sudden, and leads to that date", () => {
    const [answer] = answerShow(findShow(makeShow((index) => (index < 12 ? 0.35 : 0.1))));
    expect(answer?.card).toMatchObject({ label: "Change", date: "2030-03-26", figure: "after1min" });
    expect(toPlain(answer?.card?.amount)).toMatch(/^\+2\d points$/);
    expect(toPlain(answer?.card?.claim)).toBe("More stay past the first minute since 26 Mar 2030");
  });

  it("has no date in its words if a steady change explains it as well", () => {
    const step = { figure: "average", date: "2030-02-01", size: -6, isSudden: false } as const;
    const [answer] = answerShow({ ...findShow(makeShow(() => 0.2)), change: { step } });
    expect(answer?.card).toMatchObject({ claim: "Fewer stay on average in later episodes" });
  });

  it.each([
    [{ change: { openingTrend: 0.5 } }, "Trend +5 points More stay past the first minute, every 10 episodes"],
    [{ change: {}, habits: [habit] }, "Skip (dip) 26 % skip “Sponsor” in most episodes"],
  ])("says what changes steadily, or what most skip", (found, text) => {
    const [answer] = answerShow({ ...findShow(makeShow(() => 0.2)), ...found });
    expect(toPlain(`${answer?.card?.label} ${answer?.card?.amount} ${answer?.card?.claim}`)).toBe(text);
  });
});

describe("an episode's headline", () => {
  const insights = { end: 1_800, figures: { average: 44, last5percent: 20 }, moments: [], unit: "listener" } as const;
  const compose = (more: Partial<Parameters<typeof composeHeadline>[0]>) =>
    composeHeadline({ insights, deviations: [], notes: [], ...more });
  const tell = (more: Partial<Parameters<typeof composeHeadline>[0]>) => {
    const { amount, text } = compose(more);
    return toPlain(`${amount} ${text}`).trim();
  };
  const loss = { share: 0.24, from: 1_630, to: 1_660 };
  const moment = { kind: "skip", share: 0.3, from: 900, to: 990, before: 60, within: 42, after: 60 } as const;
  const chapters = [{ time: 890, end: 1_800, title: "Sponsor", present: 60, skipped: 0, left: 0 }];

  it.each([
    [{}, undefined],
    [{ insights: { ...insights, moments: [moment] } }, moment],
    [
      { insights: { ...insights, moments: [moment, { ...moment, ...loss, kind: "loss" }] }, loss },
      { ...moment, ...loss, kind: "loss" },
    ],
    [{ loss: { ...loss, chapter: "Letters" }, insights: { ...insights, moments: [moment] } }, undefined],
    [{ doubt: "12 listeners", insights: { ...insights, moments: [moment] } }, undefined],
    [
      {
        deviations: [{ figure: "average", value: 44, usual: 51, p: 0.01 }],
        insights: { ...insights, moments: [moment] },
      },
      undefined,
    ],
  ] as const)("is about the moment whose words stand below it, if it is about one: %#", (more, told) => {
    expect(findToldMoment({ insights, deviations: [], notes: [], ...more })).toEqual(told);
  });

  it.each([
    [{}, "No drop-off stands out"],
    [{ loss }, "24 % drop off at 27:10"],
    [{ loss, chapters }, "24 % drop off at 27:10, in “Sponsor”"],
    [{ loss: { ...loss, chapter: "Letters" } }, "24 % drop off during “Letters”"],
    [{ deviations: [{ figure: "average", value: 44, usual: 51, p: 0.01 }] }, "44 % average, usually 51 %"],
    [{ insights: { ...insights, moments: [moment] } }, "30 % skip 15:00 to 16:30"],
    [{ insights: { ...insights, moments: [moment] }, chapters }, "30 % skip “Sponsor”, 15:00 to 16:30"],
    [{ insights: { ...insights, moments: [{ ...moment, kind: "replay" }] } }, "30 % replay 15:00 to 16:30"],
    [{ loss, doubt: "12 listeners" }, "Too little to go by: 12 listeners"],
    [{ insights: { ...insights, isOfFew: true } }, "No drop-off can be told from chance"],
  ] as const)("is its point in few words", (more, text) => {
    expect(tell(more)).toBe(text);
  });

  const drop = { ...moment, ...loss, kind: "loss", usual: 0.08 } as const;
  const notes = ["44 % reach the last 5 %."];

  it.each([
    [
      { loss, insights: { ...insights, moments: [drop], whole: 500 } },
      "of those there: 72 of 300 · 27:10 to 27:40 · usual there: 8 %",
    ],
    [{ loss: { ...loss, chapter: "Letters", usual: 0.05 } }, "of those there · 27:10 to 27:40 · usual: 5 %"],
    [{ insights: { ...insights, moments: [moment], whole: 500, unit: "play" } }, "of those there: 90 of 300 plays"],
    [
      { deviations: [{ figure: "average", value: 44, usual: 51, p: 0.01 }], insights: { ...insights, isOfPeak: true } },
      "of the peak",
    ],
    [
      { insights: { ...insights, whole: 20, isOfFew: true } },
      "Fewer than 30 listeners or plays: too few to name moments below 30 %.",
    ],
    [{}, ""],
  ] as const)("has its numbers of people and what is usual in small print", (more, exact) => {
    expect(toPlain(compose(more).exact)).toBe(exact);
  });

  it("is not said again below it", () => {
    const rest = (more: Parameters<typeof compose>[0]) => toPlain(compose({ notes, ...more }).rest.join(" "));
    expect(rest({ loss, insights: { ...insights, moments: [drop], whole: 500 } })).toBe("44 % reach the last 5 %.");
    expect(rest({ insights: { ...insights, moments: [moment] } })).toBe(
      "No drop-off stands out. 44 % reach the last 5 %.",
    );
    expect(rest({ loss, youth: { days: 1, now: 1 } })).toMatch(
      /^Published yesterday; many may still be listening\. 44 %/,
    );
    const doubt = rest({ doubt: "12 points", insights: { ...insights, moments: [drop] } });
    expect(doubt).toBe(
      "24 % of those present drop off between 27:10 and 27:40 (usual there: 8 %). 44 % reach the last 5 %.",
    );
    const figures = { average: 44, after1min: 55, last5percent: 48 };
    const differs = [
      "55\u00a0% are still there after 1 min (usual 78), 48\u00a0% reach the last 5\u00a0%.",
      "This episode differs from the others: after 1 min 55\u00a0%, usual 78\u00a0%.",
    ];
    const deviations = [{ figure: "after1min", value: 55, usual: 78, p: 0.01 }] as const;
    const usual = { similar: 9, any: 9, figures: { after1min: 78 } };
    expect(rest({ deviations, usual, insights: { ...insights, figures }, notes: differs })).toBe(
      "48 % reach the last 5 %.",
    );
  });
});

it("what was looked for in vain is said below the cards", () => {
  expect(String(drawCards([{ line: "Nothing <differs>." }], []))).toBe(
    '<p class="rest">Nothing &lt;differs&gt;.</p>\n',
  );
});

describe("the latest episode's card", () => {
  /** Draws the card of a show whose episodes fall to 60 % after ten minutes, the last one to another level. */
  const draw = (last: number) => {
    const { episodes } = compareEpisodes(
      Array.from({ length: 12 }, (_, index) => {
        const chart = makeChart(String(index), 100, index === 11 ? last : 60, 600);
        const name = { title: `Episode ${index + 1}`, date: makeDate(index) };
        return computeEpisode({ guid: chart.guid, curves: [{ chart, listeners: 400 }] }, name);
      }),
    );
    const passage = { guid: "0", title: "Episode 1", from: 0, to: 0 };
    const card = { label: "Skip", amount: "9 %", claim: "skip it", passage };
    return String(drawCards([{ line: "A finding.", card }], episodes));
  };

  it("gives the usual only if the episode differs from it", () => {
    expect(draw(60)).toMatch(/average retention of “Episode 12”, as usual</);
    expect(draw(30)).toMatch(/average retention of “Episode 12”, usually \d\d.%</);
  });
});
