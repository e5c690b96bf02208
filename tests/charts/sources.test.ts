import { describe, expect, it } from "vitest";
import { FORMAT_NAMES } from "../../scripts/charts/import/sources/formats.ts";
import { onlyCurve, pairsOf, parse, parseSample } from "../support/sources.ts";

describe("a sample of each format", () => {
  it.each([
    [
      "studio.csv",
      "csv",
      200,
      { guid: undefined },
      [
        [0, 104.2],
        [2, 91.37],
      ],
    ],
    [
      "youtube.json",
      "youtube",
      200,
      { keys: [] },
      [
        [0, 106.2],
        [2, 91.4],
      ],
    ],
    [
      "harborfm.json",
      "harborfm",
      200,
      { keys: ["Ab3_xYz"], title: "On tides" },
      [
        [0, 100],
        [20, 77.5],
      ],
    ],
    [
      "op3.json",
      "op3",
      360,
      { guid: "urn:example:ep-7", roundedDuration: 360 },
      [
        [0, 100],
        [60, 100],
        [120, 50],
        [180, 50],
        [240, 50],
        [300, 0],
      ],
    ],
    [
      "apple.json",
      "apple",
      45,
      { guid: "urn:example:ep-7", duration: 45, keys: ["1000700000001"] },
      [
        [0, 100],
        [15, 88.89],
        [30, 66.67],
      ],
    ],
    [
      "spotify.json",
      "spotify",
      6,
      { duration: 6, keys: [] },
      [
        [0, 92.31],
        [1, 100],
        [2, 100],
        [3, 84.62],
        [4, 69.23],
        [5, 69.23],
      ],
    ],
    [
      "spotify-graphql.json",
      "spotify",
      8,
      { keys: ["spotify:episode:4rOoJ6Egrf8K2IrywzwOMk", "4rOoJ6Egrf8K2IrywzwOMk"] },
      [
        [0, 100],
        [4, 93.08],
      ],
    ],
    [
      "spotify-anchor.json",
      "spotify",
      2,
      { keys: ["123"] },
      [
        [0, 100],
        [1, 100],
      ],
    ],
  ])("is told by its content, and gives the points of its formula: %s", (name, format, duration, known, pairs) => {
    const curve = onlyCurve(parseSample(name));
    expect(curve).toMatchObject(known);
    expect(pairsOf(curve, duration)).toEqual(pairs);
    expect(onlyCurve(parseSample(name, format))).toEqual(curve);
    for (const other of FORMAT_NAMES.filter((candidate) => candidate !== format))
      expect(parseSample(name, other).curves).toEqual([]);
  });
});

describe("csv", () => {
  it("takes YouTube Studio's file with byte order mark, CRLF, blank cells and no last line break", () => {
    const curve = onlyCurve(parseSample("studio-all.csv"));
    expect(pairsOf(curve, 1_000)).toEqual([
      [0, 107.83],
      [10, 91.37],
      [30, 19],
      [990, 0],
    ]);
  });

  it.each([
    ["time,percentage\n7,3", "seconds", "percentages", 7],
    ["\nSecond;Listeners\n\n7;3\n", "seconds", "counts", 7],
    ["minute\tviewers\r\n7\t3\n", "seconds", "counts", 420],
    ['"POSITION","count"\r7,"3"\r', "percent", "counts", 7],
    [" Video position (%) ,Absolute audience retention (%)\n7,3\n", "percent", "percentages", 7],
    ['"a, b";time;count\n;7;3\n', "seconds", "counts", 7],
    ["guid,compared to other videos (%),time,percentage,count\n,x,7,3,x\n", "seconds", "percentages", 7],
  ])("knows the columns of %j", (text, positions, values, at) => {
    expect(onlyCurve(parse(text))).toMatchObject({ positions, values, points: [{ at, value: 3 }] });
  });

  it("takes several episodes from one table, in any order of rows, with the GUIDs verbatim", () => {
    const rows = [
      "time,guid,duration,percentage",
      '5,"a ""b"",c",9.5,50',
      "0,https://x.test/?a=1;b,,1e-7",
      '0,"a ""b"",c",9.5,200',
      ",,,",
    ];
    const { curves, refusals } = parse(rows.join("\n"));
    expect(refusals).toEqual([]);
    expect(curves).toMatchObject([
      { guid: 'a "b",c', duration: 9.5, line: 2 },
      { guid: "https://x.test/?a=1;b", duration: undefined, line: 3, points: [{ at: 0, value: 1e-7 }] },
    ]);
    expect(curves.map((curve) => pairsOf(curve, 9.5))).toEqual([
      [
        [0, 200],
        [5, 50],
      ],
      [[0, 1e-7]],
    ]);
  });

  it("has no use for other columns, also if they have the names of HarborFM's", () => {
    const curve = onlyCurve(parse("table,time,count\nx, 0 ,3\n"));
    expect(curve.points).toMatchObject([{ at: 0, value: 3 }]);
    expect(onlyCurve(parse("episode_id,time,count\nx,0,3\n")).points).toHaveLength(1);
  });

  it("loses no episode but the one whose row can't be taken", () => {
    const { curves, refusals } = parse("guid,time,count\na,0,1\nb,0,1\nb,1,-2\nb,2,x\nc,0,0\nd,0,1\nd,0,1\na,1,1\n");
    expect(curves.map(({ guid }) => guid)).toEqual(["a"]);
    expect(refusals).toEqual([
      { line: 4, kind: "not a curve", detail: 'count must be a number from 0, not "-2"' },
      { line: 8, kind: "not a curve", detail: expect.stringMatching(/^time 0 occurs twice: /) },
      { line: 6, kind: "no data", detail: '"c": no data (too few listeners): the curve is all zeros' },
    ]);
  });
});

describe("any JSON", () => {
  it("may begin with a byte order mark and white space, and have numbers as texts", () => {
    const json = '{"samples":["3"," 19.0 ","1e1"],"medianCompletion":{}}';
    expect(onlyCurve(parse(`\uFEFF\r\n\t ${json}`)).points.map(({ value }) => value)).toEqual([3, 19, 10]);
  });
});

describe("youtube", () => {
  it("finds columns by their names, numbers in texts, and the starts of bins that are named by their ends", () => {
    const curve = onlyCurve(parseSample("youtube-other-columns.json"));
    expect(pairsOf(curve, 3_600)).toEqual([
      [0, 107.83],
      [1_008, 91],
      [3_564, 20],
    ]);
  });

  it("takes ratios as starts where the first is 0, and drops the one at the end", () => {
    const curve = onlyCurve(parseSample("youtube-from-zero.json"));
    expect(pairsOf(curve, 200)).toEqual([
      [0, 102.97],
      [100, 50],
      [198, 25],
    ]);
  });
});

describe("harborfm", () => {
  it("takes what the API answers, and refuses episodes one by one", () => {
    const { curves, refusals } = parseSample("harborfm-api.json");
    expect(curves).toMatchObject([
      { keys: ["Ab3_xYz"], guidEnding: ":episode:Ab3_xYz", path: "retention_by_episode[0]" },
    ]);
    expect(curves.map((curve) => pairsOf(curve, 50))).toEqual([
      [
        [0, 100],
        [45, 10],
      ],
    ]);
    expect(refusals).toEqual([
      {
        kind: "not a curve",
        detail: "the value of retention_by_episode[2].buckets[0] must be a number from 0, not -1",
      },
      { kind: "no data", detail: "retention_by_episode[1]: no data (too few listeners): the curve is all zeros" },
    ]);
  });
});

describe("op3", () => {
  it("counts maps of different lengths, and refuses one with other characters than 0 and 1", () => {
    const minuteMaps = ["011", "1", "0x1", 7, "01100"];
    const { curves, refusals } = parse({ showUuid: "s", episodeListens: { g: { minuteMaps }, h: { minuteMaps: [] } } });
    expect(curves.map((curve) => [curve.guid, curve.roundedDuration, pairsOf(curve, 200)])).toEqual([
      [
        "g",
        300,
        [
          [0, 50],
          [60, 100],
          [120, 100],
          [180, 0],
        ],
      ],
    ]);
    expect(refusals.map(({ detail }) => detail)).toEqual([
      'episodeListens["g"].minuteMaps[2] must be a text of 0 and 1, one for each minute, not "0x1"',
      'episodeListens["g"].minuteMaps[3] must be a text of 0 and 1, one for each minute, not 7',
      '"h": no data (too few listeners): the curve is empty',
    ]);
  });
});

describe("apple", () => {
  it("takes the result that the counts name, in an envelope, and drops the tail after the end", () => {
    const curve = onlyCurve(parseSample("apple-enveloped.json"));
    expect(curve).toMatchObject({ guid: "urn:example:ep-8", title: "On sand", duration: 40.5 });
    expect(pairsOf(curve, 40.5)).toEqual([
      [0, 100],
      [15, 84.21],
      [30, 21.05],
    ]);
  });

  it("takes the only result, whatever the counts name, and does without results", () => {
    const histogram = { episodePlayCountAllTime: { episodeid: 9 }, episodePlayHistogram: [{ 0: 1 }, { 15: 1 }] };
    const result = { podcastEpisodeGuid: " ", offers: [] };
    expect(onlyCurve(parse({ ...histogram, content: { results: { 8: result } } }))).toMatchObject({
      keys: ["9", "8"],
      guid: undefined,
      duration: undefined,
    });
    expect(onlyCurve(parse(histogram))).toMatchObject({ keys: ["9"], guid: undefined });
  });
});

describe("spotify", () => {
  it("takes fractional listeners at the rate of its samples, and the envelope's key", () => {
    const curve = onlyCurve(parseSample("spotify-enveloped.json"));
    expect(curve).toMatchObject({ keys: ["4rOoJ6Egrf8K2IrywzwOMk"], duration: 9 });
    expect(pairsOf(curve, 9)).toEqual([
      [0, 50],
      [2.5, 100],
      [5, 25],
      [7.5, 0],
    ]);
  });

  it("takes a sample a second where the rate is missing, and as many seconds as there are samples", () => {
    const curve = onlyCurve(parse({ samples: [2, null, 1], max: 2 }));
    expect(curve.duration).toBe(3);
    expect(pairsOf(curve, 3)).toEqual([
      [0, 100],
      [2, 50],
    ]);
  });

  it("takes GraphQL's points by their seconds, also in an envelope in place of data", () => {
    const curve = onlyCurve(parseSample("spotify-graphql-enveloped.json"));
    expect(curve.keys).toContain("4rOoJ6Egrf8K2IrywzwOMk");
    expect(pairsOf(curve, 90)).toEqual([
      [0, 100],
      [60, 50],
    ]);
  });

  it("takes GraphQL's points with errors beside them", () => {
    const points = [{ second: 0, sampleCount: 3 }];
    const performance = { analyticsValue: { analyticsValue: { points } } };
    const answer = {
      errors: [{ message: "no plays" }],
      data: { a: { plays: null, episodePerformanceTotalAllTime: performance } },
    };
    expect(onlyCurve(parse(answer))).toMatchObject({ path: "data.a", keys: [] });
  });

  it("takes Anchor's rows, and the envelope's key in place of an id of 0", () => {
    const curve = onlyCurve(parseSample("spotify-anchor-enveloped.json"));
    expect(curve.keys).toEqual(["e2k9abc"]);
    expect(pairsOf(curve, 90)).toEqual([
      [0, 50],
      [1, 100],
    ]);
    const rows = [[0, 1]];
    const meta = { webEpisodeId: "e2k9abc" };
    expect(onlyCurve(parse({ episodeId: 7, kind: "performance", meta, data: { rows } })).keys).toEqual([
      "7",
      "e2k9abc",
    ]);
  });
});
