import { describe, expect, it } from "vitest";
import { computePoints } from "../../sources/curve/chart-points.ts";
import { CsvRows } from "../../sources/formats/csv.ts";
import { parseColumns } from "../../sources/formats/csv-table.ts";
import { loadDocument } from "../../sources/formats/document.ts";
import { tell, tellError, told } from "../support/told.ts";
import { onlyCurve, parse, parseBytes } from "./formats.ts";

const HISTOGRAM = [{ 0: 9 }, { 15: 8 }];
const YOUTUBE = { columnHeaders: [{ name: "elapsedVideoTimeRatio" }, { name: "audienceWatchRatio" }] };

function graphql(points: unknown, errors?: unknown) {
  return {
    errors,
    data: { episode: { episodePerformanceTotalAllTime: { analyticsValue: { analyticsValue: { points } } } } },
  };
}

const RESOLVE = "Resolve the error, then save the answer again.";
const errorOf = (reason: string) => `The answer is an error, not data (${reason}). ${RESOLVE}`;
const NUMBER = "must be a number of 0 or more, not";
const POINTS = "data.episode.episodePerformanceTotalAllTime.analyticsValue.analyticsValue.points";
const unknownWith = (members: string) => new RegExp(`^It is a JSON object of an unknown format, with ${members}`);

describe("a document without a curve", () => {
  it.each([
    ["an error that is a string", { error: "token expired" }, errorOf('"token expired"')],
    ["a message", { message: "not found" }, errorOf('"not found"')],
    ["GraphQL errors", { data: null, errors: [{ message: "no access" }] }, errorOf('"no access"')],
    ["an error without a message", { error: { code: 500 } }, errorOf("no reason given")],
    ["an error in an envelope", { provider: "a", meta: {}, data: { error: { message: "gone" } } }, errorOf('"gone"')],
    [
      "GraphQL's errors in place of points",
      graphql(null, [{ message: "no plays" }]),
      `data.episode has an error instead of points ("no plays"). ${RESOLVE}`,
    ],
    [
      "OP3 without listens",
      { showUuid: "s", months: [] },
      "It has no listening data. OP3 has such data only for shows that include OP3 in their streaming payments.",
    ],
    [
      "another object",
      { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 },
      /with "a", "b", "c", "d", "e"\. .* are chart, sessions, .*spotify, and csv\. See retention\/docs\/charts\.md and retention\/docs\/platforms\.md\.$/,
    ],
    ["other rows of Anchor", { kind: "plays", data: { rows: [[0, 1]] } }, unknownWith('"kind", "data"\\. ')],
    ["performance without rows", { kind: "performance", data: {} }, unknownWith("")],
    ["samples of something else", { samples: [1] }, unknownWith("")],
    ["a maximum of something else", { max: 1 }, unknownWith("")],
    ["an object without members", {}, unknownWith("no members\\. ")],
    ["an empty array", " [ ]\n", "It is an empty array, without records. Check its export, or leave it out."],
    ["an array", [{ a: 1, b: 2 }], "It is a JSON array. Save each answer to a separate file."],
    [
      "a deep array",
      `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
      /^Its brackets are deeper than those of any platform's answer\./,
    ],
    ["a text in brackets", "[00:12.00] Tides", /^It is neither JSON nor CSV\. It begins with "\[00:12\.00\] Tides"\./],
    [
      "an array of MongoDB's shell",
      "[\n  {\n    _id: ObjectId('665a0c000000000000000001')",
      /^It is not JSON, but what the MongoDB shell prints: "\[\\n .*\. Use mongoexport\.$/,
    ],
    [
      "a page",
      "<!doctype html>\n<p>Sign in, please",
      'It is neither JSON nor CSV. It begins with "<!doctype html>\\n<p>Sign in, please". Save the platform\'s JSON answer or CSV export.',
    ],
    ["nothing", " \n", "It is empty. Export it again."],
    ["those who started", "time,count,Started watching\n", /^Detailed activity\.csv has no retention/],
    [
      "those who stopped",
      "Video position (%),count,Stopped watching\n0,1,1\n",
      "Detailed activity.csv has no retention. Import All.csv or Organic.csv.",
    ],
    [
      "a position without a value",
      "time,Compared to other videos (%)\n0,1\n",
      /^The table has no column of values, only "time", .* Rename one to percentage, /,
    ],
    [
      "a table of something else",
      "name,size\nx,1\n",
      /^The table has no column of positions, only "name", "size"\. Rename one to time, /,
    ],
    [
      "a column of values twice",
      "time,percentage,percentage\n0,1,2\n",
      'The table has the column "percentage" twice. Delete or rename one of them.',
    ],
    ["a column of positions twice", "Time,time,count\n0,1,2\n", /has the column "Time" twice\./],
    ["a column of GUIDs twice", "guid,time,count,GUID\na,1,2,b\n", /has the column "guid" twice\./],
    ["a column of durations twice", "time,count,duration,duration\n0,2,1,1\n", /has the column "duration" twice\./],
  ])("is refused with what is wrong: %s", (_, content, detail) => {
    const expected = typeof detail === "string" ? detail : expect.stringMatching(detail);
    expect(parse(content)).toMatchObject({ curves: [], refusals: [{ detail: expected }] });
  });

  it.each([
    ["guid", '{"showUuid":"s","episodeListens":{"guid":{"minuteMaps":["1"]},"x":{},"g\\u0075id":{"minuteMaps":[]}}}'],
    ["samples", '{"samples":[1,2],"max":2,"samples":[2,1]}'],
    ["sampleCount", JSON.stringify(graphql([{ second: 0, sampleCount: 7 }])).replace("}]", ',"sampleCount":8}]')],
  ])("is refused if an object in it has a member twice, of which JSON keeps the last: %s", (name, text) => {
    const detail = `An object in it has the member "${name}" twice. Delete one of the two.`;
    expect(parseBytes(Buffer.from(text))).toMatchObject({
      curves: [],
      refusals: [{ kind: "not a curve", detail }],
    });
  });

  it("is not refused for members of the same name in different objects", () => {
    const text = '{"samples":[2,1],"max":"max\\":","a":{"max":1,"b":[{"max":1},{"max":{"max":1}}],"samples":1}}';
    expect(parseBytes(Buffer.from(text))).toMatchObject({ curves: [{}], refusals: [] });
  });

  it("is refused with a kind, which the summary counts", () => {
    const kinds = [{ error: "x" }, "\u00ff", 'time,count\n1,"', "time,count\n", '{"samples":[}', Buffer.from([0xff])];
    expect(
      kinds.map((content) => (Buffer.isBuffer(content) ? parseBytes(content) : parse(content)).refusals[0]?.kind),
    ).toEqual(["without a curve", "without a curve", "not CSV", "no data", "not JSON", "not UTF-8"]);
  });

  it("is refused if --format names another format", () => {
    const detail = "It is not in apple format. Omit --format, and the format is detected from the content.";
    for (const content of [{ samples: [1], max: 1 }, "time,count\n0,1\n"])
      expect(parse(content, "apple").refusals).toMatchObject([{ detail }]);
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
    const detail = expect.stringMatching(/\. There may be too few listeners yet\. Export it again later\.$/);
    expect(parse(content)).toMatchObject({ curves: [], refusals: [{ kind: "no data", detail }] });
  });

  it("is refused as no data if all its listeners come after its end", () => {
    const curve = onlyCurve(parse({ samples: [0, 0, 5], sampleRate: 1_000, max: 5 }));
    expect(() => told(() => computePoints(curve, 2))).toThrow(
      /^Nobody listened before the end of the episode at 2 s\. Check the episode's duration\.$/,
    );
  });
});

describe("a bad value", () => {
  it.each([
    ["1e999 in a table", "time,percentage\n0,1\n1,1e999\n", 3, `percentage ${NUMBER} "1e999".`],
    [
      "a decimal comma",
      'time;percentage\n0;"91,37"\n',
      2,
      `percentage ${NUMBER} "91,37". Write decimals with a point, and no thousands separators.`,
    ],
    [
      "a decimal comma without quotes",
      "time,percentage\n0,91,37\n",
      2,
      "The row has more cells than the header. Write decimals with a point, and quote cells that contain a separator.",
    ],
    ["a blank position", "time,percentage\n,91\n", 2, `time ${NUMBER} "".`],
    ["a missing position", "percentage,time\n91\n", 2, "time is missing. It must be a number of 0 or more."],
    ["a clock time", "time,count\n0:00,1\n", 2, `time ${NUMBER} "0:00". Write times in seconds: 90, not 1:30.`],
    [
      "a time with units",
      "second,count\n1m 30s,1\n",
      2,
      expect.stringMatching(/ Write times in seconds: 90, not 1:30\.$/),
    ],
    ["a duration of the clock", "time,count,duration\n0,1,PT40M1S\n", 2, expect.stringMatching(/ 90, not 1:30\.$/)],
    [
      "a clock time as minutes",
      "minute,count\n00:15,1\n",
      2,
      `minute ${NUMBER} "00:15". Write decimals of minutes: 1.5, not 1:30.`,
    ],
    [
      "a unit",
      "time,count\n15 s,1\n",
      2,
      expect.stringMatching(/ Write the number alone, in the unit of its column\.$/),
    ],
    ["a percent sign", "time,percentage\n0,98.5%\n", 2, expect.stringMatching(/ Write the number alone, /)],
    [
      "a minute that occurs twice",
      "minute,count\n2,1\n1,1\n2.0,1\n",
      4,
      expect.stringMatching(/^minute 2 occurs twice\. Keep one of the rows\. /),
    ],
    [
      "two durations",
      "time,count,duration\n0,1,5\n1,1,6\n",
      3,
      "The duration must be the same in all rows of an episode. It differs from the first row's.",
    ],
  ])("is refused with its line: %s", (_, text, line, detail) => {
    expect(parse(text)).toMatchObject({ curves: [], refusals: [{ line, kind: "not a curve", detail }] });
  });

  it.each([
    ["of ten seconds", "0 0.1 0.2 0.3 0.4 0.5 1 1.1 1.2"],
    ["of half a minute", "0.00 0.30 1.00 1.30"],
    ["in the middle of each fifteen", "0.07 0.22 0.37 0.52 1.07 1.37 1.52"],
    ["of twenty seconds, from the last on", "2.00 1.40 1.20 1.00 0.40 0.20 0.00"],
  ])("is refused as minutes and seconds %s", (_, minutes) => {
    const detail = "No fraction of minute is above .59, so 1.30 may be 1:30. Write times in seconds, in a column time.";
    const text = `minute,count\n${minutes.replaceAll(" ", ",9\n")},9`;
    expect(parse(text)).toMatchObject({ curves: [], refusals: [{ line: 2, detail }] });
  });

  it("is refused with the line of a quote that never ends", () => {
    const [refusal] = parse('time,count\n0,1\n1,"2\n2,3\n').refusals;
    expect(refusal).toMatchObject({ line: 4, kind: "not CSV" });
    expect(refusal?.detail).toMatch(
      /^It is not valid CSV \(Quote Not Closed: .*\)\. Close each quote, and write a quote within a cell twice\.$/,
    );
  });

  it("is refused with a short excerpt of a long cell", () => {
    const [refusal] = parse(`time,count\n0,${"x".repeat(1_000)}"y"\n`).refusals;
    expect(refusal).toMatchObject({ line: 2, kind: "not CSV" });
    expect(refusal?.detail).toMatch(/^It is not valid CSV \(Invalid Opening Quote.{0,270}$/);
  });

  it("is refused long before the end of a large file if a quote is never closed", () => {
    const { refusals } = parse(`time,count\n0,1\n1,"2\n${"2,3\n".repeat(100_000)}`);
    const detail = "A row has more than 64 KB. Shorten it, or close the quote that makes it so long.";
    expect(refusals).toEqual([{ line: expect.any(Number), kind: "not CSV", detail }]);
    expect(refusals[0]?.line).toBeLessThan(50_000);
  });

  it.each([
    ["an array", { samples: [[1]], max: 1 }, `The value of samples[0] ${NUMBER} [1].`],
    ["an infinite value", '{"samples":[1e999],"max":1}', `The value of samples[0] ${NUMBER} Infinity.`],
    ["a sample rate of 0", { samples: [1], sampleRate: 0 }, "sampleRate must be more than 0 milliseconds, not 0."],
    ["a sample rate of text", { samples: [1], sampleRate: "fast" }, `sampleRate ${NUMBER} "fast".`],
    ["a long text", { samples: ["x".repeat(99)], max: 1 }, `The value of samples[0] ${NUMBER} "${"x".repeat(40)}…".`],
    [
      "too many seconds",
      { samples: [1], seconds: 1e300 },
      "seconds must be at most 9007199254740991 seconds, not 1e+300.",
    ],
    [
      "no second",
      graphql([{ sampleCount: 1 }]),
      `The position of ${POINTS}[0] is missing. It must be a number of 0 or more.`,
    ],
    [
      "a second that occurs twice",
      graphql([4, "4.0"].map((second) => ({ second, sampleCount: 1 }))),
      "data.episode: Second 4 occurs twice. Delete one of the two points.",
    ],
    ["points of another kind", graphql({}), `${POINTS} must be an array, not {}.`],
    [
      "a row of another kind",
      { kind: "performance", data: { rows: ["0,1"] } },
      'data.rows[0] must be an array, not "0,1".',
    ],
    [
      "a bin of two members",
      { episodePlayHistogram: [{ 0: 1, 15: 1 }, { 30: 1 }] },
      'episodePlayHistogram[0] must have one member, such as {"15":8}.',
    ],
    [
      "a bin without members",
      { episodePlayHistogram: [{ 0: 1 }, {}] },
      'episodePlayHistogram[1] must have one member, such as {"15":8}.',
    ],
    [
      "a bin of text",
      { episodePlayHistogram: [{ zero: 1 }, { 15: 1 }] },
      `The position of episodePlayHistogram[0] ${NUMBER} "zero".`,
    ],
    [
      "a bin that occurs twice",
      { episodePlayHistogram: [{ 15: 1 }, { 15: 2 }] },
      "Second 15 occurs twice. Delete one of the two points.",
    ],
    [
      "an id that is not among several results",
      {
        content: { results: { 1: {}, 2: {} } },
        episodePlayCountAllTime: { episodeid: "3" },
        episodePlayHistogram: HISTOGRAM,
      },
      'episodePlayCountAllTime.episodeid is "3", but content.results has 1, 2. Save the answer for one episode.',
    ],
    [
      "a duration of text",
      {
        content: { results: { 1: { offers: [{ assets: [{ duration: "long" }] }] } } },
        episodePlayHistogram: HISTOGRAM,
      },
      `content.results["1"].offers[0].assets[0].duration ${NUMBER} "long".`,
    ],
    [
      "a report without its metric",
      { columnHeaders: [{ name: "elapsedVideoTimeRatio" }], rows: [] },
      "The report has no column audienceWatchRatio. Request it with metrics=audienceWatchRatio.",
    ],
    [
      "a ratio between 0 and 0.01",
      { ...YOUTUBE, rows: [[0.005, 1]] },
      "elapsedVideoTimeRatio must be 0 or from 0.01 to 1, not 0.005.",
    ],
    [
      "a ratio that occurs twice",
      { ...YOUTUBE, rows: Array(2).fill([0.5, 1]) },
      "Position 49 occurs twice. Delete one of the two points.",
    ],
    ["an episode of another kind", { retentionByEpisode: ["x"] }, 'retentionByEpisode[0] must be an object, not "x".'],
    ["listens of another kind", { showUuid: "s", episodeListens: [] }, "episodeListens must be an object, not []."],
  ])("is refused with its path: %s", (_, content, detail) => {
    expect(parse(content)).toMatchObject({ curves: [], refusals: [{ kind: "not a curve", detail }] });
  });

  it("is a count above the largest safe integer", () => {
    const curve = onlyCurve(parse({ samples: [1e305], max: 1e305 }));
    expect(() => computePoints(curve, 1)).toThrow("Counts must be at most 9007199254740991, not 1e+305.");
  });

  it("is refused with the episode's path and title", () => {
    const retentionByEpisode = [{ episodeId: "e", buckets: [] }];
    const [refusal] = parse({ episodes: [{ id: "e", title: "On tides" }], retentionByEpisode }).refusals;
    expect(refusal?.detail).toMatch(/^retentionByEpisode\[0\], "On tides": The curve is empty\. /);
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
    await expect(loadDocument(counted()).catch(tellError)).rejects.toThrow(
      /^It has more than 64 MB, the limit for data of platforms\. Split a table by episode, or delete what is not needed from a JSON answer, such as OP3's downloads\. If the file has charts or sessions, pass --format chart or --format sessions\.$/,
    );
    expect(read).toBe(65);
  });

  it("is refused if a curve has more than a million points", () => {
    const samples = Array<number>(1_000_000).fill(1);
    expect(onlyCurve(parse({ samples, max: 1 })).points).toHaveLength(1_000_000);
    samples.push(1);
    const refusals = [
      parse({ samples, max: 1 }),
      parse({ showUuid: "s", episodeListens: { g: { minuteMaps: ["1".repeat(1_000_001)] } } }),
    ].map((parsed) => parsed.refusals[0]);
    const rows = new CsvRows(parseColumns(["time", "count"]), (refusal) => refusals.push(tell(refusal)));
    for (const second of samples.keys()) rows.add([`${second}`, "1"], second + 2);
    expect(refusals).toMatchObject([
      { detail: "samples must have at most 1000000 entries, not 1000001." },
      { detail: expect.stringMatching(/^episodeListens\["g"\]\.minuteMaps\[0\] must be a string of 0 and 1/) },
      {
        detail:
          "A curve can have at most 1000000 points. Delete rows, or add a guid column if there are several episodes.",
        line: 1_000_002,
      },
    ]);
  });

  it("is refused without a stack overflow if it is nested deeply", () => {
    const depth = 100_000;
    const deep = `${'{"a":['.repeat(depth)}${"]}".repeat(depth)}`;
    expect(parse(deep).refusals).toMatchObject([{ kind: expect.stringMatching(/^(without a curve|not JSON)$/) }]);
    expect(parse(`{"samples":[${deep}],"max":1}`).curves).toEqual([]);
    const problem = "Its brackets are deeper than those of any platform's answer. Export it again.";
    for (const member of ["samples", "unused"])
      expect(parse(`{"seconds":2,"samples":[2,1],"${member}":${"[".repeat(1_000)}`)).toMatchObject({
        source: undefined,
        refusals: [{ kind: "without a curve", detail: problem }],
      });
  });
});
