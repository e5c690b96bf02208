import { afterAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../lib/json.ts";
import { isOwnSource, isSource } from "../../lib/source.ts";
import { computeKind, nameSource } from "../../report/make/source-kind.ts";
import { tryParseDocument } from "../../sources/formats/document.ts";
import { parseArray, parsePoints } from "../../sources/formats/fields.ts";
import type { Format } from "../../sources/formats/format.ts";
import { JSON_FORMATS, TEXT_FORMATS } from "../../sources/formats/formats.ts";
import { SOURCE_FACTS, type SourceFacts, type SourceName } from "../../sources/formats/source-facts.ts";
import { useFolder } from "../support/command.ts";
import { createHar } from "../support/har.ts";
import { importFiles } from "../support/import.ts";
import { readChartItem } from "../support/tables.ts";

const save = useFolder();

const facts: Record<string, SourceFacts> = SOURCE_FACTS;
facts["heatmap-tv"] = { title: "Heatmap TV", kind: "plays" };

/** {"heatmap": [80, 60, 20]}: the viewers of each minute. */
const heatmap: Format<JsonObject> = {
  name: "heatmap",
  source: "heatmap-tv" as SourceName,
  members: ["heatmap"],
  recognize: (document) => "heatmap" in document,
  parse: (document) => {
    const counts = parseArray(document.heatmap, "heatmap");
    const bins = parsePoints(counts.map((count, minute) => [60 * minute, count, `heatmap[${minute}]`]));
    return [{ positions: "seconds", values: "counts", ...bins }];
  },
};

describe("a format", () => {
  const formats = JSON_FORMATS as Format<JsonObject>[];
  const [builtIn = heatmap] = formats;

  afterAll(() => {
    formats.splice(formats.indexOf(heatmap), 1);
    delete facts["heatmap-tv"];
  });

  it("is complete once it and its source are listed: it is detected, also in a HAR file, stored, named and given its kind", async () => {
    formats.push(heatmap);
    const file = save("heatmap.json", '{"heatmap":[80,60,20]}');
    const outcome = await importFiles("--guid", "on a heatmap", "--duration", "150", file);
    expect(outcome).toMatchObject({ code: 0, stdout: "1 chart written (1 heatmap-tv): 1 new, 0 refused\n" });
    expect(await readChartItem("on a heatmap")).toMatchObject({
      "curve:heatmap-tv": { points: 3 },
      shown: "heatmap-tv",
    });
    expect([nameSource("heatmap-tv"), computeKind("heatmap-tv", 100)]).toEqual(["Heatmap TV", "plays"]);
    expect(builtIn).not.toBe(heatmap);
    const har = save("heatmap.har", createHar({ url: "https://heatmap.example/", content: { heatmap: [80, 60, 20] } }));
    const again = await importFiles("--guid", "on a heatmap", "--duration", "150", har);
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^1 chart written \(1 heatmap-tv\): 1 unchanged/),
    });
  });

  it("has a source that the table takes, and that is known", () => {
    for (const { source } of [...JSON_FORMATS, ...TEXT_FORMATS])
      expect([source, isSource(source), isOwnSource(source), source in SOURCE_FACTS]).toEqual([
        source,
        true,
        false,
        true,
      ]);
  });
});

describe("a table of YouTube Studio", () => {
  const table = (highest: number, value = "Absolute audience retention (%)") =>
    Buffer.from(`Video position (%),${value}\n0,${highest}\n50,40\n`);

  it("is YouTube's, and eight of a show are of one kind, wherever they peak", () => {
    const sources = [98, 98.5, 99, 97, 102, 104.2, 101, 107].map((highest) => {
      const { source } = tryParseDocument(table(highest));
      return [source, computeKind(source, highest)];
    });
    expect(new Set(sources.map((source) => source.join()))).toEqual(new Set(["youtube,views"]));
    expect(nameSource("youtube")).toBe("YouTube");
  });

  it.each(["percentage", "listeners"])("is no other table, such as one with %s", (value) => {
    expect(tryParseDocument(table(98, value)).source).toBe("csv");
  });

  it("is stored as YouTube's", async () => {
    const file = save("All.csv", table(104.2));
    const outcome = await importFiles("--guid", "of studio", "--duration", "100", "--format", "csv", file);
    expect(outcome.stdout).toBe("1 chart written (1 youtube): 1 new, 0 refused\n");
    expect(await readChartItem("of studio")).toMatchObject({ "curve:youtube": { points: 2 } });
  });
});
