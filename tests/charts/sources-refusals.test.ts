import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { computePoints } from "../../scripts/charts/import/sources/curve.ts";
import { loadDocument, parseDocument } from "../../scripts/charts/import/sources/document.ts";
import { onlyCurve, parse, parseSample } from "../support/sources.ts";

const HISTOGRAM = [{ 0: 9 }, { 15: 8 }];
const YOUTUBE = { columnHeaders: [{ name: "elapsedVideoTimeRatio" }, { name: "audienceWatchRatio" }] };

function graphql(points: unknown, errors?: unknown) {
  return {
    errors,
    data: { episode: { episodePerformanceTotalAllTime: { analyticsValue: { analyticsValue: { points } } } } },
  };
}

describe("a document without a curve", () => {
  it.each([
    [
      "studio-localised.csv",
      'no position column (time, second, minute, position, video position (%)) among "Videoposition (%)", "Absolute Zuschauerbindung (%)", "Im Vergleich zu anderen Videos (%)": switch YouTube Studio to English, or rename the columns',
    ],
    ["studio-detailed-activity.csv", "Detailed activity.csv has no retention: import All.csv or Organic.csv"],
    ["harborfm-analytics.csv", "HarborFM's CSV has no retention: use the JSON export"],
    ["spotify-anchor-quartiles.json", "four quartiles are not a curve: save the answer of episodePerformance"],
    ["youtube-error.json", "it is an error, not data: Insufficient permission to access this report."],
    ["apple-one-bin.json", "no data (too few listeners): episodePlayHistogram has fewer than 2 bins"],
  ])("is refused with the way out: %s", (name, detail) => {
    expect(parseSample(name)).toMatchObject({ curves: [], refusals: [{ detail }] });
  });

  it.each([
    ["a zip", "PK\u0003\u0004…All.csv", /^it is a zip: unpack it and import All\.csv or Organic\.csv$/],
    [
      "an Excel workbook",
      "PK\u0003\u0004…[Content_Types].xml",
      /^it is an Excel workbook: save its sheet as CSV, or use the JSON export/,
    ],
    ["an error of text", { error: "token expired" }, /^it is an error, not data: token expired$/],
    ["a message", { message: "not found" }, /^it is an error, not data: not found$/],
    ["errors of GraphQL", { data: null, errors: [{ message: "no access" }] }, /^it is an error, not data: no access$/],
    ["an error without a text", { error: { code: 500 } }, /^it is an error, not data: it gives no reason$/],
    ["an error in an envelope", { provider: "spotify", meta: {}, data: { error: { message: "gone" } } }, /: gone$/],
    [
      "GraphQL's errors in place of points",
      graphql(null, [{ message: "no plays" }]),
      /^data\.episode has an error instead of points: no plays$/,
    ],
    ["OP3 without listens", { showUuid: "s", months: [] }, /^no listening data in it/],
    [
      "another object",
      { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 },
      /^unknown format, an object with "a", "b", "c", "d", "e": docs\/charts\.md/,
    ],
    [
      "other rows of Anchor",
      { kind: "plays", data: { rows: [[0, 1]] } },
      /^unknown format, an object with "kind", "data"/,
    ],
    ["performance without rows", { kind: "performance", data: {} }, /^unknown format/],
    ["samples of something else", { samples: [1] }, /^unknown format/],
    ["a maximum of something else", { max: 1 }, /^unknown format/],
    ["an object without members", {}, /^unknown format, an object with no members/],
    ["a list", [{ a: 1, b: 2 }], /^it is a list of JSON values: save one answer per file$/],
    ["a page", "<!doctype html>\n<p>Sign in, please", /^it is neither JSON nor CSV: it begins with "<!doctype html>/],
    ["nothing", " \n", /^it is empty$/],
    [
      "those who started",
      "Video position (%),count,Started watching\n0,1,1\n",
      /^Detailed activity\.csv has no retention/,
    ],
    [
      "those who stopped",
      "Video position (%),count,Stopped watching\n0,1,1\n",
      /^Detailed activity\.csv has no retention/,
    ],
    ["a position without a value", "time,Compared to other videos (%)\n0,1\n", /^no value column \(percentage, /],
    ["a table of something else", "name,size\nx,1\n", /^no position column/],
    ["GUIDs without a position", "guid,count\na,1\n", /^no position column \(time, /],
  ])("is refused with what is wrong: %s", (_, content, detail) => {
    expect(parse(content)).toMatchObject({ curves: [], refusals: [{ detail: expect.stringMatching(detail) }] });
  });

  it("is refused by its kind, which a summary counts", () => {
    const kinds = [
      "PK",
      { error: "x" },
      "\u00ff",
      'time,count\n1,"',
      "time,count\n",
      '{"samples":[}',
      Buffer.from([0xff]),
    ];
    expect(
      kinds.map((content) => (Buffer.isBuffer(content) ? parseDocument(content) : parse(content)).refusals[0]?.kind),
    ).toEqual(["without a curve", "without a curve", "without a curve", "not CSV", "no data", "not JSON", "not UTF-8"]);
  });

  it("is refused in a format that it is not of", () => {
    expect(parse({ samples: [1], max: 1 }, "apple").refusals).toMatchObject([
      { detail: expect.stringMatching(/^it does not look like apple: /) },
    ]);
    expect(parse("time,count\n0,1\n", "apple").refusals).toMatchObject([
      { detail: expect.stringMatching(/^it does not look like apple: /) },
    ]);
  });
});

describe("a curve of too few listeners", () => {
  it.each([
    ["no rows", YOUTUBE],
    ["rows of blank cells", "time,count\n0,\n1,\n"],
    ["a header and no rows", "time,count\n"],
    ["no episodes", { retentionByEpisode: [] }],
    ["no listens", { showUuid: "s", episodeListens: {} }],
    ["an empty histogram", { episodePlayHistogram: [] }],
    ["a histogram of zeros", { episodePlayHistogram: [{ 0: 0 }, { 15: 0.0 }] }],
    ["no samples", { samples: [], seconds: 0 }],
    ["samples of zero", { samples: [0, "0"], seconds: 2 }],
    ["no points", graphql([])],
    ["points that are null", graphql(null)],
    ["no rows of seconds", { kind: "performance", data: { rows: [] } }],
  ])("is refused as no data: %s", (_, content) => {
    const { curves, refusals } = parse(content);
    expect(curves).toEqual([]);
    expect(refusals).toEqual([{ kind: "no data", detail: expect.stringMatching(/no data \(too few listeners\): /) }]);
  });

  it("is refused as no data where all its listeners come after its end", () => {
    const curve = onlyCurve(parse({ samples: [0, 0, 5], sampleRate: 1_000, max: 5 }));
    expect(() => computePoints(curve, 2)).toThrow(/^no data .*: nobody listens before the end of the episode at 2 s$/);
  });
});

describe("a bad value", () => {
  it.each([
    ["NaN", "time,count\n0,NaN\n", 2, 'count must be a number from 0, not "NaN"'],
    ["1e999 in a table", "time,count\n0,1\n1,1e999\n", 3, 'count must be a number from 0, not "1e999"'],
    ["a decimal comma", 'time;percentage\n0;"91,37"\n', 2, 'percentage must be a number from 0, not "91,37"'],
    [
      "a decimal comma without quotes",
      "time,percentage\n0,91,37\n",
      2,
      "more cells than the header has: write decimals with a point, or quote cells with a separator",
    ],
    ["a blank position", "time,percentage\n,91\n", 2, 'time must be a number from 0, not ""'],
    ["a missing position", "percentage,time\n91\n", 2, "time must be a number from 0, not nothing"],
    [
      "a file by segment",
      undefined,
      4,
      "Video position (%) 0 occurs twice: if this is a file by audience segment, import All.csv or Organic.csv",
    ],
    [
      "a minute that occurs twice",
      "minute,count\n2,1\n1,1\n2.0,1\n",
      4,
      expect.stringMatching(/^minute 2 occurs twice/),
    ],
    ["two durations", "time,count,duration\n0,1,5\n1,1,6\n", 3, "duration differs from the episode's first row"],
  ])("is refused with its line: %s", (_, text, line, detail) => {
    const parsed = text === undefined ? parseSample("studio-by-segment.csv") : parse(text);
    expect(parsed).toEqual({ curves: [], refusals: [{ line, kind: "not a curve", detail }] });
  });

  it("is refused with the line of a quote that never ends", () => {
    const { refusals } = parse('time,count\n0,1\n1,"2\n2,3\n');
    expect(refusals).toEqual([{ line: 4, kind: "not CSV", detail: expect.stringMatching(/^Quote Not Closed/) }]);
  });

  it("is refused with no more of a cell than a line can show", () => {
    const [refusal] = parse(`time,count\n0,${"x".repeat(1_000)}"y"\n`).refusals;
    expect(refusal).toMatchObject({
      line: 2,
      kind: "not CSV",
      detail: expect.stringMatching(/^Invalid Opening Quote/),
    });
    expect(refusal?.detail.length).toBeLessThan(200);
  });

  it("is refused early where a quote is never closed in a large file", () => {
    const { refusals } = parse(`time,count\n0,1\n1,"2\n${"2,3\n".repeat(100_000)}`);
    expect(refusals).toEqual([
      { line: expect.any(Number), kind: "not CSV", detail: expect.stringMatching(/^Max Record Size/) },
    ]);
    expect(refusals[0]?.line).toBeLessThan(50_000);
  });

  it("is refused early where a quote is never closed in a large file", () => {
    const { refusals } = parse(`time,count\n0,1\n1,"2\n${"2,3\n".repeat(100_000)}`);
    expect(refusals).toEqual([
      { line: expect.any(Number), kind: "not CSV", detail: expect.stringMatching(/^Max Record Size/) },
    ]);
    expect(refusals[0]?.line).toBeLessThan(50_000);
  });

  it.each([
    ["a negative count", { samples: [1, -1], max: 1 }, "the value of samples[1] must be a number from 0, not -1"],
    ["1e999", '{"samples":[1,1e999],"max":1}', "the value of samples[1] must be a number from 0, not Infinity"],
    ["a list", { samples: [[1]], max: 1 }, "the value of samples[0] must be a number from 0, not a list"],
    ["a rate of 0", { samples: [1], sampleRate: 0 }, "sampleRate must be milliseconds, not 0"],
    ["a rate of text", { samples: [1], sampleRate: "fast" }, 'sampleRate must be a number from 0, not "fast"'],
    ["endless seconds", { samples: [1], seconds: 1e300 }, "seconds must be seconds, not 1e+300"],
    [
      "no second",
      graphql([{ sampleCount: 1 }]),
      "the position of data.episode.episodePerformanceTotalAllTime.analyticsValue.analyticsValue.points[0] must be a number from 0, not nothing",
    ],
    [
      "a second that occurs twice",
      graphql([
        { second: 4, sampleCount: 1 },
        { second: "4.0", sampleCount: 1 },
      ]),
      "data.episode: second 4 occurs twice",
    ],
    [
      "points of another kind",
      graphql({}),
      "data.episode.episodePerformanceTotalAllTime.analyticsValue.analyticsValue.points must be a list, not an object",
    ],
    [
      "a row of another kind",
      { kind: "performance", data: { rows: ["0,1"] } },
      'data.rows[0] must be a list, not "0,1"',
    ],
    [
      "a bin of two members",
      { episodePlayHistogram: [{ 0: 1, 15: 1 }, { 30: 1 }] },
      'episodePlayHistogram[0] must have one member, such as {"15":8}',
    ],
    [
      "a bin of none",
      { episodePlayHistogram: [{ 0: 1 }, {}] },
      'episodePlayHistogram[1] must have one member, such as {"15":8}',
    ],
    [
      "a bin of text",
      { episodePlayHistogram: [{ zero: 1 }, { 15: 1 }] },
      'the position of episodePlayHistogram[0] must be a number from 0, not "zero"',
    ],
    ["a bin that occurs twice", { episodePlayHistogram: [{ 15: 1 }, { 15: 2 }] }, "second 15 occurs twice"],
    [
      "an id that names none of several results",
      {
        content: { results: { 1: {}, 2: {} } },
        episodePlayCountAllTime: { episodeid: "3" },
        episodePlayHistogram: HISTOGRAM,
      },
      'episodePlayCountAllTime.episodeid is "3", and content.results has 1, 2: save the answer for one episode',
    ],
    [
      "a duration of text",
      {
        content: { results: { 1: { offers: [{ assets: [{ duration: "long" }] }] } } },
        episodePlayHistogram: HISTOGRAM,
      },
      'content.results["1"].offers[0].assets[0].duration must be a number from 0, not "long"',
    ],
    [
      "a report without its metric",
      { columnHeaders: [{ name: "elapsedVideoTimeRatio" }], rows: [] },
      "no column audienceWatchRatio: request it with metrics=audienceWatchRatio",
    ],
    [
      "a ratio between 0 and 0.01",
      { ...YOUTUBE, rows: [[0.005, 1]] },
      "elapsedVideoTimeRatio must be 0 or from 0.01 to 1, not 0.005",
    ],
    [
      "a ratio that occurs twice",
      {
        ...YOUTUBE,
        rows: [
          [0.5, 1],
          [0.5, 1],
        ],
      },
      "position 49 occurs twice",
    ],
    ["an episode of another kind", { retentionByEpisode: ["x"] }, 'retentionByEpisode[0] must be an object, not "x"'],
    ["listens of another kind", { showUuid: "s", episodeListens: [] }, "episodeListens must be an object, not a list"],
  ])("is refused with its path: %s", (_, content, detail) => {
    expect(parse(content)).toEqual({ curves: [], refusals: [{ kind: "not a curve", detail }] });
  });

  it("is a count beyond all whole numbers", () => {
    const curve = onlyCurve(parse({ samples: [1e305], max: 1e305 }));
    expect(() => computePoints(curve, 1)).toThrow("1e+305 listeners are too many to be true");
  });

  it("is named with the episode's title and place", () => {
    const retentionByEpisode = [{ episodeId: "e", buckets: [] }];
    const { refusals } = parse({ episodes: [{ id: "e", title: "On tides" }], retentionByEpisode });
    expect(refusals).toMatchObject([
      { detail: expect.stringMatching(/^retentionByEpisode\[0\], "On tides": no data/) },
    ]);
  });

  it("is not a blank cell beyond the header", () => {
    expect(onlyCurve(parse("time,count\n0,1,,\n1,2, \n")).points).toHaveLength(2);
  });

  it("is not a blank cell beyond the header", () => {
    expect(onlyCurve(parse("time,count\n0,1,,\n1,2, \n")).points).toHaveLength(2);
  });

  it("is shown in short", () => {
    const [refusal] = parse({ samples: ["x".repeat(1_000)], max: 1 }).refusals;
    expect(refusal?.detail).toBe(`the value of samples[0] must be a number from 0, not "${"x".repeat(40)}…"`);
  });
});

describe("too large a document", () => {
  const MB = 1_024 * 1_024;

  async function* pieces(count: number): AsyncGenerator<Buffer> {
    for (let piece = 0; piece < count; piece++) yield Buffer.alloc(MB, " ");
  }

  it("is refused above 64 MB, without reading on", async () => {
    await expect(loadDocument(pieces(64))).resolves.toHaveLength(64 * MB);
    let read = 0;
    async function* counted() {
      for await (const piece of pieces(200)) {
        read++;
        yield piece;
      }
    }
    await expect(loadDocument(counted())).rejects.toThrow(
      /^it has more than 64 MB: only charts and sessions may be larger$/,
    );
    expect(read).toBe(65);
  });

  it("has more than a million points in a curve", () => {
    const samples = Array<number>(1_000_000).fill(1);
    expect(onlyCurve(parse({ samples, max: 1 })).points).toHaveLength(1_000_000);
    samples.push(1);
    const refusals = [
      parse({ samples, max: 1 }),
      parse({ showUuid: "s", episodeListens: { g: { minuteMaps: ["1".repeat(1_000_001)] } } }),
      parse(`time,count${samples.map((count, second) => `\n${second},${count}`).join("")}`),
    ].map((parsed) => parsed.refusals[0]);
    expect(refusals).toMatchObject([
      { detail: "samples has 1000001 entries; a curve has at most 1000000" },
      { detail: expect.stringMatching(/^episodeListens\["g"\]\.minuteMaps\[0\] must be a text of 0 and 1/) },
      { detail: "a curve has at most 1000000 points", line: 1_000_002 },
    ]);
  });

  it("is nested deeper than a stack, and breaks nothing", () => {
    const depth = 100_000;
    const deep = `${'{"a":['.repeat(depth)}${"]}".repeat(depth)}`;
    expect(parse(deep).refusals).toMatchObject([{ kind: expect.stringMatching(/^(without a curve|not JSON)$/) }]);
    expect(parse(`{"samples":[${deep}],"max":1}`).curves).toEqual([]);
    expect(parse(gzipSync("{}").toString("latin1")).curves).toEqual([]);
  });
});
