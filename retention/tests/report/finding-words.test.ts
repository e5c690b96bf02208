import { describe, expect, it } from "vitest";
import { quote } from "../../report/curve/text.ts";
import { UsualBands } from "../../report/episode/usual-bands.ts";
import { compareEpisodes } from "../../report/make/compare-episodes.ts";
import { drawFindings } from "../../report/make/drawn-findings.ts";
import { computeEpisode } from "../../report/make/measure-episode.ts";
import { type Finding, rankFindings } from "../../report/show/finding.ts";
import { tellFinding } from "../../report/show/finding-words.ts";
import { answerShow } from "../../report/show/show-answers.ts";
import { quoteFrom } from "../../report/words/moment-words.ts";
import { makeChart } from "../support/report.ts";
import { makeDate } from "./exact.ts";
import { findShow, leave, simulate } from "./measured.ts";

const toPlain = (text = "") => text.replace(/\s+/g, " ");
const PLACE = { guid: "g", title: "Tides", from: 1_630, to: 1_660 };

describe("a finding", () => {
  const makeShow = (opening: (index: number) => number) =>
    Array.from({ length: 24 }, (_, index) => ({
      ...simulate(300 + index, [leave(10, opening(index))]),
      title: `Episode ${index}`,
      date: makeDate(index),
    }));

  it("has the date of a sudden change", () => {
    const [answer] = answerShow(findShow(makeShow((index) => (index < 12 ? 0.35 : 0.1))));
    expect(answer?.finding).toMatchObject({ kind: "change", date: "2030-03-26", figure: "after1min", isSudden: true });
  });

  it.each<[Finding, string]>([
    [
      { kind: "loss", ...PLACE, share: 0.24, usual: 0.01, people: { count: 107, of: 446, unit: "listener" } },
      "24 % leave “Tides” at 27:10. 107 of 446, 27:10 to 27:40. Other episodes lose 1 % there.",
    ],
    [
      { kind: "loss", ...PLACE, share: 4 / 22, people: { count: 4, of: 22, unit: "listener" } },
      "4 of 22 people leave “Tides” at 27:10. From 27:10 to 27:40. Sure: beyond the chance of all episodes.",
    ],
    [
      { kind: "replay", ...PLACE, share: 4 / 22, people: { count: 4, of: 22, unit: "play" }, source: "Apple Podcasts" },
      "4 of 22 plays replay a passage of “Tides” at 27:10. From 27:10 to 27:40 on Apple Podcasts.",
    ],
    [
      {
        ...{ kind: "skip", ...PLACE, share: 0.29, people: { count: 6, of: 22, unit: "listener" }, chapter: "Sponsor" },
        ...{ episodes: 12, of: 12 },
      },
      "29 % skip “Sponsor” in most episodes. 6 of 22 in “Tides”, 27:10 to 27:40",
    ],
    [{ kind: "loss", ...PLACE, share: 0.2, chapter: "Letters" }, "20 % leave “Tides” during “Letters”."],
    [
      { kind: "skip", ...PLACE, share: 0.29, chapter: "Sponsor", episodes: 12, of: 12 },
      "29 % skip “Sponsor” in most episodes. As in “Tides”, 27:10 to 27:40. Sure: beyond chance; the median of all 12 episodes.",
    ],
    [
      { kind: "skip", ...PLACE, share: 0.29, place: { by: "part", at: 0.42 }, episodes: 17, of: 19 },
      "29 % skip a passage at about 42 % of the length, in 17 of 19 episodes.",
    ],
    [
      { kind: "replay", ...PLACE, share: 0.14, people: { count: 20, of: 143, unit: "play" }, source: "Apple Podcasts" },
      "14 % replay a passage of “Tides” at 27:10. 20 of 143 plays on Apple Podcasts, 27:10 to 27:40.",
    ],
    [
      { kind: "change", figure: "after1min", size: 10, date: "2026-08-25", isSudden: true },
      "10 more of 100 stay past the first minute since 25 Aug 2026.",
    ],
    [
      { kind: "change", figure: "average", size: -6, date: "2026-08-25", isSudden: false },
      "6 fewer of 100 are there on average in later episodes.",
    ],
    [
      { kind: "apart", guid: "g", title: "Tides", figure: "after1min", value: 57.4, usual: 77.6 },
      "“Tides”: 57 % stay past the first minute, usually 78 %. 21 points fewer than in your other episodes.",
    ],
    [
      { kind: "apart", guid: "g", title: "Tides", figure: "last5percent", value: 21, usual: 43 },
      "“Tides”: 21 % reach the last 5 %, usually 43 %.",
    ],
    [
      { kind: "apart", guid: "g", title: "Tides", figure: "average", value: 66, usual: 59 },
      "“Tides”: on average, 66 % are there, usually 59 %.",
    ],
    [
      { kind: "replay", ...PLACE, share: 0.3, source: "YouTube" },
      "30 % replay a passage of “Tides” at 27:10. From 27:10 to 27:40 on YouTube.",
    ],
  ])("is told in a sentence, with what it rests on", (finding, text) => {
    const { headline, evidence, sure } = tellFinding(finding);
    expect(toPlain(`${headline}. ${evidence} ${sure}`)).toContain(text);
  });

  it("is one of three, of as many kinds as there are", () => {
    const skip = { kind: "skip", ...PLACE, share: 0.3 } as const;
    const apart = { kind: "apart", guid: "g", title: "Tides", figure: "average", value: 57, usual: 77 } as const;
    const change = { kind: "change", figure: "after1min", size: 5, every: 10 } as const;
    const answers = [change, skip, { ...skip }, apart].map((finding) => ({ line: "", finding }));
    expect(rankFindings(answers, []).map(({ kind }) => kind)).toEqual(["skip", "change", "apart"]);
  });

  it("is not told twice: that fewer hear an episode to its end which many leave", () => {
    const loss = { kind: "loss", ...PLACE, share: 0.3 } as const;
    const apart = { kind: "apart", guid: loss.guid, title: "Tides", figure: "average", value: 57, usual: 77 } as const;
    const rank = (more: object) =>
      rankFindings(
        [loss, { ...apart, ...more }].map((finding) => ({ line: "", finding })),
        [],
      ).length;
    expect(rank({})).toBe(1);
    for (const other of [{ guid: "another" }, { value: 87 }, { figure: "after1min" }]) expect(rank(other)).toBe(2);
  });
});

it("the replay of a trailer is no finding about its show", () => {
  const play = makeChart("0", 60, 60, 600);
  const data = play.data.map(({ time }) => ({ time, percentage: time >= 2_400 && time < 2_520 ? 80 : 60 }));
  const find = (type?: "trailer") => {
    const curves = [{ chart: { ...play, data }, listeners: 400, source: "spotify" }] as const;
    const full = computeEpisode({ guid: "1", curves: [{ chart: makeChart("1", 60, 60, 600) }] });
    const { shows } = compareEpisodes([full, computeEpisode({ guid: "0", curves }, type ? { type } : {})]);
    return shows[0]?.findings.map(({ kind }) => kind);
  };
  expect([find(), find("trailer")]).toEqual([["replay"], []]);
});

it("a quote begins with the sentence of a moment, ends with a word, and has no quotation marks of its own", () => {
  const text = "Host: And that is “the” recipe. Before we go on, here is a list of all the harbours.";
  const words = { text, from: 0, to: 30 };
  expect(quoteFrom({ ...words, at: "Host: ".length })).toMatch(/^And that is ‘the’ recipe\. Before/);
  expect(quoteFrom({ ...words, at: text.indexOf("Before") }, 30)).toBe("Before we go on, here is a …");
  expect(quoteFrom({ ...words, at: text.indexOf("list") })).toBe("…list of all the harbours.");
});

it("what was looked for in vain is not said, and the latest episode is in one line", () => {
  const { shows, episodes } = compareEpisodes(
    Array.from({ length: 12 }, (_, index) => {
      const chart = makeChart(String(index), 100, 60, 600);
      const name = { title: `Episode ${index + 1}`, date: makeDate(index) };
      return computeEpisode({ guid: chart.guid, curves: [{ chart, listeners: 400 }] }, name);
    }),
  );
  const drawn = shows.map((show) => String(drawFindings(show, 1, episodes, new UsualBands(episodes)))).join("");
  expect(drawn).not.toContain("No episode");
  expect(toPlain(drawn)).toContain("400 listeners, 100 % after 1 min (usual 100), 40 % leave at 10:00.");
});

it("a title is quoted with single marks where it quotes something itself", () => {
  expect(quote('The "real" tide')).toBe("“The ‘real’ tide”");
  expect(quote("“Ebb” and „Flut“")).toBe("“‘Ebb’ and ‘Flut’”");
});
