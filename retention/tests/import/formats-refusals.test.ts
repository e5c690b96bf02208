import { describe, expect, it } from "vitest";
import { type Code, findLabel } from "../../sources/base/codes.ts";
import { computePoints } from "../../sources/curve/chart-points.ts";
import { loadDocument } from "../../sources/formats/document.ts";
import { errorOf, fact } from "../support/facts.ts";
import { onlyCurve, parse, parseBytes } from "./formats.ts";

const HISTOGRAM = [{ 0: 9 }, { 15: 8 }];
const YOUTUBE = { columnHeaders: [{ name: "elapsedVideoTimeRatio" }, { name: "audienceWatchRatio" }] };

function graphql(points: unknown, errors?: unknown) {
  return {
    errors,
    data: { episode: { episodePerformanceTotalAllTime: { analyticsValue: { analyticsValue: { points } } } } },
  };
}

const POINTS = "data.episode.episodePerformanceTotalAllTime.analyticsValue.analyticsValue.points";

describe("a document without a curve", () => {
  it.each<[string, unknown, Code, string?]>([
    ["an error that is a string", { error: "token expired" }, "api-error", '"token expired"'],
    ["a message", { message: "not found" }, "api-error", '"not found"'],
    ["GraphQL errors", { data: null, errors: [{ message: "no access" }] }, "api-error", '"no access"'],
    ["an error without a message", { error: { code: 500 } }, "api-error", "no reason"],
    [
      "an error in an envelope",
      { provider: "a", meta: {}, data: { error: { message: "gone" } } },
      "api-error",
      '"gone"',
    ],
    ["GraphQL's errors in place of points", graphql(null, [{ message: "no plays" }]), "api-error", '"no plays"'],
    ["OP3 without listens", { showUuid: "s", months: [] }, "no-listening-data"],
    ["another object", { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }, "unknown-object", '"a", "b", "c", "d", "e".'],
    ["other rows of Anchor", { kind: "plays", data: { rows: [[0, 1]] } }, "unknown-object", '"kind", "data"'],
    ["performance without rows", { kind: "performance", data: {} }, "unknown-object"],
    ["samples of something else", { samples: [1] }, "unknown-object"],
    ["a maximum of something else", { max: 1 }, "unknown-object"],
    ["an object without members", {}, "unknown-object", "no members"],
    ["an empty array", " [ ]\n", "empty-array"],
    ["an array", [{ a: 1, b: 2 }], "json-array"],
    ["a deep array", `${"[".repeat(5_000)}${"]".repeat(5_000)}`, "too-deep"],
    ["a text in brackets", "[00:12.00] Tides", "unknown-text", '"[00:12.00] Tides"'],
    ["an array of MongoDB's shell", "[\n  {\n    _id: ObjectId('665a0c000000000000000001')", "mongo-shell", '"[\\n '],
    ["a page", "<!doctype html>\n<p>Sign in, please", "unknown-text", '"<!doctype html>\\n<p>Sign in, please"'],
    ["nothing", " \n", "empty-document"],
    ["those who started", "time,count,Started watching\n", "detailed-activity"],
    ["those who stopped", "Video position (%),count,Stopped watching\n0,1,1\n", "detailed-activity"],
    ["a position without a value", "time,Compared to other videos (%)\n0,1\n", "no-values", 'only "time"'],
    ["a table of something else", "name,size\nx,1\n", "no-positions", 'only "name", "size"'],
    ["a column of values twice", "time,percentage,percentage\n0,1,2\n", "column-twice", '"percentage"'],
    ["a column of positions twice", "Time,time,count\n0,1,2\n", "column-twice", '"Time"'],
    ["a column of GUIDs twice", "guid,time,count,GUID\na,1,2,b\n", "column-twice", '"guid"'],
    ["a column of durations twice", "time,count,duration,duration\n0,2,1,1\n", "column-twice", '"duration"'],
    ["another format than that of --format", { samples: [1], max: 1 }, "other-format", "apple"],
    ["a table in another format than that of --format", "time,count\n0,1\n", "other-format", "apple"],
  ])("is refused with what is wrong: %s", (_, content, code, has) => {
    const parsed = parse(content, code === "other-format" ? "apple" : undefined);
    expect(parsed).toMatchObject({ curves: [], refusals: [fact(code, has)] });
  });

  it.each([
    ["guid", '{"showUuid":"s","episodeListens":{"guid":{"minuteMaps":["1"]},"x":{},"g\\u0075id":{"minuteMaps":[]}}}'],
    ["samples", '{"samples":[1,2],"max":2,"samples":[2,1]}'],
    ["sampleCount", JSON.stringify(graphql([{ second: 0, sampleCount: 7 }])).replace("}]", ',"sampleCount":8}]')],
  ])("is refused if an object in it has a member twice, of which JSON keeps the last: %s", (name, text) => {
    expect(parse(text)).toMatchObject({ curves: [], refusals: [fact("curve-member-twice", `"${name}"`)] });
  });

  it("is not refused for members of the same name in different objects", () => {
    const text = '{"samples":[2,1],"max":"max\\":","a":{"max":1,"b":[{"max":1},{"max":{"max":1}}],"samples":1}}';
    expect(parse(text)).toMatchObject({ curves: [{}], refusals: [] });
  });

  it("is refused with a label, by which the summary counts", () => {
    const kinds = [{ error: "x" }, "\u00ff", 'time,count\n1,"', "time,count\n", '{"samples":[}', Buffer.from([0xff])];
    const refusals = kinds.flatMap(
      (content) => (Buffer.isBuffer(content) ? parseBytes(content) : parse(content)).refusals,
    );
    const labels = ["without a curve", "without a curve", "not CSV", "no data", "not JSON", "not UTF-8"];
    expect(refusals.map(findLabel)).toEqual(labels);
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
    expect(parse(content)).toMatchObject({ curves: [], refusals: [fact("no-data")] });
  });

  it("is refused as no data if all its listeners come after its end", () => {
    const curve = onlyCurve(parse({ samples: [0, 0, 5], sampleRate: 1_000, max: 5 }));
    expect(() => computePoints(curve, 2)).toThrow(errorOf("nobody-before-end", "2 s"));
  });
});

describe("a bad value", () => {
  it.each<[string, string, number, Code, string?]>([
    [
      "1e999 in a table",
      "time,percentage\n0,1\n1,1e999\n",
      3,
      "not-a-curve",
      'percentage must be a number of 0 or more, not "1e999"',
    ],
    ["a decimal comma", 'time;percentage\n0;"91,37"\n', 2, "with-commas", '"91,37"'],
    ["a decimal comma without quotes", "time,percentage\n0,91,37\n", 2, "too-many-cells"],
    ["a blank position", "time,percentage\n,91\n", 2, "not-a-curve", 'time must be a number of 0 or more, not ""'],
    ["a missing position", "percentage,time\n91\n", 2, "not-a-curve", "time is missing"],
    ["a clock time", "time,count\n0:00,1\n", 2, "clock-seconds", '"0:00"'],
    ["a time with units", "second,count\n1m 30s,1\n", 2, "clock-seconds"],
    ["a duration of the clock", "time,count,duration\n0,1,PT40M1S\n", 2, "clock-seconds"],
    ["a clock time as minutes", "minute,count\n00:15,1\n", 2, "clock-minutes", '"00:15"'],
    ["a unit", "time,count\n15 s,1\n", 2, "with-unit"],
    ["a percent sign", "time,percentage\n0,98.5%\n", 2, "with-unit"],
    ["a minute that occurs twice", "minute,count\n2,1\n1,1\n2.0,1\n", 4, "row-twice", "minute 2 "],
    ["two durations", "time,count,duration\n0,1,5\n1,1,6\n", 3, "not-a-curve", "The duration must be the same"],
    ["a quote that never ends", 'time,count\n0,1\n1,"2\n2,3\n', 4, "not-csv", "(Quote Not Closed: "],
  ])("is refused with its line: %s", (_, text, line, code, has) => {
    expect(parse(text)).toMatchObject({ curves: [], refusals: [fact(code, has, { line })] });
  });

  it.each([
    ["of ten seconds", "0 0.1 0.2 0.3 0.4 0.5 1 1.1 1.2"],
    ["of half a minute", "0.00 0.30 1.00 1.30"],
    ["in the middle of each fifteen", "0.07 0.22 0.37 0.52 1.07 1.37 1.52"],
    ["of twenty seconds, from the last on", "2.00 1.40 1.20 1.00 0.40 0.20 0.00"],
  ])("is refused as minutes and seconds %s", (_, minutes) => {
    const text = `minute,count\n${minutes.replaceAll(" ", ",9\n")},9`;
    expect(parse(text)).toMatchObject({ curves: [], refusals: [fact("minute-seconds", "", { line: 2 })] });
  });

  it("is refused with a short excerpt of a long cell", () => {
    const { refusals } = parse(`time,count\n0,${"x".repeat(1_000)}"y"\n`);
    expect(refusals).toEqual([fact("not-csv", /\(Invalid Opening Quote.{0,270}$/, { line: 2 })]);
  });

  it("is refused long before the end of a large file if a quote is never closed", () => {
    const { refusals } = parse(`time,count\n0,1\n1,"2\n${"2,3\n".repeat(100_000)}`);
    expect(refusals).toEqual([fact("too-long-row")]);
    expect(refusals[0]?.line).toBeLessThan(50_000);
  });

  it.each<[string, unknown, string | RegExp, Code?]>([
    ["an array", { samples: [[1]], max: 1 }, /samples\[0\] .* number .* \[1\]/],
    ["an infinite value", '{"samples":[1e999],"max":1}', /samples\[0\] .* Infinity/],
    ["a sample rate of 0", { samples: [1], sampleRate: 0 }, /sampleRate .* more than 0 milliseconds, not 0/],
    ["a sample rate of text", { samples: [1], sampleRate: "fast" }, /sampleRate .* number .* "fast"/],
    ["a long text", { samples: ["x".repeat(99)], max: 1 }, /samples\[0\] .* number .* "x{40}…"/],
    ["too many seconds", { samples: [1], seconds: 1e300 }, /seconds .* 9007199254740991 .* 1e\+300/],
    ["no second", graphql([{ sampleCount: 1 }]), `${POINTS}[0] is missing`],
    [
      "a second that occurs twice",
      graphql([4, "4.0"].map((second) => ({ second, sampleCount: 1 }))),
      "Second 4 ",
      "point-twice",
    ],
    ["points of another kind", graphql({}), `${POINTS} must be an array, not {}`],
    [
      "a row of another kind",
      { kind: "performance", data: { rows: ["0,1"] } },
      'data.rows[0] must be an array, not "0,1"',
    ],
    [
      "a bin of two members",
      { episodePlayHistogram: [{ 0: 1, 15: 1 }, { 30: 1 }] },
      /^episodePlayHistogram\[0\] .*one member/,
    ],
    ["a bin without members", { episodePlayHistogram: [{ 0: 1 }, {}] }, /^episodePlayHistogram\[1\] .*one member/],
    [
      "a bin of text",
      { episodePlayHistogram: [{ zero: 1 }, { 15: 1 }] },
      /episodePlayHistogram\[0\] .* number .* "zero"/,
    ],
    ["a bin that occurs twice", { episodePlayHistogram: [{ 15: 1 }, { 15: 2 }] }, "Second 15 ", "point-twice"],
    [
      "an id that is not among several results",
      {
        content: { results: { 1: {}, 2: {} } },
        episodePlayCountAllTime: { episodeid: "3" },
        episodePlayHistogram: HISTOGRAM,
      },
      'episodePlayCountAllTime.episodeid is "3", but content.results has 1, 2',
      "several-results",
    ],
    [
      "a duration of text",
      {
        content: { results: { 1: { offers: [{ assets: [{ duration: "long" }] }] } } },
        episodePlayHistogram: HISTOGRAM,
      },
      /^content.results\["1"\].offers\[0\].assets\[0\].duration .* number .* "long"/,
    ],
    [
      "a report without its metric",
      { columnHeaders: [{ name: "elapsedVideoTimeRatio" }], rows: [] },
      "audienceWatchRatio",
      "no-ratios",
    ],
    [
      "a ratio between 0 and 0.01",
      { ...YOUTUBE, rows: [[0.005, 1]] },
      /elapsedVideoTimeRatio .* 0 or from 0.01 to 1, not 0.005/,
    ],
    ["a ratio that occurs twice", { ...YOUTUBE, rows: Array(2).fill([0.5, 1]) }, "Position 49 ", "point-twice"],
    ["an episode of another kind", { retentionByEpisode: ["x"] }, 'retentionByEpisode[0] must be an object, not "x"'],
    ["listens of another kind", { showUuid: "s", episodeListens: [] }, "episodeListens must be an object, not []"],
  ])("is refused with its path: %s", (_, content, has, code = "not-a-curve") => {
    expect(parse(content)).toMatchObject({ curves: [], refusals: [fact(code, has)] });
  });

  it("is a count above the largest safe integer", () => {
    const curve = onlyCurve(parse({ samples: [1e305], max: 1e305 }));
    expect(() => computePoints(curve, 1)).toThrow(errorOf("not-a-curve", "9007199254740991, not 1e+305"));
  });

  it("is refused with the episode's path and title", () => {
    const retentionByEpisode = [{ episodeId: "e", buckets: [] }];
    const { refusals } = parse({ episodes: [{ id: "e", title: "On tides" }], retentionByEpisode });
    expect(refusals).toMatchObject([{ of: { path: "retentionByEpisode[0]", title: "On tides" } }]);
  });

  it("is not a blank cell beyond the header", () => {
    expect(onlyCurve(parse("time,count\n0,1,,\n1,2, \n")).points).toHaveLength(2);
  });
});

describe("too large a document", () => {
  const MB = 1_024 * 1_024;

  async function* chunksOf(count: number): AsyncGenerator<Buffer> {
    for (let chunk = 0; chunk < count; chunk++) yield Buffer.alloc(MB, " ");
  }

  it("is refused above 64 MB, without reading on", async () => {
    await expect(loadDocument(chunksOf(64))).resolves.toHaveLength(64 * MB);
    let read = 0;
    async function* counted() {
      for await (const chunk of chunksOf(200)) {
        read++;
        yield chunk;
      }
    }
    await expect(loadDocument(counted())).rejects.toThrow(errorOf("too-large", "64 MB"));
    expect(read).toBe(65);
  });

  it("is refused without a stack overflow if it is nested deeply", () => {
    const depth = 100_000;
    const deep = `${'{"a":['.repeat(depth)}${"]}".repeat(depth)}`;
    expect(parse(deep).refusals).toEqual([fact("too-deep")]);
    expect(parse(`{"samples":[${deep}],"max":1}`).curves).toEqual([]);
    for (const member of ["samples", "unused"])
      expect(parse(`{"seconds":2,"samples":[2,1],"${member}":${"[".repeat(1_000)}`)).toMatchObject({
        source: undefined,
        refusals: [fact("too-deep")],
      });
  });
});
