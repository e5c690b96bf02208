import { describe, expect, it } from "vitest";
import type { Chart } from "../../../lib/chart.ts";
import { computeFigures } from "../../report/curve/figures.ts";
import { computeBins } from "../../report/curve/levels/bins.ts";
import type { Episode } from "../../report/episode/episode.ts";
import { formatListeners } from "../../report/episode/hundred-percent.ts";
import { compareEpisodes } from "../../report/make/compare-episodes.ts";
import { readName } from "../../report/make/episode-name.ts";
import { computeDoubt, computeEpisode } from "../../report/make/measure-episode.ts";
import type { SourcedCurve } from "../../report/make/source-curves.ts";
import { computeKind } from "../../report/make/source-kind.ts";
import { selectColumns } from "../../report/show/columns.ts";
import { type Comparable, findOthers } from "../../report/usual/others.ts";
import { computeProfile, packProfile, unpackProfile } from "../../report/usual/profile.ts";
import { REPORTED_FIGURES } from "../../report/usual/reported-figures.ts";
import { judgeFigures } from "../../report/usual/typicality.ts";
import { computeUsual, computeUsualBand } from "../../report/usual/usual.ts";
import type { Kind } from "../../sources/base/kinds.ts";

/** Makes a chart of 40 minutes that falls in a straight line, from 100 percent to another percentage. */
function makeDecline(end: number, step = 1, duration = 2_400): Chart {
  const data = Array.from({ length: duration / step }, (_, index) => {
    const time = index * step;
    return { time, percentage: 100 - ((100 - end) * time) / (duration - step) };
  });
  return { guid: "g", duration, data };
}

/** Compares an episode of one curve with none. */
function compareOne(curve: SourcedCurve): Episode {
  const [episode] = compareEpisodes([computeEpisode({ guid: "g", curves: [curve] })]).episodes;
  if (!episode) throw new TypeError("no episode");
  return episode;
}

/** Returns what a column says of an episode of one curve; undefined if its table has no such column. */
function readColumn(key: string, curve: SourcedCurve): string | undefined {
  const episode = compareOne(curve);
  return selectColumns([episode])
    .find((column) => column.key === key)
    ?.format(episode);
}

const comparable = (guid: string, more: Partial<Comparable> = {}): Comparable => {
  return { guid, kind: "peak", end: 2_400, ...more };
};

describe("the others of an episode", () => {
  const five = ["a", "b", "c", "d", "e"].map((guid) => comparable(guid));

  it("are of the same kind, with curves that prove something, and not the episode itself", () => {
    const all = [...five, comparable("x"), comparable("y", { kind: "views" }), comparable("z", { doubt: "one point" })];
    expect(findOthers(comparable("x"), all).any.map(({ guid }) => guid)).toEqual(["a", "b", "c", "d", "e"]);
    expect(findOthers(comparable("y", { kind: "views" }), all)).toEqual({ similar: [], any: [] });
  });

  it("are none if they are fewer than five", () => {
    expect(findOthers(comparable("x"), five.slice(1))).toEqual({ similar: [], any: [] });
  });

  it("are of a similar length, half to twice, but for the opening", () => {
    const { similar, any } = findOthers(comparable("x", { end: 1_100 }), five);
    expect([similar.length, any.length]).toEqual([0, 5]);
    expect(findOthers(comparable("x", { end: 1_200 }), five).similar).toHaveLength(5);
  });

  it("are at most 24, the nearest in date, or in length without dates", () => {
    const dated = Array.from({ length: 60 }, (_, index) => {
      return comparable(String(index), { date: `20${10 + index}-01-01`, end: 2_400 - index });
    });
    const near = findOthers(comparable("x", { date: "2040-06-01" }), dated).similar.map(({ guid }) => Number(guid));
    expect([near.length, Math.min(...near), Math.max(...near)]).toEqual([24, 19, 42]);
    const alike = findOthers(comparable("x", { end: 2_400 }), dated.toReversed()).similar;
    expect(alike.map(({ guid }) => Number(guid))).toEqual(Array.from({ length: 24 }, (_, index) => index));
  });

  it("come last without a date, if the episode has one", () => {
    const dated = Array.from({ length: 24 }, (_, index) => comparable(String(index), { date: "2030-01-01" }));
    const { similar } = findOthers(comparable("x", { date: "2040-01-01" }), [...five, ...dated]);
    expect(similar.map(({ guid }) => guid)).toEqual(dated.map(({ guid }) => guid));
  });
});

describe("the source that leads", () => {
  const curve = (source: string, listeners?: number) => {
    return { source, chart: makeDecline(40), ...(listeners !== undefined && { listeners }) };
  };

  it.each([
    [["youtube", "spotify", "collector"], "your own listeners"],
    [["youtube", "spotify", "apple"], "Spotify"],
    [["youtube", "apple"], "Apple Podcasts"],
  ])("of %j is %s, whichever was imported last", (sources, source) => {
    const [first, ...others] = sources.map((name) => curve(name, name === "spotify" ? 300 : undefined));
    if (!first) throw new TypeError("no source");
    const episode = computeEpisode({ guid: "g", curves: [first, ...others] });
    expect([episode.source, episode.sources?.[0]?.name]).toEqual([source, source]);
  });

  it("is one with a number of listeners, not of plays, which are called so", () => {
    const episode = computeEpisode({ guid: "g", curves: [curve("apple", 1_200), curve("spotify", 300)] });
    const said = episode.sources?.map(({ listeners = 0, kind }) => formatListeners(listeners, kind));
    expect(said).toEqual(["300\u00a0listeners", "1,200\u00a0plays"]);
  });
});

describe("the columns of a table of episodes", () => {
  const select = (charts: readonly Chart[], listeners?: number, date?: string) => {
    const episodes = charts.map((chart, index) => {
      const guid = String(index);
      const curve = { chart: { ...chart, guid }, ...(listeners !== undefined && { listeners }) };
      return computeEpisode({ guid, curves: [curve] }, { ...(date !== undefined && { date }) });
    });
    return selectColumns(compareEpisodes(episodes).episodes).map(({ key }) => key);
  };

  it("call plays and views so where listeners are", () => {
    const curve = { chart: makeDecline(40), listeners: 1_200 };
    const formatted = ["apple", "youtube", "spotify"].map((source) => readColumn("listeners", { ...curve, source }));
    expect(formatted).toEqual(["1,200 plays", "1,200 views", "1,200"]);
  });

  it("are those of which an episode says something, and those that each has", () => {
    expect(select([makeDecline(40, 1, 50)])).toEqual(["duration", "average", "last5percent", "loss"]);
    expect(select([makeDecline(40, 1, 50), makeDecline(40, 1, 300)])).toContain("after1min");
    const all = [0, 1, 2, 3, 4, 5].map((index) => makeDecline(40 + index));
    expect(select(all, 300, "2026-01-01")).toEqual([
      "date",
      "listeners",
      "duration",
      "average",
      "after1min",
      "after5min",
      "last5percent",
      "people",
      "usual",
      "loss",
    ]);
  });

  it("have the largest skip with its time, if an episode has one", () => {
    const { data, ...chart } = makeDecline(40);
    const skipped = data.map(({ time, percentage }) => {
      return { time, percentage: time >= 1_200 && time < 1_290 ? percentage / 2 : percentage };
    });
    expect(readColumn("skip", { chart: { ...chart, data }, listeners: 500 })).toBeUndefined();
    expect(readColumn("skip", { chart: { ...chart, data: skipped }, listeners: 500 })).toMatch(
      /^(49|50|51).% at (19:5\d|20:0\d)$/,
    );
  });
});

describe("what 100 % is", () => {
  it.each([
    ["csv", 100, 300, "peak"],
    ["csv", 100, undefined, "unknown"],
    ["csv", 98, 300, "unknown"],
    ["csv", 110, 300, "views"],
    ["own", 100, 300, "peak"],
    ["youtube", 100, 300, "views"],
    [undefined, 100, 300, "peak"],
    [undefined, 104, undefined, "views"],
    ["spotify", 100, undefined, "peak"],
    ["youtube", 90, undefined, "views"],
    ["something new", 100, undefined, "unknown"],
  ])(
    "in a curve of %s with a peak of %d %% and %d listeners is that of the kind %4$s",
    (source, peak, listeners, kind) => {
      expect(computeKind(source, peak, listeners)).toBe(kind);
    },
  );

  it("is a peak, of which the average is told, only where that is 100 %", () => {
    const { data, ...chart } = makeDecline(40);
    const lower = data.map(({ time, percentage }) => ({ time, percentage: 0.98 * percentage }));
    expect(compareOne({ chart: { ...chart, data } }).insights.isOfPeak).toBe(true);
    expect(compareOne({ chart: { ...chart, data: lower } }).insights.isOfPeak).toBeUndefined();
  });
});

describe("the median listened", () => {
  const find = (chart: Chart, kind: Kind = "starters") => computeFigures(computeBins(chart, 400), { kind }).median;

  it("is the part of the length up to where the curve of those who started passes 50 %", () => {
    expect(find(makeDecline(0))).toBeCloseTo(50, 0);
    expect(find(makeDecline(20))).toBeCloseTo(62.5, 0);
    const data = [100, 49, 40, 30].map((percentage, index) => ({ time: 600 * index, percentage }));
    expect(find({ guid: "g", duration: 2_400, data })).toBeCloseTo(37, 0);
  });

  it("is not where a skipped passage has fewer", () => {
    const { data, ...chart } = makeDecline(20);
    const skipped = data.map((point) => (Math.abs(point.time - 600) < 60 ? { ...point, percentage: 30 } : point));
    expect(find({ ...chart, data: skipped })).toBeCloseTo(62.5, 0);
  });

  it("is all of it where fewer than half leave, which a report says", () => {
    expect(find(makeDecline(55))).toBe(100);
    const curve = { chart: makeDecline(55), listeners: 400, source: "harborfm" };
    expect(readColumn("median", curve)).toBe("fewer than half leave");
  });

  it("is known only where 100 % is everybody who started", () => {
    const kinds = ["peak", "plays", "views", "unknown"] as const;
    expect(kinds.map((kind) => find(makeDecline(0), kind))).toEqual(kinds.map(() => undefined));
    expect(find(makeDecline(0))).toBeDefined();
  });

  it("judges no episode, so that the tests of the other figures are as strict as without it", () => {
    const others = [0, 1, 2, 3, 4, 5].map((index) => {
      return { figures: { average: 50 + index, median: 40 + index, last5percent: 30 + index }, step: 0.25 };
    });
    const judged = judgeFigures(
      { figures: { average: 50, median: 99, last5percent: 30 }, step: 0.25 },
      { similar: others, any: others },
    );
    expect(judged.map(({ figure }) => figure)).toEqual(["average", "last5percent"]);
    const listed = Object.values(REPORTED_FIGURES).map(({ judged: part }) => part);
    expect(new Set(listed.filter(Boolean))).toEqual(new Set(["opening", "average", "ending"]));
  });
});

describe("the usual of a show", () => {
  const figures = (average: number) => ({ figures: { after1min: average + 10, average, last5percent: average - 10 } });
  const others = [50, 52, 54, 56, 58].map(figures);

  it("has the medians of the others", () => {
    expect(computeUsual({ similar: others, any: others })).toEqual({
      similar: 5,
      any: 5,
      figures: { after1min: 64, average: 54, last5percent: 44 },
    });
  });

  it("has only figures of the opening without others of a similar length", () => {
    expect(computeUsual({ similar: [], any: others })?.figures).toEqual({ after1min: 64 });
    expect(computeUsual({ similar: [], any: [] })).toBeUndefined();
  });

  it("is drawn as it is compared: openings and endings second by second", () => {
    // Everybody leaves between 1:00 and 1:10, and at one minute before the end, whatever the length.
    const level = (time: number, end: number) => (time < 65 ? 90 : time < end - 62.5 ? 60 : 20);
    const makeLevels = (end: number) => ({ end, getLevel: (time: number) => level(time, end) });
    const curves = [2_000, 2_200, 2_500, 3_000, 3_600].map(makeLevels);
    const band = computeUsualBand(2_400, { similar: curves, any: curves });
    const read = (time: number) => band?.median[band.times.findLastIndex((start) => start <= time)];
    expect([read(60), read(70), read(1_200), read(2_330), read(2_340)]).toEqual([90, 60, 60, 60, 20]);
    expect([band?.times[0], band?.times.at(-1)]).toEqual([0, 2_400]);
    expect(computeUsualBand(600, { similar: [], any: [] })).toBeUndefined();
  });

  it("is drawn in steps of five seconds at both ends, and of a hundredth in between", () => {
    const flat = (level: number) => ({ end: 3_000, getLevel: () => level });
    const curves = [10, 20, 30, 40, 50].map(flat);
    const band = computeUsualBand(2_400, { similar: curves, any: curves });
    const divide = (from: number, step: number, count: number) => {
      return Array.from({ length: count }, (_, index) => from + index * step);
    };
    expect(band?.times).toEqual([...divide(0, 5, 60), ...divide(300, 18, 100), ...divide(2_100, 5, 61)]);
    const every = (level: number) => Array<number>(220).fill(level);
    expect([band?.low, band?.median, band?.high]).toEqual([every(20), every(30), every(40)]);
  });

  it("is drawn in the opening alone where no others are of a similar length, of those that last so long", () => {
    const falling = [10, 20, 30, 40].map((level) => ({ end: 3_000, getLevel: (time: number) => level - time / 100 }));
    const short = { end: 62.5, getLevel: (time: number) => (time <= 62.5 ? 50 - time / 100 : 0) };
    const opening = computeUsualBand(600, { similar: [], any: [...falling, short] });
    expect(opening?.times).toEqual(Array.from({ length: 25 }, (_, index) => 5 * index));
    expect(opening?.median).toHaveLength(24);
    expect(opening?.median[12]).toBeCloseTo(30 - 0.625, 9);
    expect(opening?.median[13]).toBeCloseTo(25 - 0.675, 9);
  });
});

describe("a curve", () => {
  const spiked = { ...makeDecline(40), data: [0, 1, 2].map((time) => ({ time, percentage: 50 * time })) };

  it.each<[doubt: string | undefined, chart: Chart, listeners: number | undefined, kind?: Kind]>([
    ["one point", { ...makeDecline(40), data: [{ time: 0, percentage: 100 }] }, 500],
    ["10 points", makeDecline(40, 240), undefined],
    ["1 listener", makeDecline(40), 1],
    ["29 listeners", makeDecline(40), 29],
    ["3 points", spiked, 500],
    [undefined, makeDecline(40), 30],
    [undefined, makeDecline(40), undefined],
    ["29 plays", makeDecline(40), 29, "plays"],
  ])("proves little with %s", (doubt, chart, listeners, kind = "peak") => {
    expect(computeDoubt(chart, listeners, kind)).toBe(doubt);
  });

  it("proves little if its steps are large, as those of few listeners are", () => {
    const data = Array.from({ length: 600 }, (_, time) => ({ time, percentage: 100 - 10 * Math.floor(time / 100) }));
    expect(computeDoubt({ guid: "g", duration: 600, data }, undefined, "peak")).toBe("few listeners");
  });

  it("has a profile, which is the same after it is packed and unpacked", () => {
    const { places, opening, ending } = unpackProfile(packProfile(computeProfile(makeDecline(0).data, 2_400)), 2_400);
    expect([places.length, places[0], places[99]]).toEqual([100, 99.5, 0.5]);
    expect([opening.length, opening[0], opening[59]]).toEqual([60, 99.9, 87.6]);
    expect([ending.length, ending[0], ending[59]]).toEqual([60, 12.4, 0.1]);
  });

  it.each([90, 400, 2_400, 9_000])("can be read from its profile as from its bins, in %i s", (duration) => {
    const chart = makeDecline(10, 1, duration);
    const curve = computeBins(chart, 500);
    const profile = computeProfile(chart.data, curve.end);
    for (const part of [0, 0.02, 0.1, 0.3, 0.5, 0.77, 0.95, 1])
      expect(profile.getLevel(part * duration)).toBeCloseTo(curve.getLevel(part * duration), -1);
  });
});

it("an episode has the chapters that are in the feed, in order", () => {
  const chapters = [
    { start: "00:10:00.500", title: "B" },
    { start: "90", end: "0:02:00", title: "A" },
    { start: "?", title: "C" },
  ];
  const item = {
    guid: "a",
    title: undefined,
    duration: undefined,
    pubDate: undefined,
    enclosure: undefined,
    chapters,
    chaptersUrl: "https://feeds.test/chapters.json",
  };
  expect(readName(item, false)).toMatchObject({
    chapters: [
      { time: 90, end: 120, title: "A" },
      { time: 600.5, title: "B" },
    ],
    badChapters: { count: 1, first: "?", of: 3 },
  });
});
