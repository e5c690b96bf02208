import { describe, expect, it } from "vitest";
import type { Curve } from "../../scripts/charts/import/sources/curve.ts";
import { resolveDuration } from "../../scripts/charts/import/sources/durations.ts";
import { formatMapLine, loadGuidMap } from "../../scripts/charts/import/sources/guid-map.ts";
import { Guids } from "../../scripts/charts/import/sources/guids.ts";
import { useFolder } from "../support/command.ts";
import { onlyCurve, parseSample } from "../support/sources.ts";

const save = useFolder();

function curve(known: Partial<Curve> = {}): Curve {
  return { positions: "seconds", values: "counts", points: [{ at: 0, value: 1 }], ...known };
}

describe("the GUID of a curve", () => {
  const map = new Map([
    ["Ab3_xYz", "from the map by key"],
    ["4rOoJ6Egrf8K2IrywzwOMk", "from the map by file"],
  ]);

  it("is the source's own, before all others", () => {
    const guids = new Guids({ guid: "option", map, feed: ["x:episode:Ab3_xYz"] });
    expect(guids.resolve(curve({ guid: " own ", keys: ["Ab3_xYz"] }), "4rOoJ6Egrf8K2IrywzwOMk.json", true)).toBe(
      " own ",
    );
    expect(guids.formatUnused()).toEqual([
      "--guid: not used; it is for one file with one curve that lacks a GUID",
      '--map: no curve has the key "Ab3_xYz"',
      '--map: no curve has the key "4rOoJ6Egrf8K2IrywzwOMk"',
    ]);
  });

  it("is the only one of the feed with the ending that HarborFM gives it", () => {
    const harborfm = onlyCurve(parseSample("harborfm.json"));
    const feed = ["https://h.test/p:episode:Ab3_xYz", "https://h.test/p:episode:xAb3_xYz", "Ab3_xYz"];
    expect(new Guids({ map, feed }).resolve(harborfm, "export.json", false)).toBe(feed[0]);
    const twice = [...feed, "https://h.test/q:episode:Ab3_xYz"];
    expect(new Guids({ map, feed: twice }).resolve(harborfm, "export.json", false)).toBe("from the map by key");
  });

  it.each(["4rOoJ6Egrf8K2IrywzwOMk.json", "/a/b/4rOoJ6Egrf8K2IrywzwOMk.json.gz", "4rOoJ6Egrf8K2IrywzwOMk"])(
    "is the map's, by a key of the source, else by the name of the file %s",
    (file) => {
      const guids = new Guids({ guid: "option", map });
      expect(guids.resolve(curve({ keys: ["unknown", "Ab3_xYz"] }), file, true)).toBe("from the map by key");
      expect(guids.resolve(curve({ keys: ["unknown"] }), file, true)).toBe("from the map by file");
      expect(guids.formatUnused()).toEqual(["--guid: not used; it is for one file with one curve that lacks a GUID"]);
    },
  );

  it("is that of --guid, if there is no other curve", () => {
    const guids = new Guids({ guid: "option" });
    expect(() => guids.resolve(curve(), "All.csv", false)).toThrow(/^no GUID: /);
    expect(guids.resolve(curve(), "All.csv", true)).toBe("option");
    expect(guids.formatUnused()).toEqual([]);
  });

  it.each([
    [curve({ keys: ["Ab3_xYz"] }), "export.json", "Ab3_xYz,"],
    [curve(), '/a/An "even" longer, title.csv', '"An ""even"" longer, title",'],
    [curve(), "a;b.csv", '"a;b",'],
  ])("is asked for with both ways out and a line to paste into a map: %#", (lacking, file, line) => {
    const way = `no GUID: pass --guid if this is the only curve, or complete this line in a file for --map: ${line}`;
    expect(() => new Guids({}).resolve(lacking, file, true)).toThrow(
      expect.objectContaining({ kind: "without a GUID", message: way }),
    );
  });

  it("is asked for with --guid alone where there is no key", () => {
    expect(() => new Guids({}).resolve(curve(), "-", true)).toThrow("no GUID, and no key for --map: pass --guid");
  });

  it("can't have 2,049 bytes, nor be half a character", () => {
    const fits = "é".repeat(1_024);
    expect(new Guids({}).resolve(curve({ guid: fits }), "-", true)).toBe(fits);
    for (const guid of [`${fits}x`, "\ud800"])
      expect(() => new Guids({}).resolve(curve({ guid }), "-", true)).toThrow(
        /^its GUID must be a text of 1 to 2048 bytes/,
      );
  });
});

describe("a map of keys to GUIDs", () => {
  it.each([
    ["CSV", "a,urn:x\nb,https://x.test/?a=1;b\n"],
    ["CSV with its header", "\uFEFFkey,guid\r\na,urn:x\r\nb,https://x.test/?a=1;b"],
    ["CSV by hand", 'Key, GUID\n\n a , urn:x\n"b",https://x.test/?a=1;b\nc,\n'],
    ["CSV of a spreadsheet", 'key;guid\na;urn:x\nb;"https://x.test/?a=1;b"\nc;\n'],
    ["CSV that says a thing twice", "a,urn:x\nb,https://x.test/?a=1;b\na,urn:x\n"],
    ["a JSON object", '\n{"a":"urn:x","b":"https://x.test/?a=1;b","c":"","d":null}'],
  ])("is read from %s", async (_, content) => {
    expect(await loadGuidMap(save("map", content))).toEqual(
      new Map([
        ["a", "urn:x"],
        ["b", "https://x.test/?a=1;b"],
      ]),
    );
  });

  it("takes the lines that refusals show", async () => {
    const keys = ['a "b", c', "d;e", "f\tg", "h i", "key"];
    const lines = keys.map((key, index) => formatMapLine(key, `guid, ${index}`));
    expect([...(await loadGuidMap(save("lines.csv", lines.join("\n")))).keys()]).toEqual(keys);
  });

  it.each([
    ["three cells", "a,b\na,b,c\n", /map:2: a line must be key,guid: quote cells that contain a comma/],
    ["one cell", "key,guid\nabc\n", /map:2: a line must be key,guid/],
    ["two GUIDs for a key", "a,x\na,y\n", /map:2: "a" has two GUIDs, x and y/],
    ["a quote that never ends", 'a,x\nb,"y\n', /map:2: Quote Not Closed/],
    ["a GUID that is no text", '{"a":7}', /map: the GUID of "a" must be a text, not 7/],
    ["damaged JSON", '{"a":', /map: it is not JSON: /],
  ])("is refused with its place: %s", async (_, content, message) => {
    await expect(loadGuidMap(save("map", content))).rejects.toThrow(message);
  });

  it("is refused where there is none", async () => {
    await expect(loadGuidMap("/no/such/map")).rejects.toThrow(/^\/no\/such\/map: it can't be read \(ENOENT/);
  });
});

describe("the duration of a curve", () => {
  const byGuid = new Map([["in the feed", 1_000]]);

  it("is the file's, else the feed's, else --duration, else what the file has to the minute", () => {
    const roundedDuration = 960;
    const durations = [
      resolveDuration(curve({ duration: 990, roundedDuration }), "in the feed", { byGuid, other: 2_000 }),
      resolveDuration(curve({ roundedDuration }), "in the feed", { byGuid, other: 2_000 }),
      resolveDuration(curve({ roundedDuration }), "elsewhere", { byGuid, other: 2_000 }),
      resolveDuration(curve({ roundedDuration }), "elsewhere", { byGuid }),
    ];
    expect(durations).toEqual([{ duration: 990 }, { duration: 1_000 }, { duration: 2_000 }, { duration: 960 }]);
  });

  it("is the file's where others disagree, which is said above 5 %", () => {
    const notices = [950, 1_050, 1_051, 900].map(
      (other) => resolveDuration(curve({ duration: 1_000 }), "g", { byGuid, other }).notice,
    );
    expect(notices).toEqual([
      undefined,
      undefined,
      "the file says 1000 s, --duration 1051 s: the file's is used",
      "the file says 1000 s, --duration 900 s: the file's is used",
    ]);
    expect(resolveDuration(curve({ duration: 9 }), "in the feed", { byGuid, other: 9 })).toEqual({
      duration: 9,
      notice: "the file says 9 s, the feed 1000 s: the file's is used",
    });
  });

  it("is asked for where nobody knows it", () => {
    expect(() => resolveDuration(curve(), "elsewhere", { byGuid })).toThrow(
      expect.objectContaining({ kind: "without a duration", message: expect.stringMatching(/--feed or --duration$/) }),
    );
  });
});
