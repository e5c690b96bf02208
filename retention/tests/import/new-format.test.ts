import { afterAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../lib/json.ts";
import { isOwnSource, isSource } from "../../../lib/source.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { readChartItem } from "../../../tests/support/tables.ts";
import { computeKind } from "../../report/make/source-kind.ts";
import { nameSource, SOURCE_FACTS, type SourceFacts, type SourceName } from "../../sources/curve/source-facts.ts";
import { parsePoints } from "../../sources/formats/fields.ts";
import type { Format } from "../../sources/formats/format.ts";
import { JSON_FORMATS, TEXT_FORMATS } from "../../sources/formats/formats.ts";
import { createHar } from "../support/har.ts";
import { importFiles } from "../support/import.ts";

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
    const bins = parsePoints(document.heatmap, "heatmap", (count, _, minute) => [60 * minute, count]);
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
    const item = await readChartItem("on a heatmap");
    expect(item).toMatchObject({ "curve:heatmap-tv": { points: 3 }, shown: "heatmap-tv" });
    expect([nameSource("heatmap-tv"), computeKind("heatmap-tv", 100)]).toEqual(["Heatmap TV", "plays"]);
    expect(builtIn).not.toBe(heatmap);
    const har = save("heatmap.har", createHar({ url: "https://heatmap.example/", content: { heatmap: [80, 60, 20] } }));
    const again = await importFiles("--guid", "on a heatmap", "--duration", "150", har);
    expect(again.stdout).toMatch(/^1 chart written \(1 heatmap-tv\): 1 unchanged/);
  });

  it("has a source that the table takes, and that is known", () => {
    const sources = [...JSON_FORMATS, ...TEXT_FORMATS].map(({ source }) => source);
    expect(sources.filter((one) => !isSource(one) || isOwnSource(one) || !(one in SOURCE_FACTS))).toEqual([]);
  });
});
