import { describe, expect, it } from "vitest";
import { CUT_PLANS, makeTexts, measureCuts } from "../../bench/cuts.ts";
import { createMulberry32 } from "../../bench/simulators/simulated-show.ts";
import { cutTwice } from "../../bench/simulators/two-cuts.ts";
import { findAnchors } from "../../report/cuts/anchors.ts";
import { alignCuts, findNearest, findOther, listAlone } from "../../report/cuts/cut-map.ts";
import { matchCaptions } from "../../report/cuts/same-episode.ts";
import { readTimedWords, type TimedWords } from "../../report/cuts/timed-words.ts";
import type { Cue } from "../../sources/transcripts/cue.ts";

const HALF_AN_HOUR = 4_700;

describe("times in another cut of an episode, found by what is said", () => {
  it.each(Object.entries(CUT_PLANS))("are right or refused: %s", (name, plan) => {
    const rates = measureCuts(makeTexts(HALF_AN_HOUR), plan, 6, 500);
    const isCoarse = name === "cues of a minute";
    expect(rates.median).toBeLessThan(isCoarse ? 1.5 : 0.22);
    expect(rates.p99).toBeLessThan(isCoarse ? 7 : 1);
    expect(rates.wrong).toBeLessThan(isCoarse ? 0.02 : 0.002);
    expect(rates.invented).toBeLessThan(0.02);
    expect(rates.refused).toBeLessThan(name === "three minutes are moved" || name.startsWith("35") ? 0.16 : 0.04);
  });

  it.each([
    ["Japanese", (rank: number) => spell(rank, 0x30_42, 60)],
    ["Chinese", (rank: number) => spell(rank, 0x4e_00, 900)],
    ["Thai", (rank: number) => spell(rank, 0xe_01, 44)],
  ])("are found where no spaces are between words: %s", (_, word) => {
    const plan = { removed: 3, inserted: 2, misheard: 0.12, space: "" };
    const rates = measureCuts(makeTexts(HALF_AN_HOUR, word), plan, 3, 500);
    expect(rates).toMatchObject({ wrong: 0 });
    expect([rates.refused < 0.03, rates.invented < 0.02, rates.mostOfOthers < 0.05]).toEqual([true, true, true]);
  });

  it("are found in three minutes, of which a quarter of the words are misheard, and in four hours", () => {
    const short = measureCuts(makeTexts(470), { removed: 1, lengths: [10, 25], misheard: 0.25 }, 10, 500);
    expect([short.refused < 0.1, short.wrong, short.least > 0.5]).toEqual([true, 0, true]);
    const long = measureCuts(makeTexts(38_000), CUT_PLANS.ordinary ?? {}, 1, 500);
    expect([long.wrong, long.refused < 0.02]).toEqual([0, true]);
  });

  it("are not told of another episode of the show, although the intro, the outro and the advertisements are the same", () => {
    const [random, draw] = [createMulberry32(7), makeTexts(470)];
    const [shared] = draw(random);
    const episodes = Array.from({ length: 8 }, () => {
      const [own, other] = draw(random);
      const words = [...shared.slice(0, 100), ...own.slice(0, 300), ...shared.slice(100, 200)];
      return cutTwice(words, other, { inserted: 1, lengths: [10, 20], misheard: 0.12 }, random);
    });
    for (const [index, { audio }] of episodes.entries())
      for (const [place, { video }] of episodes.entries())
        expect(alignCuts(readTimedWords(audio), readTimedWords(video)).spans.length > 0).toBe(index === place);
    const matches = matchCaptions(
      episodes.map(({ audio }, index) => [String(index), { cues: audio }]),
      episodes.map(({ video }) => ({ cues: video })),
    );
    expect([...matches.values()]).toEqual(episodes.map((_, index) => ({ guid: String(index), as: "whole" })));
  });
});

describe("captions of an episode", () => {
  const say = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `word${from + index}`);
  const read = (...parts: readonly (readonly string[])[]) => ({
    cues: parts.flat().map((word, index) => cue(index, word, 1)),
  });
  const episodes = new Map([["one", read(say(0, 1_000))]]);

  it("are the longest that say the same, and others are clips if they have nothing else", () => {
    const [whole, clip] = [read(say(2_000, 2_050), say(0, 900)), read(say(300, 600))];
    for (const cuts of [
      [whole, clip],
      [clip, whole],
    ])
      expect(cuts.map((cut) => matchCaptions(episodes, cuts).get(cut)?.as)).toEqual(
        cuts.map((cut) => (cut === whole ? "whole" : "clip")),
      );
  });

  it("are none if others say most of the same, too: they may be of an episode without a transcript", () => {
    const cuts = [3_000, 4_000].map((from) => read(say(0, 750), say(from, from + 250 + from / 100)));
    expect([...matchCaptions(episodes, cuts)]).toEqual(cuts.map((cut) => [cut, { guid: "one", as: "unclear" }]));
  });

  it.each([
    [450, [undefined, undefined]],
    [550, ["two", "one"]],
  ])("are of another episode, too, that says %d of its 1,000 words", (count, twins) => {
    const all = new Map([...episodes, ["two", read(say(0, count), say(2_000, 3_000 - count))]]);
    const matches = matchCaptions(all, [...all.values()]);
    expect(Array.from(all.values(), (said) => matches.get(said)?.guid)).toEqual(twins);
  });

  it("are none of another episode, of which they have less than half", () => {
    const cuts = [read(say(0, 900)), read(say(0, 400), say(5_000, 5_900))];
    expect([...matchCaptions(episodes, cuts)]).toEqual([[cuts[0], { guid: "one", as: "whole" }]]);
  });
});

describe("the phrases of captions", () => {
  it("are of four words: words alone tell nothing, and runs of a few do", () => {
    const words = Array.from({ length: 400 }, (_, index) => `word${index}`);
    const time = (said: readonly string[]) => ({ cues: said.map((word, index) => cue(index, word, 1)) });
    const runs = words.flatMap((word, index) => (index % 5 === 0 ? [`other${index}`, word] : word));
    const captions = [time(words.toReversed()), time(runs)];
    const matches = matchCaptions([["one", time(words)]], captions);
    expect(captions.map((said) => matches.get(said)?.guid)).toEqual([undefined, "one"]);
  });
});

describe("the words of a transcript", () => {
  const read = (...texts: string[]) => readTimedWords(texts.map((text, index) => cue(10 * index, text)));

  it("are the same without case, punctuation, apostrophes and sounds, in any normal form", () => {
    expect(read("[Music] Don’t go, CAFE\u0301!").words).toEqual(["dont", "go", "café"]);
    expect(read("don't go café").words).toEqual(["dont", "go", "café"]);
  });

  it("are letters where there are no spaces, also beside others", () => {
    expect(read("iPhoneを使う").words).toEqual(["iphone", "を", "使", "う"]);
  });

  it("are said evenly until the next cue begins, whatever the end says", () => {
    const { times } = readTimedWords([
      { start: 0, end: 60, text: "one two" },
      { start: 8, end: 9, text: "three" },
    ]);
    expect(times).toEqual([0, expect.closeTo(4.57), 8]);
  });
});

describe("what two cuts have in common", () => {
  const say = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `word${from + index}`);
  /** Says words at one a second, in cues of ten. */
  const read = (...parts: readonly (readonly string[])[]) => {
    const words = parts.flat();
    const cues = Array.from({ length: Math.ceil(words.length / 10) }, (_, index) =>
      cue(10 * index, words.slice(10 * index, 10 * index + 10).join(" ")),
    );
    return readTimedWords(cues);
  };
  const audio = read(say(0, 300));

  it("is nothing at a time that the video lacks, and its nearest time is the cut", () => {
    const map = alignCuts(audio, read(say(0, 100), say(160, 300)));
    expect([50, 130, 200].map((time) => findOther(map, time))).toEqual([
      expect.closeTo(50, 0),
      undefined,
      expect.closeTo(140, 0),
    ]);
    expect(findNearest(map, 130)).toBeCloseTo(99, -1);
    expect(findOther(map, 140, "other")).toBeCloseTo(200, 0);
    expect(listAlone(map, { one: 300, other: 240 })).toHaveLength(1);
  });

  it("is a replaced advertisement no more than a removed one, though both are equally long", () => {
    const map = alignCuts(audio, read(say(0, 100), say(1_000, 1_040), say(140, 300)));
    expect([90, 120, 150].map((time) => findOther(map, time) !== undefined)).toEqual([true, false, true]);
    const [stretch] = listAlone(map, { one: 300, other: 300 });
    expect(stretch?.from.one).toBeCloseTo(97, -1);
    expect(stretch?.to.one).toBeCloseTo(140, -1);
  });

  it("is the later one of a teaser and its passage", () => {
    const map = alignCuts(audio, read(say(150, 190), say(0, 300)));
    expect(findOther(map, 170)).toBeCloseTo(210, 0);
    expect(findOther(map, 20, "other")).toBeUndefined();
  });

  it("is what was moved, at another place", () => {
    const moved = read(say(0, 100), say(160, 240), say(100, 160), say(240, 300));
    const map = alignCuts(audio, moved);
    expect([map.spans.length, map.moved.length]).toEqual([3, 1]);
    expect([130, 200].map((time) => findOther(map, time))).toEqual([expect.closeTo(210, 0), expect.closeTo(140, 0)]);
    expect(findOther(map, 210, "other")).toBeCloseTo(130, 0);
  });

  it("goes on where nobody speaks for a while", () => {
    const silent = (words: readonly string[]) => {
      const later = words.slice(100).map((word, index) => cue(220 + index, word, 1));
      return readTimedWords([...words.slice(0, 100).map((word, index) => cue(index, word, 1)), ...later]);
    };
    const map = alignCuts(silent(say(0, 200)), silent(say(0, 200)));
    expect(findOther(map, 160)).toBeCloseTo(160, 0);
  });

  it("is nothing if nothing is said, or nothing that is the same", () => {
    for (const other of [read(), read(say(1_000, 1_300))])
      expect(alignCuts(audio, other)).toEqual({ spans: [], moved: [], part: 0 });
  });
});

describe("the limits of what counts as the same", () => {
  const say = (from: number, count: number) => Array.from({ length: count }, (_, index) => `word${from + index}`);
  /** Says words at one a second, from a time on. */
  const from = (start: number, words: readonly string[]) => ({ words, times: words.map((_, index) => start + index) });
  const join = (...parts: readonly TimedWords[]) => {
    return { words: parts.flatMap(({ words }) => words), times: parts.flatMap(({ times }) => times) };
  };
  /** Spans that touch are of one passage. */
  const countPassages = (one: TimedWords, other: TimedWords) =>
    alignCuts(one, other).spans.filter(({ from }, index, spans) => from.one !== spans[index - 1]?.to.one).length;

  it.each([
    [3, false],
    [4, true],
  ])("a phrase of %d words is an anchor, where nothing else is the same: %s", (count, isAnchor) => {
    const one = from(0, [...say(0, 20), ...say(500, count), ...say(20, 20)]);
    const other = from(0, [...say(100, 20), ...say(500, count), ...say(200, 20)]);
    expect(findAnchors(one, other).length > 0).toBe(isAnchor);
  });

  it("ten letters make an anchor, and nine do not, where there are no spaces", () => {
    const letters = Array.from("あいうえおかきくけこ");
    const count = (same: readonly string[]) =>
      findAnchors(from(0, ["一", ...same, "二"]), from(0, ["三", ...same, "四"])).length;
    expect([count(letters) > 0, count(letters.slice(1))]).toEqual([true, 0]);
  });

  it("a phrase that one of them says twice is no anchor", () => {
    const one = from(0, say(0, 4));
    expect(findAnchors(one, from(0, [...say(0, 4), "between", ...say(0, 4)]))).toEqual([]);
    expect(findAnchors(from(0, [...say(0, 4), "between", ...say(0, 4)]), one)).toEqual([]);
  });

  it.each([
    [1, 0, false],
    [2, 0, true],
    [2, 1.4, true],
    [2, 1.6, false],
  ])("%d words between phrases, said %d s later, are an anchor: %s", (count, later, isAnchor) => {
    const make = (between: string, shift: number) =>
      join(
        from(0, say(0, 4)),
        from(4, [between]),
        from(5 + shift, say(900, count)),
        from(11, [`${between}s`]),
        from(12, say(4, 4)),
      );
    expect(findAnchors(make("a", 0), make("b", later)).some(({ word }) => word === 5)).toBe(isAnchor);
  });

  it.each([
    ["within two seconds", 2, 1.4, 1],
    ["within two seconds", 2, 1.6, 2],
    ["after 20 s", 20, 1.9, 1],
    ["after 20 s", 20, 2.3, 2],
    ["after 60 s", 60, 2.9, 1],
    ["after 60 s", 60, 3.2, 2],
  ])(
    "time that passes only in one of them is a cut: %s, %d s and %d s more are %d passages",
    (_, silence, more, passages) => {
      const make = (length: number) => join(from(0, say(0, 12)), from(11 + length, say(12, 12)));
      expect(countPassages(make(silence), make(silence + more))).toBe(passages);
    },
  );

  it.each([
    [23, 1],
    [24, 2],
  ])("%d other words in both are %d passages", (count, passages) => {
    const make = (other: number) => from(0, [...say(0, 60), ...say(other, count), ...say(60, 60)]);
    expect(countPassages(make(1_000), make(2_000))).toBe(passages);
  });

  it.each([
    [4, 1],
    [5, 2],
  ])("%d words on their own, between others, make %d passages", (count, passages) => {
    const make = (other: number) => from(0, [...say(0, 60), ...say(other, 40), ...say(60, count)]);
    expect(countPassages(make(1_000), make(2_000))).toBe(passages);
  });

  it.each([
    [48, 0],
    [52, 1],
  ])("%d of 100 words in common are %d passages", (count, passages) => {
    const make = (other: number) => from(0, [...say(0, count), ...say(other, 100 - count)]);
    expect(countPassages(make(1_000), make(2_000))).toBe(passages);
  });

  it("time passes evenly before what is said, and after it, where nobody knows what both have", () => {
    const map = alignCuts(from(10, say(0, 20)), from(30, say(0, 20)));
    const last = map.spans.at(-1)?.to.one ?? 0;
    const times = [9.9, 0, last + 0.1, last + 30];
    expect(times.map((time) => findOther(map, time))).toEqual(times.map(() => undefined));
    expect(times.map((time) => findNearest(map, time))).toEqual(times.map((time) => expect.closeTo(time + 20)));
    expect(findNearest(map, 5, "other")).toBe(0);
  });

  it.each([
    ["that one has alone", 4.9, 0, 0],
    ["that one has alone", 5.1, 0, 1],
    ["that one has alone", 4.9, -0.2, 0],
    ["that both have", 14, 14, 0],
    ["that both have", 16, 16, 1],
  ])("a stretch %s counts from a length on: %d s beside %d s are %d", (_, length, otherLength, count) => {
    const span = (one: number, other: number) => ({ from: { one, other }, to: { one: one + 50, other: other + 50 } });
    const spans = [span(0, 0), span(50 + length, 50 + otherLength)];
    const ends = { one: 100 + length, other: 100 + otherLength };
    expect(listAlone({ spans, moved: [] }, ends)).toHaveLength(count);
  });

  it("a map has few spans, and is off by half a second at most", () => {
    const other = Array.from({ length: 200 }, (_, index) => index + Math.sin(index / 9) + (index > 90 ? 2 : 0));
    const map = alignCuts(from(0, say(0, 200)), { words: say(0, 200), times: other });
    expect([map.spans.length < 40, map.spans.length > 4]).toEqual([true, true]);
    const errors = other.slice(0, 196).map((time, one) => Math.abs((findOther(map, one) ?? 0) - time));
    expect([Math.max(...errors) <= 0.6, Math.max(...errors) > 0.2]).toEqual([true, true]);
  });

  it.each([
    ["few phrases of an episode", 6, 0, undefined],
    ["more phrases", 40, 0, "one"],
    ["half as many of another episode", 40, 20, undefined],
    ["far fewer of another episode", 120, 20, "one"],
  ])("captions with %s", (_, own, ofOther, key) => {
    const time = (words: readonly string[]) => ({ cues: words.map((word, index) => cue(index, word, 1)) });
    const episodes = new Map([
      ["one", time(say(0, 300))],
      ["other", time(say(1_000, 300))],
    ]);
    const captions = time([...say(0, own), ...say(1_000, ofOther), ...say(5_000, 300)]);
    expect(matchCaptions(episodes, [captions]).get(captions)?.guid).toBe(key);
  });
});

function cue(start: number, text: string, length = 10): Cue {
  return { start, end: start + length, text };
}

/** Spells the word of a rank with letters of a script: the more, the rarer. */
function spell(rank: number, first: number, letters: number): string {
  const digits: string[] = [];
  for (let rest = rank + 3; rest > 0; rest = Math.floor(rest / letters))
    digits.push(String.fromCodePoint(first + ((rest * 7) % letters)));
  return digits.join("");
}
