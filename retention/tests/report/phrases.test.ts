import { describe, expect, it } from "vitest";
import { compareEpisodes } from "../../report/make/compare-episodes.ts";
import { composeHead } from "../../report/make/findings-file.ts";
import { addTranscript, computeEpisode } from "../../report/make/measure-episode.ts";
import { findPhraseHabits } from "../../report/show/phrase-habits.ts";
import { makeCurve, makeDate, repeat, spreadAround } from "./exact.ts";

const HOUR = 3_600;
const SPONSOR = "This episode is sponsored by";

/** What is said in an hour: sentences at their times, and between them words that nobody says twice. */
function speak(said: Readonly<Record<number, string>>, name: number, end = HOUR) {
  const filler = Array.from({ length: end / 10 }, (_, index) => {
    return {
      start: 10 * index,
      end: 10 * index + 9,
      text: [1, 2, 3, 4, 5].map((word) => `w${name}x${index}x${word}`).join(" "),
    };
  });
  const own = Object.entries(said).map(([time, text]) => ({ start: Number(time), end: Number(time) + 3, text }));
  const cues = [...filler, ...own].sort((one, other) => one.start - other.start);
  return { cues, end };
}

/** The levels of an episode of which a part is gone from some seconds after a time until others. */
const skipped =
  (time: number, part: number, [from, to] = [5, 60]) =>
  (at: number) =>
    at > time + from && at < time + to ? 80 * (1 - part) : 80;

/** Where the advertisement is in an episode: at another second in each. */
const getPlace = (index: number) => 1_000 + 130 * index;

interface Episode {
  readonly part?: number;
  readonly said?: (place: number) => Readonly<Record<number, string>>;
  readonly getLevel?: (place: number) => (time: number) => number;
}

const lead = (place: number) => ({ [place]: SPONSOR });

/** Makes episodes in each of which a part, by default a quarter, skips what is said at a place. */
function makeShow(episodes: readonly Episode[]) {
  return episodes.map(({ part = 0.25, said = lead, getLevel = (place) => skipped(place, part) }, index) => {
    const place = getPlace(index);
    return { guid: `${index}`, duration: HOUR, curve: makeCurve(getLevel(place)), spoken: speak(said(place), index) };
  });
}

const list = (episodes: Parameters<typeof findPhraseHabits>[0]) =>
  findPhraseHabits(episodes).map(({ phrase, kind }) => `${kind}: ${phrase}`);

const FOUND = "skip: This episode is sponsored by";
const silent: Episode = { said: () => ({}) };

describe("a phrase after which listeners skip", () => {
  it("is said in more than five of the transcribed episodes, and in half of them at least", () => {
    const habit = { phrase: "This episode is sponsored by", kind: "skip", share: expect.closeTo(0.25, 9) };
    expect(findPhraseHabits(makeShow(repeat(6, {})))).toMatchObject([{ ...habit, episodes: 6, of: 6 }]);
    expect(list(makeShow(repeat(5, {})))).toEqual([]);
    const half = [...repeat(6, {}), ...repeat(6, silent)];
    expect(findPhraseHabits(makeShow(half))).toMatchObject([{ ...habit, episodes: 6, of: 12 }]);
    expect(list(makeShow([...half, silent]))).toEqual([]);
    const [first, ...others] = makeShow([{}, ...half]);
    const untranscribed = first && { guid: first.guid, duration: HOUR, curve: first.curve };
    expect(list([...others, ...(untranscribed ? [untranscribed] : [])])).toEqual([FOUND]);
  });

  it.each([
    [
      "with other punctuation and letters, over two cues",
      { 0: "THIS, episode", 3: "is: sponsored by" },
      [FOUND.replace("This", "THIS")],
    ],
    ["of four words", { 0: "A word about… sponsors!" }, ["skip: A word about sponsors"]],
    [
      "in a script without spaces",
      { 0: "この番組は提供でお送りします。" },
      [expect.stringMatching(/^skip: この 番組 は 提供/)],
    ],
    ["but of no three words", { 0: "About our sponsors" }, []],
  ])("is the same %s", (_, texts, found) => {
    const said = (place: number) =>
      Object.fromEntries(Object.entries(texts).map(([after, text]) => [place + Number(after), text]));
    expect(list(makeShow(repeat(6, { said })))).toEqual(found);
  });

  it("is quoted as far as all of these episodes say it, up to eight words", () => {
    const say = (text: string): Episode => ({ said: (place) => ({ [place]: text }) });
    const brands = ["Acme", "Quill", "Acme", "Acme", "Acme", "Acme"].map((brand) => say(`${SPONSOR} ${brand}`));
    expect(list(makeShow(brands))).toEqual([FOUND]);
    const long = "one two three four five six seven eight";
    expect(list(makeShow(repeat(6, say(`${long} nine`))))).toEqual([`skip: ${long}`]);
  });

  it("begins a cue, if all episodes are the same word by word", () => {
    const same = makeShow(repeat(6, { getLevel: () => skipped(1_500, 0.25) })).map((episode) => {
      return { ...episode, spoken: speak({}, 0) };
    });
    expect(findPhraseHabits(same)).toMatchObject([{ kind: "skip", found: repeat(6, { time: 1_490 }) }]);
  });

  it("is said at most three times in an episode", () => {
    const times = (count: number): Episode => ({
      said: (place) => Object.fromEntries(repeat(count, 0).map((_, index) => [place + 2 + 15 * index, SPONSOR])),
    });
    const ofSeven = (last: Episode) => findPhraseHabits(makeShow([...repeat(6, {}), last]));
    expect(ofSeven(times(3))).toMatchObject([{ episodes: 7 }]);
    expect(ofSeven(times(4))).toMatchObject([{ episodes: 6, of: 7 }]);
    // One of two advertisements is skipped.
    const two = (place: number) => ({ ...lead(place), [place + 900]: SPONSOR });
    expect(findPhraseHabits(makeShow(repeat(6, { said: two })))).toMatchObject([{ share: expect.closeTo(0.125, 9) }]);
  });

  it("is three of a hundred at least", () => {
    expect(list(makeShow(repeat(6, { part: 0.031 })))).toEqual([FOUND]);
    expect(list(makeShow(repeat(6, { part: 0.029 })))).toEqual([]);
  });

  it("is clear by Student's t over the episodes, for all phrases together", () => {
    // A mean of 0.1, with a standard deviation of a spread times the root of two, is t = 0.1 * root(6) / root(2) / spread.
    const of = (t: number, said = lead) =>
      list(makeShow(spreadAround(0.1, (0.1 * Math.sqrt(3)) / t).map((part) => ({ part, said }))));
    // At 5 % for skipping and leaving together, t is 2.571 with five degrees, and for two phrases 3.163.
    expect([of(2.5), of(2.65)]).toEqual([[], [FOUND]]);
    const two = (place: number) => ({ ...lead(place), [place + 900]: "let us get into it" });
    expect([of(3.1, two), of(3.2, two)]).toEqual([[], [FOUND]]);
    // What is read word by word is one phrase. Those of the opening or of five episodes are none to be tried.
    const long = (place: number) => ({ [place]: `${SPONSOR} and here is what they told us to read to you` });
    const greeted = (place: number) => ({ ...lead(place), 100: "hello and welcome to tides" });
    const rare = (place: number) => ({
      ...lead(place),
      ...(place > getPlace(0) && { [place + 900]: "let us get into it" }),
    });
    expect([long, greeted, rare].map((said) => of(2.65, said).length)).toEqual([1, 1, 1]);
  });

  it("is between opening and ending", () => {
    const at = (time: number): Episode => ({
      said: () => ({ [time]: SPONSOR }),
      getLevel: () => skipped(time, 0.25),
    });
    const isTold = (time: number) => list(makeShow(repeat(6, at(time)))).length > 0;
    expect([299, 300, 3_207, 3_208].map(isTold)).toEqual([false, true, true, false]);
  });

  it("counts only where the transcript is as long as the curve", () => {
    const [first, ...others] = makeShow(repeat(6, {}));
    const of = (duration: number) => list([...others, ...(first ? [{ ...first, duration }] : [])]);
    expect([of(HOUR), of(4_200), of(4_300), of(3_500)]).toEqual([[FOUND], [FOUND], [], []]);
  });

  it.each([
    ["half a minute", [5, 32], [FOUND]],
    ["three minutes", [5, 180], [FOUND]],
    ["for good", [5, HOUR], ["drop"]],
  ])("begins a passage of %s", (_, [from = 0, to = 0], found) => {
    const getLevel = (place: number) => skipped(place, 0.25, [from, to]);
    const told = list(makeShow(repeat(6, { getLevel }))).map((text) => text.replace(/^loss.*/, "drop"));
    expect(told).toEqual(found);
  });

  it("is the first that is said in a passage, if the share is nearly as large", () => {
    const code = "go to acme dot com";
    const both = (place: number) => ({ ...lead(place), [place + 25]: code });
    expect(list(makeShow(repeat(6, { said: both })))).toEqual([FOUND]);
    // Few skip at once, and most after half a minute.
    const getLevel = (place: number) => (time: number) =>
      Math.min(skipped(place, 0.1, [5, 30])(time), skipped(place, 0.25, [30, 60])(time));
    expect(list(makeShow(repeat(6, { said: both, getLevel })))).toEqual([`skip: ${code}`]);
    // Of three, each is said before one that more skip, so that the second is nearly as large as the last, and not the first.
    const said = (place: number) => ({
      [place]: SPONSOR,
      [place + 25]: "all you need for the sea",
      [place + 50]: code,
    });
    const rising = (place: number) => (time: number) =>
      Math.min(...[0, 1, 2].map((step) => skipped(place + 25 * step, [0.12, 0.156, 0.2][step] ?? 0, [5, 30])(time)));
    const three = repeat(6, { said, getLevel: rising });
    expect(list(makeShow(three))).toEqual(["skip: all you need for the sea"]);
  });
});

describe("what a show with transcripts tells", () => {
  const chapters = (place: number) => [
    { time: 0, title: "Welcome" },
    { time: place - 10, title: "Sponsor" },
    { time: place + 80, title: "Talk" },
  ];
  const compute = (isTranscribed: (index: number) => boolean, hasChapters = false) =>
    compareEpisodes(
      Array.from({ length: 12 }, (_, index) => {
        const place = getPlace(index);
        const getLevel = skipped(place, 0.25);
        const data = Array.from({ length: HOUR / 5 }, (_, bin) => ({ time: 5 * bin, percentage: getLevel(5 * bin) }));
        const chart = { guid: `${index}`, duration: HOUR, data };
        const name = {
          title: `Episode ${index}`,
          date: makeDate(index),
          ...(hasChapters && { chapters: chapters(place) }),
        };
        const episode = computeEpisode({ guid: `${index}`, curves: [{ chart, listeners: 300, source: "own" }] }, name);
        if (!isTranscribed(index)) return episode;
        const said = index === 3 ? {} : lead(place);
        return addTranscript(episode, { ...speak(said, index), leftOut: 0 }, { language: "en" });
      }),
    );
  const tell = (report: ReturnType<typeof compute>) =>
    report.shows.flatMap(({ answers }) => answers.map(({ line }) => line.replaceAll("\u00a0", " ")));
  const LINE = "episodes, listeners skip after “This episode is sponsored by …”: 25 % of those present (median).";

  it("is after which phrase listeners skip, with the passage in the latest episode", () => {
    const report = compute(() => true);
    expect(tell(report)).toContain(`In 11 of 12 ${LINE}`);
    const found = report.shows.flatMap(({ answers }) => answers.flatMap(({ finding }) => finding ?? []));
    expect(found).toContainEqual({
      ...{ kind: "skip", phrase: "This episode is sponsored by", share: expect.closeTo(0.25, 2), episodes: 11, of: 12 },
      ...{ guid: "11", title: "Episode 11", from: getPlace(11), to: getPlace(11) + 90 },
    });
    expect(tell(compute((index) => index < 8))).toContain(
      `In 7 of 8 ${LINE.replace("episodes", "episodes with transcripts")}`,
    );
  });

  it("is not said twice: of a phrase and the chapter that it is in, or a place of many episodes", () => {
    const common = /skip a passage at about/;
    const sameSecond = (isTranscribed: boolean) => {
      const report = compareEpisodes(
        Array.from({ length: 12 }, (_, index) => {
          const data = Array.from({ length: HOUR }, (_, time) => ({ time, percentage: skipped(1_200, 0.25)(time) }));
          const chart = { guid: `${index}`, duration: HOUR, data };
          const episode = computeEpisode({ guid: `${index}`, curves: [{ chart, listeners: 300, source: "own" }] });
          return isTranscribed ? addTranscript(episode, { ...speak(lead(1_200), index), leftOut: 0 }) : episode;
        }),
      );
      return tell(report).filter((line) => common.test(line) || line.includes("listeners skip after"));
    };
    expect(sameSecond(false)).toEqual([expect.stringMatching(common)]);
    expect(sameSecond(true)).toEqual([`In 12 of 12 ${LINE}`]);
    const skipping = tell(compute(() => true, true)).filter((line) => line.includes("listeners skip"));
    expect(skipping).toEqual([expect.stringContaining("listeners skip “Sponsor”")]);
  });

  it("is the same of its episodes, and nothing that the next report would miss without transcripts", () => {
    const heading = { title: "Tides", madeAt: new Date("2030-06-01") };
    const [without, report] = [compute(() => false), compute(() => true)];
    const [told] = composeHead(heading, report).shows;
    expect(told?.told).toEqual(composeHead(heading, without).shows[0]?.told);
    expect(told?.lines).toEqual([expect.stringMatching(/listeners skip after/), ...tell(without)]);
    const drop = (episodes: typeof report.episodes) =>
      episodes.map(({ insights, spots: _, ...episode }) => ({
        ...episode,
        moments: insights.moments.map(({ words: _, silence: __, usual: ___, ...moment }) => moment),
      }));
    expect(drop(report.episodes)).toEqual(drop(without.episodes));
    const spots = report.episodes.flatMap((episode) => episode.spots ?? []);
    expect(spots).toHaveLength(11);
    for (const spot of spots) {
      expect(spot).toMatchObject({ name: "This episode is sponsored by", isOpen: true });
      expect(spot.skipped?.low).toBeGreaterThan(0.1);
    }
  });
});
