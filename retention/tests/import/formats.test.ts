import { describe, expect, it } from "vitest";
import type { Code } from "../../sources/base/codes.ts";
import type { Curve } from "../../sources/curve/platform-curve.ts";
import { FORMAT_NAMES } from "../../sources/formats/formats.ts";
import { fact } from "../support/facts.ts";
import { onlyCurve, pairsOf, parse, parseSample } from "./formats.ts";

/** Writes the points of a curve as `0:100 15:88.89`: seconds and percent. */
function textOf(curve: Curve, duration: number): string {
  return pairsOf(curve, duration)
    .map((pair) => pair.join(":"))
    .join(" ");
}

const EP_7 = "urn:example:ep-7";

describe("a sample of each format", () => {
  it.each([
    ["studio.csv", "csv", 200, { guid: undefined }, "0:104.2 2:91.37"],
    ["youtube.json", "youtube", 200, { keys: [] }, "0:106.2 2:91.4"],
    ["harborfm.json", "harborfm", 200, { keys: ["Ab3_xYz"], title: "On tides" }, "0:100 20:77.5"],
    ["op3.json", "op3", 360, { guid: EP_7, roundedDuration: 360 }, "0:100 60:100 120:50 180:50 240:50 300:0"],
    ["peertube.json", "peertube", 18, { keys: [] }, "0:96.5 6:91.2 12:0"],
    ["apple.json", "apple", 45, { guid: EP_7, duration: 45, keys: ["1000700000001"] }, "0:100 15:88.89 30:66.67"],
    ["spotify.json", "spotify", 6, { duration: 6, keys: [] }, "0:92.31 1:100 2:100 3:84.62 4:69.23 5:69.23"],
    [
      "spotify-graphql.json",
      "spotify",
      8,
      { keys: ["spotify:episode:4rOoJ6Egrf8K2IrywzwOMk", "4rOoJ6Egrf8K2IrywzwOMk"] },
      "0:100 4:93.08",
    ],
    ["spotify-anchor.json", "spotify", 2, { keys: ["123"] }, "0:100 1:100"],
  ])(
    "is recognized by its content, and gives the points of its formula: %s",
    (name, format, duration, known, points) => {
      const curve = onlyCurve(parseSample(name));
      expect(curve).toMatchObject(known);
      expect(textOf(curve, duration)).toBe(points);
      expect(onlyCurve(parseSample(name, format))).toEqual(curve);
      for (const other of FORMAT_NAMES.filter((candidate) => candidate !== format))
        expect(parseSample(name, other).curves).toEqual([]);
    },
  );
});

describe("csv", () => {
  it("parses YouTube Studio's file with a byte order mark, CRLF, blank cells and no last line break", () => {
    const curve = onlyCurve(parseSample("studio-all.csv"));
    expect(textOf(curve, 1_000)).toBe("0:107.83 10:91.37 30:19 990:0");
  });

  it.each([
    ["time,percentage\n7,3", "seconds", "percentages", 7],
    ["\nSecond;Listeners\n\n7;3\n", "seconds", "counts", 7],
    ["minute\tviewers\r\n7\t3\n", "seconds", "counts", 420],
    ['"POSITION","count"\r7,"3"\r', "percent", "counts", 7],
    [" Video position (%) ,Absolute audience retention (%)\n7,3\n", "percent", "percentages", 7],
    ['"a, b";time;count\n;7;3\n', "seconds", "counts", 7],
    ["guid,compared to other videos (%),time,percentage,count\n,x,7,3,9\n", "seconds", "percentages", 7],
  ])("recognizes the columns of %j", (text, positions, values, at) => {
    expect(onlyCurve(parse(text))).toMatchObject({ positions, values, points: [{ at, value: 3 }] });
  });

  it.each([
    ["a title", 'Retention of "On tides"\n\ntime,percentage\n0,100\n15,98.5\n'],
    ["many comments", `${"# 20261101\n".repeat(100)}time,percentage\n0,100\n15,98.5\n`],
    ["comments", "# ----\n# 20261101-20261120\ntime,percentage\n0,100\n15,98.5\n"],
    ["the table's name", "Table 1\r\ntime;percentage\r\n0;100\r\n15;98.5\r\n"],
    ["pairs", "sep=,\nEpisode,On tides\nDuration,40:00\n,\ntime,percentage\n0,100\n15,98.5\n"],
  ])("skips lines above the header: %s", (_, text) => {
    const lines = text.split(/\r?\n/);
    const line = lines.findIndex((each) => each.startsWith("0")) + 1;
    expect(onlyCurve(parse(text)).points).toEqual([
      { at: 0, value: 100, line },
      { at: 15, value: 98.5, line: line + 1 },
    ]);
  });

  it.each([
    ["each line", '"time,percentage"\n"0,100"\n"15,98.5"\n'],
    ["each line, with empty cells behind it", '"time,percentage";;\r\n"0,100";;\r\n"15,98.5";;\r\n'],
    ["lines with quoted cells", 'time,percentage\n"0,""100"""\n"15,""98.5"""\n'],
    ["one row of several", 'time,percentage\n0,100\n"15,""98.5"""\n30,97\n45,96\n'],
    ["each line, below a title that is not", 'Retention\n"time;percentage"\n"0;100"\n"15;98.5"\n'],
    ["rows, but no note", 'time,percentage\n0,100\n"15,98.5"\n30,97\n45,96\n"From A, and B"\n'],
    ["the header alone", '"""time"",""percentage"""\n0,100\n15,98.5\n'],
    ["each line, below a title", '"Retention, all"\n"time;percentage"\n"0;100"\n"15;98.5"\n'],
  ])("reads lines that are one quoted cell: %s", (_, text) => {
    expect(onlyCurve(parse(text)).points.slice(0, 2)).toMatchObject([
      { at: 0, value: 100 },
      { at: 15, value: 98.5 },
    ]);
  });

  it.each([
    ["halves of minutes", [0, 0.5, 1, 1.5, 2]],
    ["tenths of less than a minute", [0, 0.1, 0.2, 0.3, 0.4, 0.5]],
    ["even steps of 1.1", [0, 1.1, 2.2, 3.3, 4.4, 5.5]],
    ["quarters", [0, 0.25, 0.5, 0.75, 1, 1.25]],
    ["whole minutes", [0, 1, 2, 4]],
    ["minutes of which one half is missing", [0, 0.5, 1, 2, 2.5]],
  ])("takes decimals of minutes as they are: %s", (_, minutes) => {
    const text = ["minute,count", ...minutes.map((minute) => `${minute},9`)].join("\n");
    expect(onlyCurve(parse(text)).points.map(({ at }) => at / 60)).toEqual(minutes);
  });

  it("parses several episodes in one table, in any order of rows, with verbatim GUIDs", () => {
    const rows = [
      "time,guid,duration,percentage",
      '5,"a ""b"",c",9.5,50',
      "0,https://x.test/?a=1;b,,1e-7",
      '0,"a ""b"",c",9.5,200',
      ",,,",
      "",
    ];
    const { curves, refusals } = parse(rows.join("\n"));
    expect(refusals).toEqual([]);
    expect(curves).toMatchObject([
      { guid: 'a "b",c', duration: 9.5, line: 2 },
      { guid: "https://x.test/?a=1;b", duration: undefined, line: 3, points: [{ at: 0, value: 1e-7 }] },
    ]);
    expect(curves.map((curve) => textOf(curve, 9.5))).toEqual(["0:200 5:50", "0:1e-7"]);
  });

  it("trims GUIDs as it trims everything else", () => {
    const curve = onlyCurve(parse("guid, time, count\n trimmed , 0, 2\ntrimmed,1,1\n"));
    expect(curve).toMatchObject({ guid: "trimmed", points: [{ at: 0 }, { at: 1 }] });
  });

  it("ignores other columns, even some of HarborFM's, and one without a name", () => {
    const curve = onlyCurve(parse("table,time,count\nx, 0 ,3\n"));
    expect(curve.points).toMatchObject([{ at: 0, value: 3 }]);
    expect(onlyCurve(parse("episode_id,time,count\nx,0,3\n")).points).toHaveLength(1);
    expect(onlyCurve(parse(",time,count\n7,0,3\n")).points).toHaveLength(1);
  });

  it("refuses an episode with a bad row, and keeps the others", () => {
    const { curves, refusals } = parse("guid,time,count\na,0,1\nb,0,1\nb,1,-2\nb,2,x\nc,0,0\nd,0,1\nd,0,1\na,1,1\n");
    expect(curves.map(({ guid }) => guid)).toEqual(["a"]);
    expect(refusals).toEqual([
      fact("not-a-count", /^count .*"-2"/, { line: 4 }),
      fact("row-twice", "time 0 ", { line: 8 }),
      fact("no-data", "", { line: 6, of: expect.objectContaining({ guid: "c" }) }),
    ]);
  });
});

describe("any JSON", () => {
  it("may begin with a byte order mark and white space, and have numbers as text", () => {
    const json = '{"samples":["3"," 19.0 ","1e1"],"medianCompletion":{}}';
    expect(onlyCurve(parse(`\uFEFF\r\n\t ${json}`)).points.map(({ value }) => value)).toEqual([3, 19, 10]);
  });
});

describe("youtube", () => {
  it("finds columns by name, parses numbers in text, and computes the starts of bins from their ends", () => {
    const curve = onlyCurve(parseSample("youtube-other-columns.json"));
    expect(textOf(curve, 3_600)).toBe("0:107.83 1008:91 3564:20");
  });

  it("reads ratios as starts if the first is 0, and drops the last one at the end of the video", () => {
    const curve = onlyCurve(parseSample("youtube-from-zero.json"));
    expect(textOf(curve, 200)).toBe("0:102.97 100:50 198:25");
  });
});

describe("the youtube API's report as another file", () => {
  const report = "0:118 10:101.58 990:32.07";

  it.each([
    ["a table", "elapsedVideoTimeRatio,audienceWatchRatio\n0.01,1.18\n0.02,1.0158\n1,0.3207\n"],
    [
      "pandas' table with an index",
      ",audienceWatchRatio,percentage,elapsedVideoTimeRatio\n0,1.18,x,0.01\n1,1.0158,x,0.02\n2,0.3207,x,1\n",
    ],
    [
      "a spreadsheet's table",
      "guid;duration;Elapsed Video Time Ratio;audience_watch_ratio\r\na;1000;0,01;1,18\r\na;1000;0,02;1,0158\r\na;1000;1;0,3207\r\n",
    ],
    [
      "records",
      '[{"elapsedVideoTimeRatio":0.01,"audienceWatchRatio":1.18},{"elapsedVideoTimeRatio":0.02,"audienceWatchRatio":1.0158},{"audienceWatchRatio":"0.3207","elapsedVideoTimeRatio":"1"}]',
    ],
    [
      "records with other members",
      '\n[ {"video_id": "x", "elapsed_video_time_ratio": 0.01, "audience_watch_ratio": 1.18}, {"elapsed_video_time_ratio": 0.02, "audience_watch_ratio": 1.0158}, {"elapsed_video_time_ratio": 1, "audience_watch_ratio": 0.3207}]',
    ],
  ])("is read as its own answer is: %s", (_, text) => {
    const parsed = parse(text);
    expect(parsed.source).toBe("youtube");
    expect(textOf(onlyCurve(parsed), 1_000)).toBe(report);
  });

  it("ends with its last hundredth, in a table", () => {
    const table = "elapsedVideoTimeRatio,audienceWatchRatio\n0.98,1\n0.99,1\n1,1\n";
    expect(onlyCurve(parse(table)).reach).toBe(100);
  });

  it.each<[string, string, Code, string?]>([
    ["no values", "elapsedVideoTimeRatio,percentage\n0.01,1\n", "no-ratios"],
    [
      "too low a position",
      "elapsedVideoTimeRatio,audienceWatchRatio\n0.001,1\n",
      "not-a-curve",
      "elapsedVideoTimeRatio ",
    ],
    ["no records", '[{"elapsedVideoTimeRatio":0.01,"audienceWatchRatio":1.18},7]', "not-a-curve", "rows[1] "],
    ["a part", '[{"elapsedVideoTimeRatio":0.01,"audienceWatchRatio":1.18},', "cut-off-array"],
  ])("is refused with %s", (_, text, code, has) => {
    expect(parse(text)).toMatchObject({ curves: [], refusals: [fact(code, has)] });
  });
});

describe("harborfm", () => {
  it("parses the API's answer, and refuses episodes one by one", () => {
    const { curves, refusals } = parseSample("harborfm-api.json");
    expect(curves).toMatchObject([
      { keys: ["Ab3_xYz"], guidEnding: ":episode:Ab3_xYz", path: "retention_by_episode[0]" },
    ]);
    expect(curves.map((curve) => textOf(curve, 50))).toEqual(["0:100 45:10"]);
    expect(refusals).toEqual([
      fact("not-a-curve", /retention_by_episode\[2\]\.buckets\[0\] .*-1/),
      fact("no-data", "", { of: expect.objectContaining({ path: "retention_by_episode[1]" }) }),
    ]);
  });
});

describe("op3", () => {
  it("counts maps of different lengths, and refuses one with other characters than 0 and 1", () => {
    const minuteMaps = ["011", "1", "0x1", 7, "01100"];
    const { curves, refusals } = parse({ showUuid: "s", episodeListens: { g: { minuteMaps }, h: { minuteMaps: [] } } });
    expect(curves.map((curve) => [curve.guid, curve.roundedDuration, textOf(curve, 200)])).toEqual([
      ["g", 300, "0:50 60:100 120:100 180:0"],
    ]);
    expect(refusals).toEqual([
      fact("not-a-curve", /^episodeListens\["g"\]\.minuteMaps\[2\] .*"0x1"/),
      fact("not-a-curve", /^episodeListens\["g"\]\.minuteMaps\[3\] .*7/),
      fact("no-data", "", { of: expect.objectContaining({ guid: "h" }) }),
    ]);
  });
});

describe("apple", () => {
  it("uses the result that episodeid names, in an envelope, and drops bins after the end", () => {
    const curve = onlyCurve(parseSample("apple-enveloped.json"));
    expect(curve).toMatchObject({ guid: "urn:example:ep-8", title: "On sand", duration: 40.5 });
    expect(textOf(curve, 40.5)).toBe("0:100 15:84.21 30:21.05");
  });

  it("uses the only result whatever episodeid is, and needs no results", () => {
    const histogram = { episodePlayCountAllTime: { episodeid: 9 }, episodePlayHistogram: [{ 0: 1 }, { 15: 1 }] };
    const result = { podcastEpisodeGuid: " ", offers: [] };
    const curve = onlyCurve(parse({ ...histogram, content: { results: { 8: result } } }));
    expect(curve).toMatchObject({ keys: ["9", "8"], guid: undefined, duration: undefined });
    expect(onlyCurve(parse(histogram))).toMatchObject({ keys: ["9"], guid: undefined });
  });
});

describe("spotify", () => {
  it("parses fractional listeners at the given sample rate, and the envelope's key", () => {
    const curve = onlyCurve(parseSample("spotify-enveloped.json"));
    expect(curve).toMatchObject({ keys: ["4rOoJ6Egrf8K2IrywzwOMk"], duration: 9 });
    expect(textOf(curve, 9)).toBe("0:50 2.5:100 5:25 7.5:0");
  });

  it("assumes one sample per second if sampleRate is missing, and computes a missing duration from the samples", () => {
    const curve = onlyCurve(parse({ samples: [2, null, 1], max: 2 }));
    expect(curve.duration).toBe(3);
    expect(textOf(curve, 3)).toBe("0:100 2:50");
  });

  it("uses the seconds of GraphQL's points, also if an envelope replaces data", () => {
    const curve = onlyCurve(parseSample("spotify-graphql-enveloped.json"));
    expect(curve.keys).toContain("4rOoJ6Egrf8K2IrywzwOMk");
    expect(textOf(curve, 90)).toBe("0:100 60:50");
  });

  it("parses GraphQL's points despite errors beside them", () => {
    const points = [{ second: 0, sampleCount: 3 }];
    const performance = { analyticsValue: { analyticsValue: { points } } };
    const answer = {
      errors: [{ message: "no plays" }],
      data: { a: { plays: null, episodePerformanceTotalAllTime: performance } },
    };
    expect(onlyCurve(parse(answer))).toMatchObject({ path: "data.a", keys: [] });
  });

  it("parses Anchor's rows, and uses the envelope's key if the id is 0", () => {
    const curve = onlyCurve(parseSample("spotify-anchor-enveloped.json"));
    expect(curve.keys).toEqual(["e2k9abc"]);
    expect(textOf(curve, 90)).toBe("0:50 1:100");
    const rows = [[0, 1]];
    const meta = { webEpisodeId: "e2k9abc" };
    const { keys } = onlyCurve(parse({ episodeId: 7, kind: "performance", meta, data: { rows } }));
    expect(keys).toEqual(["7", "e2k9abc"]);
  });
});
