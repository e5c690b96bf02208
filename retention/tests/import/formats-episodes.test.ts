import { describe, expect, it } from "vitest";
import { composeFeedOf } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { loadGuidMap } from "../../cli/import/import-options.ts";
import type { Code } from "../../sources/base/codes.ts";
import { type Durations, resolveDuration } from "../../sources/curve/durations.ts";
import type { Curve } from "../../sources/curve/platform-curve.ts";
import { formatMapLine } from "../../sources/import/guid-map.ts";
import { Guids } from "../../sources/import/guids.ts";
import { summary } from "../support/command.ts";
import { errorOf, fact } from "../support/facts.ts";
import { composeSession, importFiles, readChart } from "../support/import.ts";
import { makeEpisodes } from "./episodes.ts";
import { onlyCurve, parseSample } from "./formats.ts";

const save = useFolder();

function curve(known: Partial<Curve> = {}): Curve {
  return { positions: "seconds", values: "counts", points: [{ at: 0, value: 1 }], ...known };
}

describe("the GUID of a curve", () => {
  const map = new Map([
    ["Ab3_xYz", "from the map by key"],
    ["4rOoJ6Egrf8K2IrywzwOMk", "from the map by file"],
  ]);

  it("is the one in the file, which takes precedence over all others", () => {
    const guids = new Guids({ guid: "option", map }, makeEpisodes({ "x:episode:Ab3_xYz": 60 }));
    expect(guids.resolve(curve({ guid: " own ", keys: ["Ab3_xYz"] }), "4rOoJ6Egrf8K2IrywzwOMk.json", true)).toBe("own");
    expect(guids.resolve(curve({ guid: " own ", isChart: true }), "chart.csv", true)).toBe(" own ");
    expect(guids.listUnused()).toEqual([fact("unused-guid"), fact("unused-keys", "", { keys: 2, key: '"Ab3_xYz"' })]);
  });

  it("is the only GUID in the feed that ends as HarborFM's do", () => {
    const harborfm = onlyCurve(parseSample("harborfm.json"));
    const guid = "https://h.test/p:episode:Ab3_xYz";
    const feed = { [guid]: 60, "https://h.test/p:episode:xAb3_xYz": 60, Ab3_xYz: 60 };
    expect(new Guids({ map }, makeEpisodes(feed)).resolve(harborfm, "export.json", false)).toBe(guid);
    const twice = new Guids({ map }, makeEpisodes({ ...feed, "https://h.test/q:episode:Ab3_xYz": 60 }));
    expect(twice.resolve(harborfm, "export.json", false)).toBe("from the map by key");
  });

  it.each(["4rOoJ6Egrf8K2IrywzwOMk.json", "/a/b/4rOoJ6Egrf8K2IrywzwOMk.json.gz", "4rOoJ6Egrf8K2IrywzwOMk"])(
    "is found in the map by a key of the curve, else by the name of the file %s",
    (file) => {
      const guids = new Guids({ guid: "option", map });
      expect(guids.resolve(curve({ keys: ["unknown", "Ab3_xYz"] }), file, true)).toBe("from the map by key");
      expect(guids.resolve(curve({ keys: ["unknown"] }), file, true)).toBe("from the map by file");
      expect(guids.listUnused()).toEqual([fact("unused-guid")]);
    },
  );

  it("is that of --guid if there is no other curve", () => {
    const guids = new Guids({ guid: "option" });
    expect(() => guids.resolve(curve(), "All.csv", false)).toThrow(errorOf("no-guid"));
    expect(guids.resolve(curve(), "All.csv", true)).toBe("option");
    expect(guids.listUnused()).toEqual([]);
  });

  it.each([
    [curve({ keys: ["Ab3_xYz"] }), "export.json", "Ab3_xYz,"],
    [curve(), '/a/An "even" longer, title.csv', '"An ""even"" longer, title",'],
    [curve(), "a;b.csv", '"a;b",'],
  ])("is missing, which is refused with a line for a map: %#", (lacking, file, mapLine) => {
    expect(() => new Guids({}).resolve(lacking, file, true)).toThrow(errorOf("no-guid", "", { mapLine }));
  });

  it("is missing in its line of the map", () => {
    const guids = new Guids({ map: new Map([["All", ""]]) });
    const refused = errorOf("line-to-complete", "", { mapLine: "All," });
    expect(() => guids.resolve(curve(), "All.csv", true)).toThrow(refused);
    expect(guids.listUnused()).toEqual([]);
    expect(new Guids({ guid: "option", map: new Map([["All", ""]]) }).resolve(curve(), "All.csv", true)).toBe("option");
  });

  it("is missing on the standard input, which has no key for a map", () => {
    expect(() => new Guids({}).resolve(curve(), "-", true)).toThrow(errorOf("input-without-guid"));
  });

  it("can have neither 2,049 bytes nor half a surrogate pair", () => {
    const fits = "é".repeat(1_024);
    expect(new Guids({}).resolve(curve({ guid: fits }), "-", true)).toBe(fits);
    for (const guid of [`${fits}x`, "\ud800"])
      expect(() => new Guids({}).resolve(curve({ guid }), "-", true)).toThrow(errorOf("not-a-guid", "2048 bytes"));
  });
});

describe("a map of keys to GUIDs", () => {
  it.each([
    ["CSV", "a,urn:x\nb,https://x.test/?a=1;b\n"],
    ["CSV with its header", "\uFEFFkey,guid\r\na,urn:x\r\nb,https://x.test/?a=1;b"],
    ["CSV typed by hand", 'Key, GUID\n\n a , urn:x\n"b",https://x.test/?a=1;b\nc,\n'],
    ["CSV of a spreadsheet", 'key;guid\na;urn:x\nb;"https://x.test/?a=1;b"\nc;\n'],
    ["CSV with a comment that a spreadsheet has quoted", '"# c, d"\na,urn:x\nb,https://x.test/?a=1;b\n'],
    ["CSV with a repeated line", "a,urn:x\nb,https://x.test/?a=1;b\na,urn:x\n"],
    ["CSV that tells Excel its separator", 'sep=;\nkey;guid\na;urn:x\nb;"https://x.test/?a=1;b"\n'],
    ["a JSON object", '\n{"a":" urn:x\\n","b":"https://x.test/?a=1;b","c":"","d":null}'],
  ])("is read from %s", async (_, content) => {
    const map = [...(await loadGuidMap(save("map", content)))].filter(([, guid]) => guid !== "");
    expect(Object.fromEntries(map)).toEqual({ a: "urn:x", b: "https://x.test/?a=1;b" });
  });

  it.each(["a,urn:x\nb,\nb,\na,\nc,\nc,urn:y\n", '{"a":"urn:x","b":null,"c":"urn:y"}'])(
    "says which keys have no GUID yet: %j",
    async (content) => {
      const map = await loadGuidMap(save("map", content));
      expect(Object.fromEntries(map)).toEqual({ a: "urn:x", b: "", c: "urn:y" });
    },
  );

  it("accepts the lines that refusals show", async () => {
    const keys = ['a "b", c', "d;e", "f\tg", "h i", "key"];
    const lines = keys.map((key, index) => formatMapLine(key, `guid, ${index}`));
    expect([...(await loadGuidMap(save("lines.csv", lines.join("\n")))).keys()]).toEqual(keys);
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ["three cells", "a,b\na,b,c\n", /map:2: A line must be key,guid\./],
    ["one cell", "key,guid\nabc\n", /map:2: A line must be key,guid\./],
    ["two GUIDs for a key", "a,x\na,y\n", /map:2: "a" has two GUIDs, x and y\./],
    ["a quote that never ends", 'a,x\nb,"y\n', /map:2: It is not valid CSV \(Quote Not Closed: /],
    ["a GUID that is not a string", '{"a":7}', /map: The GUID of "a" must be a string, not 7\.$/],
    ["JSON with a key twice", '{"a":"1","\\u0061":"2"}', /map: The key "a" occurs twice\./],
    ["Latin-1", Buffer.from("key,guid\na,caf\xe9\n", "latin1"), /map: It contains invalid UTF-8\./],
    ["UTF-16", Buffer.from("\uFEFFkey,guid\na,b\n", "utf16le"), /map: It is in UTF-16\./],
    ["NUL bytes", "key,guid\na,\0b\n", /map: It contains NUL bytes\./],
    ["damaged JSON", '{"a":', /map: It is not valid JSON \(/],
  ])("is refused with its place: %s", async (_, content, message) => {
    await expect(loadGuidMap(save("map", content))).rejects.toThrow(message);
  });

  it("is refused if the file does not exist", async () => {
    await expect(loadGuidMap("/no/such/map")).rejects.toThrow("/no/such/map: There is no such file.");
  });
});

describe("the duration of a curve", () => {
  const feed = makeEpisodes({ "in the feed": 1_000, without: 0 });

  it("is the file's, else the feed's, else that of --duration, else the file's in whole minutes", () => {
    const roundedDuration = 960;
    const durations = [
      resolveDuration(curve({ duration: 990, roundedDuration }), "in the feed", { feed, fallback: 2_000 }),
      resolveDuration(curve({ roundedDuration }), "in the feed", { feed, fallback: 2_000 }),
      resolveDuration(curve({ roundedDuration }), "elsewhere", { feed, fallback: 2_000 }),
      resolveDuration(curve({ roundedDuration }), "elsewhere", { feed }),
    ];
    expect(durations).toEqual([{ duration: 990 }, { duration: 1_000 }, { duration: 2_000 }, { duration: 960 }]);
  });

  it("is the file's if others disagree, with a warning above 5 %", () => {
    const notices = [950, 1_050, 1_051, 900].map(
      (other) => resolveDuration(curve({ duration: 1_000 }), "g", { feed, fallback: other }).notice,
    );
    const noticeOf = (own: string, known: number, isOfFeed: boolean) =>
      fact("other-duration", own, { known, isOfFeed });
    expect(notices).toEqual([undefined, undefined, noticeOf("1000 s", 1_051, false), noticeOf("1000 s", 900, false)]);
    const { notice } = resolveDuration(curve({ duration: 9 }), "in the feed", { feed, fallback: 9 });
    expect(notice).toEqual(noticeOf("9 s", 1_000, true));
  });

  it.each<[string, Durations, Code]>([
    ["elsewhere", {}, "no-duration"],
    ["elsewhere", { feed }, "not-in-feed"],
    ["without", { feed }, "no-duration-in-feed"],
  ])("of %j is missing, which is refused", (guid, durations, code) => {
    expect(() => resolveDuration(curve(), guid, durations)).toThrow(errorOf(code, "", { lacksDuration: guid }));
  });
});

const TWO = ["duration one", "duration two"] as const;

const counts = (guid: string) => `${guid},0,9\n${guid},1,5\n`;
const table = (...guids: readonly string[]) => `guid,time,count\n${guids.map(counts).join("")}`;

const SHARED =
  '--duration would be that of two episodes, "duration one" and "duration two". Pass --feed or files that have the durations, or --same-duration if all episodes are equally long. Nothing was written.\n';

describe("charts -- import, with one --duration", () => {
  it.each<[string, () => string[]]>([
    ["a table", () => [save("two.csv", table(...TWO))]],
    ["two tables", () => TWO.map((guid) => save(`${guid}.csv`, table(guid)))],
    ["sessions", () => [save("two.jsonl", TWO.map((guid) => composeSession(guid)).join(""))]],
    ["a table and sessions", () => [save("one.csv", table(TWO[0])), save("two.jsonl", composeSession(TWO[1]))]],
  ])("refuses it for several episodes, and writes nothing, unless they have the same: %s", async (_, list) => {
    const files = list();
    const outcome = await importFiles("--duration", "60:00", ...files);
    expect(outcome).toMatchObject({ code: 1, stdout: "Nothing was written.\n" });
    expect(outcome.stderr).toContain(SHARED);
    expect(await readChart("duration one")).toBeUndefined();

    const same = await importFiles("--duration", "2", "--same-duration", "--dry-run", ...files);
    expect(same).toMatchObject({ code: 0, stdout: summary("2 charts would be written, 0 refused") });
  });

  it("takes it for the one episode that has no other, with those of files and feeds beside it", async () => {
    const feed = save("feed.xml", composeFeedOf({ "duration of the feed": 2 }));
    const own = `guid,time,count,duration\n${counts("duration own").replaceAll("\n", ",2\n")}`;
    const files = [save("own.csv", own), save("others.csv", table("duration of the feed", "duration only"))];
    const outcome = await importFiles("--feed", feed, "--duration", "3", ...files);
    expect(outcome).toMatchObject({ code: 0, stdout: summary("3 charts written, 0 refused") });
    for (const [guid, duration] of Object.entries({ "duration own": 2, "duration of the feed": 2, "duration only": 3 }))
      expect(await readChart(guid)).toMatchObject({ duration });
  });

  it("refuses --same-duration alone", async () => {
    const outcome = await importFiles("--same-duration", save("one.csv", table(TWO[0])));
    expect(outcome).toMatchObject({ code: 1, stderr: "--same-duration needs --duration.\n" });
  });

  it("refuses a fraction of two digits, which is probably MM:SS, but not in --step", async () => {
    const args = ["--guid", "duration fraction", save("one.csv", "time,count\n0,9\n1,5\n")];
    const refused = await importFiles("--duration", "45.30", ...args);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("Write 45:30 for minutes and seconds, or 45.300 for seconds.");
    for (const duration of ["2.5", "2.300", "0:02.75"])
      expect(await importFiles("--duration", duration, "--step", "0.25", ...args)).toMatchObject({ code: 0 });
    expect(await readChart("duration fraction")).toMatchObject({ duration: 2.75 });
  });

  it.each([
    ["a table", (guid: string) => save(`${guid}.csv`, table(guid))],
    ["sessions", (guid: string) => save(`${guid}.jsonl`, composeSession(guid))],
  ])("names what the feed has in place of the duration of %s, and takes --duration", async (name, compose) => {
    const guid = `duration of ${name}`;
    const args = ["--feed", save("feed.xml", composeFeedOf({ [guid]: "45 min" })), compose(guid)];
    const refused = await importFiles(...args);
    expect(refused).toMatchObject({ code: 1, stdout: summary("0 charts written, 1 refused (1 without a duration)") });
    expect(refused.refusals).toEqual([fact("bad-duration", '"45 min"', { lacksDuration: guid })]);
    expect(await importFiles("--duration", "2", ...args)).toMatchObject({ code: 0 });
  });
});
