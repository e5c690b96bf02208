import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { readChartItem } from "../../../tests/support/tables.ts";
import { runCommand } from "../support/command.ts";
import { importFiles, readChart } from "../support/import.ts";
import { onlyCurve, pairsOf, parse, parseSample } from "./formats.ts";

const save = useFolder();

const KEY = "5f71780061794eaa9e6c62fc967cb363";
const AS_OF = "2025-04-06T17:46:29.476Z";
const CURRENT = { at: Date.parse(AS_OF), parameters: [] };

/** Composes an answer for one podcast with one episode. */
function answer(guid: string, episode: object, podcast: object = {}): object {
  return { results: { [KEY]: { asOf: AS_OF, episodes: { [guid]: episode }, ...podcast } } };
}

/** Imports an answer, of an episode of four minutes. */
async function importAnswer(name: string, content: unknown, ...args: readonly string[]) {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return importFiles("--duration", "240", "--same-duration", ...args, save(name, text));
}

describe("an answer of SPC", () => {
  it("is the proposal's own example: a point at the beginning of each segment, in percent of all listeners", () => {
    const { source, curves, refusals } = parseSample("spc.json");
    expect({ source, refusals }).toEqual({ source: "spc", refusals: [] });
    expect(curves).toMatchObject([
      { guid: "episode-guid-10", listeners: 12_345, recording: CURRENT },
      { guid: "episode-guid-9", listeners: 18_220, recording: CURRENT },
    ]);
    const expected = [
      [100, 90.5, 90.43, 90.43],
      [100, 90.4, 89.5, 72.3],
    ];
    expect(curves.map((curve) => pairsOf(curve, 240))).toEqual(
      expected.map((percentages) => percentages.map((percentage, minute) => [60 * minute, percentage])),
    );
  });

  it("is stored with its listeners, and as of when it was current", async () => {
    const stored = answer("spc stored", { totalListeners: 7, listenerHistogram: [100, 50, 40, 30] });
    const outcome = await importAnswer("answer.json", stored);
    expect(outcome).toMatchObject({ code: 0, stdout: "1 chart written (1 spc): 1 new, 0 refused\n" });
    expect(await readChartItem("spc stored")).toMatchObject({
      "curve:spc": { listeners: 7, points: 4, updatedAt: AS_OF },
      duration: 240,
    });
  });

  it("may have finer segments, and another zone in its time", () => {
    const episode = { listenerHistogramResolutionSeconds: 7.5, listenerHistogram: [90, 80] };
    const curve = onlyCurve(parse(answer("g", episode, { asOf: "2025-04-06T19:46:29+02:00" })));
    expect(curve).toMatchObject({
      recording: { at: Date.UTC(2025, 3, 6, 17, 46, 29) },
      points: [{ at: 0 }, { at: 7.5 }],
    });
  });

  it.each([
    ["shorter", [100, 50], [100, 50]],
    ["longer", [100, 90, 80, 70, 60, 0], [100, 90, 80, 70]],
    ["far longer", [100, 90, 80, 70, 70, 70, 70, 70], [100, 90, 80, 70]],
  ])(
    "with a histogram that is %s than its episode by more than a segment is imported, and named",
    async (name, histogram, kept) => {
      const content = answer(`spc ${name}`, { listenerHistogram: histogram });
      const { code, stderr } = await importAnswer(`${name}.json`, content);
      expect(code).toBe(0);
      expect(stderr).toContain(`Its histogram ends at ${60 * histogram.length} s; the episode has 240 s. Check both.`);
      expect(await readChart(`spc ${name}`)).toMatchObject({ data: kept.map((percentage) => ({ percentage })) });
    },
  );

  it("is taken without a number of listeners, and not named if its histogram is cut by less than a segment", async () => {
    const whole = answer("spc whole", { listenerHistogram: [100, 90, 80, 70, 0] });
    const { code, stderr } = await importAnswer("whole.json", whole);
    expect(code).toBe(0);
    expect(stderr).not.toContain("histogram");
    expect((await readChartItem("spc whole"))?.["curve:spc"]).not.toHaveProperty("listeners");
  });

  const later = "There may be too few listeners yet. Export it again later.";
  const histogram = (listenerHistogram: unknown, more: object = {}) => answer("g", { listenerHistogram, ...more });
  const bad = 'episodes["g"].listenerHistogram';
  it.each<[name: string, content: unknown, problem: string]>([
    ["no results", { asOf: AS_OF, episodes: {} }, 'It is a JSON object of an unknown format, with "asOf", "episodes".'],
    ["no podcasts", { results: {} }, `The file has no episodes. ${later}`],
    [
      "an error of a podcast, without its key",
      { results: { [KEY]: { error: `Unknown ${KEY}` } } },
      'The app has an error for podcast 1 of 1: "Unknown …".',
    ],
    [
      "no asOf",
      answer("g", {}, { asOf: undefined }),
      "asOf of podcast 1 of 1 is missing. It must be a time such as 2026-04-09T17:46:29Z.",
    ],
    [
      "a date in words",
      answer("g", {}, { asOf: "yesterday" }),
      'asOf of podcast 1 of 1 must be a time such as 2026-04-09T17:46:29Z, not "yesterday".',
    ],
    [
      "a time in the future",
      answer("g", {}, { asOf: "2999-01-01T00:00:00Z" }),
      'asOf of podcast 1 of 1 is "2999-01-01T00:00:00Z", which is in the future. Ask the app to correct it.',
    ],
    [
      "no episodes",
      { results: { [KEY]: { asOf: AS_OF, followerCount: 3 } } },
      `The app has no episodes for podcast 1 of 1. ${later}`,
    ],
    ...[120, 0].map((seconds): [string, unknown, string] => [
      `a resolution of ${seconds}`,
      histogram([1], { listenerHistogramResolutionSeconds: seconds }),
      `episodes["g"].listenerHistogramResolutionSeconds must be a number above 0 and at most 60, not ${seconds}.`,
    ]),
    ["no histogram", histogram(undefined), `episodes["g"] has no listenerHistogram. ${later}`],
    ["an empty histogram", histogram([]), `"g": The curve is empty. ${later}`],
    ["a histogram that is text", histogram("100,90"), `${bad} must be an array, not "100,90".`],
    ["a histogram of text", histogram(["all"]), `The value of ${bad}[0] must be a number of 0 or more, not "all".`],
    ["a percentage above 100", histogram([100, 101]), `${bad} must have percentages of at most 100, not 101 at 60 s.`],
    ["a percentage below 0", histogram([100, -1]), `The value of ${bad}[1] must be a number of 0 or more, not -1.`],
    ["zeros alone", histogram([0, 0]), `"g": All values of the curve are 0. ${later}`],
    [
      "half a listener",
      histogram([100], { totalListeners: 0.5 }),
      'episodes["g"].totalListeners must be a whole number of 0 or more, not 0.5.',
    ],
    [
      "a key twice, which is not said",
      `{"results":{"${KEY}":{"asOf":1},"${KEY}":{"asOf":1}}}`,
      "An object in it has a member twice. Delete one of the two.",
    ],
  ])("is refused in a sentence with %s", (_, content, problem) => {
    const { curves, refusals } = parse(content);
    expect({ curves, details: refusals.map(({ detail }) => detail) }).toEqual({
      curves: [],
      details: [expect.stringContaining(problem)],
    });
    expect(JSON.stringify(refusals)).not.toContain(KEY);
  });

  it("of an episode of four minutes is refused in a sentence with 100,000 segments", async () => {
    const content = answer("spc long", { listenerHistogram: Array(100_000).fill(50) });
    const stderr = expect.stringContaining("It reaches 5,999,940 s; the episode has 240 s: milliseconds?");
    expect(await importAnswer("long.json", content)).toMatchObject({ code: 1, stderr });
  });

  it("keeps the other podcasts and episodes of one that is refused", () => {
    const good = { listenerHistogram: [100] };
    const { curves, refusals } = parse({
      results: { a: { error: "Unknown" }, b: { asOf: AS_OF, episodes: { good, bad: {} } } },
    });
    expect([curves.map(({ guid }) => guid), refusals.length]).toEqual([["good"], 2]);
  });

  it("with an episode in two podcasts counts the one with more listeners, which nobody can bring along, and else neither", () => {
    const podcast = (totalListeners: number | undefined, percentage: number) => ({
      asOf: AS_OF,
      episodes: { g: { totalListeners, listenerHistogram: [percentage] } },
    });
    const curve = onlyCurve(parse({ results: { a: podcast(5, 50), b: podcast(900, 90), c: podcast(undefined, 10) } }));
    expect(curve).toMatchObject({ listeners: 900, assumption: expect.stringContaining("the most listeners") });
    const { curves, refusals } = parse({ results: { a: podcast(5, 50), b: podcast(5, 90) } });
    expect([curves, refusals[0]?.kind]).toEqual([[], "found twice"]);
  });
});

describe("a curve that an app claims", () => {
  const histogram = [100, 50, 40, 30];
  const from = (app: string, guid: string, podcast: object = {}, listenerHistogram = histogram) => ({
    ...answer(guid, { listenerHistogram }, podcast),
    source: app,
  });

  it("has the source that its file names, unless that is no app's", async () => {
    expect(parse(from("spc-api-example-com", "g")).source).toBe("spc-api-example-com");
    for (const source of ["youtube", "own", "spcx", "spc-A", 7])
      expect(parse({ ...from("", "g"), source }).source).toBe("spc");
  });

  it("stands beside those of other apps, and is never shown before another platform's", async () => {
    const guid = "spc beside";
    const youtube = { guid, duration: 240, source: "youtube", data: [{ time: 0, percentage: 99 }] };
    await importAnswer("one.json", from("spc-one", guid));
    expect(await readChart(guid)).toMatchObject({ data: [{ percentage: 100 }, {}, {}, {}] });
    await importAnswer("youtube.json", youtube);
    await importAnswer("two.json", from("spc-two", guid, { asOf: new Date().toISOString() }));
    const item = await readChartItem(guid);
    expect(item).toMatchObject({ "curve:spc-one": {}, "curve:spc-two": {}, shown: "youtube" });
    expect(await readChart(guid)).toMatchObject({ data: [{ percentage: 99 }] });
  });

  it("never replaces a newer one, and says so", async () => {
    const guid = "spc older";
    await importAnswer("new.json", from("spc-one", guid, { asOf: "2026-04-09T00:00:00Z" }));
    const older = await importAnswer("old.json", from("spc-one", guid, { asOf: "2026-04-08T00:00:00Z" }, [90]));
    expect(older).toMatchObject({ code: 1, stdout: "0 charts written, 1 refused (1 with a later curve)\n" });
    expect(older.stderr).toContain(
      "Its curve of spc-one is of 2026-04-09T00:00:00.000Z, and stays: this one is of 2026-04-08T00:00:00.000Z.",
    );
    expect((await readChartItem(guid))?.["curve:spc-one"]).toMatchObject({ points: 4 });
    const same = await importAnswer("same.json", from("spc-one", guid, { asOf: "2026-04-09T00:00:00Z" }));
    expect(same.stdout).toBe("1 chart written (1 spc-one): 1 unchanged, 0 refused\n");
  });

  it("counts once of several files of an app: the latest", async () => {
    const guid = "spc twice";
    const newer = save("b.json", JSON.stringify(from("spc-one", guid, { asOf: "2026-04-09T00:00:00Z" })));
    const older = save("a.json", JSON.stringify(from("spc-one", guid, {}, [90])));
    const outcome = await importFiles("--duration", "240", newer, older);
    expect(outcome.stdout).toBe("1 chart written (1 spc-one): 1 new, 0 refused\n");
    expect(outcome.stderr).toContain("1 curve left out: another file has a fuller or later one.");
    expect((await readChartItem(guid))?.["curve:spc-one"]).toMatchObject({ updatedAt: "2026-04-09T00:00:00.000Z" });
  });

  it("takes at most three of an episode's places, and gives its place up when it is deleted", async () => {
    const guid = "spc places";
    const importFrom = (app: string) => importAnswer(`${app}.json`, from(app, guid));
    for (const app of ["spc", "spc-1", "spc-2"]) expect((await importFrom(app)).code).toBe(0);
    const fourth = await importFrom("spc-3");
    expect(fourth).toMatchObject({ code: 1, stdout: expect.stringContaining("1 with too many sources") });
    expect(fourth.stderr).toContain(
      'It has the curves of 3 apps that answer SPC, which is the limit. Delete one with "delete --source".',
    );
    expect((await importFrom("spc-2")).stdout).toContain("1 unchanged");
    const table = { guid, duration: 240, source: "csv", data: [{ time: 0, percentage: 1 }] };
    expect((await importAnswer("csv.json", table)).code).toBe(0);
    expect((await runCommand("charts", ["delete", guid, "--source", "spc-1"])).code).toBe(0);
    expect((await importFrom("spc-3")).code).toBe(0);
    expect(await readChartItem(guid)).toMatchObject({
      sources: new Set(["csv", "spc", "spc-2", "spc-3"]),
      claimed: new Set(["spc", "spc-2", "spc-3"]),
    });
  });
});
