import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { readChartItem } from "../../../tests/support/tables.ts";
import { fact } from "../support/facts.ts";
import { importFiles } from "../support/import.ts";
import { onlyCurve, pairsOf, parse } from "./formats.ts";

const save = useFolder();

interface Shape {
  readonly heads?: readonly string[];
  readonly from?: number;
  readonly to?: number;
  readonly separator?: string;
  readonly cells?: (position: number) => readonly string[];
}

const GERMAN = ["Videoposition (%)", "Absolute Zuschauerbindung (%)", "Im Vergleich zu anderen Videos (%)"];

/** Returns a table as YouTube Studio writes it. */
function table({
  heads = GERMAN,
  from = 0,
  to = 99,
  separator = ",",
  cells = (at) => [`${at}`, `${105.5 - at}`, ""],
}: Shape = {}): string {
  const positions = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const rows = positions.map((position) => cells(position).slice(0, heads.length));
  return [heads, ...rows].map((row) => `${row.join(separator)}\n`).join("");
}

describe("YouTube Studio's table in another language", () => {
  it("is known by its shape, and read as the English one is", () => {
    const [position = "", value = ""] = GERMAN;
    const english = parse(table({ heads: ["Video position (%)", "Absolute audience retention (%)", "x"] }));
    const { source, ...german } = parse(table());
    expect([source, english.source]).toEqual(["youtube", "youtube"]);
    expect(onlyCurve({ source, ...german })).toEqual({
      ...onlyCurve(english),
      assumption: `"${position}" was taken for the position, "${value}" for the audience retention.`,
    });
  });

  it.each([
    ["two columns", { heads: GERMAN.slice(0, 2) }],
    ["no space before the bracket", { heads: ["位置(%)", "絶対視聴者維持率(%)"] }],
    ["a no-break space", { heads: ["Position dans la vidéo\u00a0(%)", "Fidélisation absolue\u00a0(%)"] }],
    ["full-width brackets", { heads: ["動画の位置（%）", "絶対的な視聴者維持率（％）"] }],
    ["marks of direction", { heads: ["موضع الفيديو (%)\u200f", "الاحتفاظ المطلق (٪)\u200f"] }],
    ["positions from 0 to 100", { to: 100 }],
    ["positions from 1 to 99", { from: 1 }],
    ["positions from 1 to 100", { from: 1, to: 100 }],
    ["decimals", { cells: (at: number) => [`${at}.0`, "50"] }],
    ["decimal commas in quotes", { cells: (at: number) => [`"${at},0"`, '"50,25"', ""] }],
    ["decimal commas and semicolons", { separator: ";", cells: (at: number) => [`${at}`, "50,25", ""] }],
    ["decimal commas and tabs", { separator: "\t", cells: (at: number) => [`${at}`, "50,25", ""] }],
    ["blank cells", { cells: (at: number) => [`${at}`, at % 2 === 0 ? "50" : "", ""] }],
  ])("may have %s", (_, shape) => {
    const { source, curves } = parse(table(shape));
    expect([source, curves.length]).toEqual(["youtube", 1]);
  });

  it.each([
    [";", "50,25"],
    ["\t", "50,25"],
    [",", '"50,25"'],
  ])("has decimals after a comma that can't separate cells: %j", (separator, value) => {
    const heads = [GERMAN.slice(0, 2), ["Video position (%)", "Absolute audience retention (%)"]];
    for (const names of heads) {
      const curve = onlyCurve(parse(table({ heads: names, separator, cells: (at) => [`${at}`, value] })));
      expect(pairsOf(curve, 100).at(-1)).toEqual([99, 50.25]);
    }
  });

  it.each([
    ["one column", { heads: GERMAN.slice(0, 1) }],
    ["four columns", { heads: [...GERMAN, "x (%)"], cells: (at: number) => [`${at}`, "50", "", ""] }],
    ["a head without (%)", { heads: ["Videoposition (%)", "Zuschauer"] }],
    ["a head with (%) within", { heads: ["Videoposition (%)", "Bindung (%) je Land"] }],
    ["too few positions", { to: 98 }],
    ["too many positions", { to: 101 }],
    ["positions from 2", { from: 2 }],
    ["steps of two", { to: 49, cells: (at: number) => [`${2 * at + 1}`, "50"] }],
    ["positions that begin again", { to: 199, cells: (at: number) => [`${at % 100}`, "50"] }],
    ["positions in another order", { cells: (at: number) => [`${99 - at}`, "50"] }],
    ["a position that is blank", { cells: (at: number) => [at === 0 ? "" : `${at}`, "50"] }],
    ["a position that is no number", { cells: (at: number) => [at === 9 ? "nine" : `${at}`, "50"] }],
  ])("is none with %s", (_, shape) => {
    const { source, curves, refusals } = parse(table(shape));
    expect([source, curves]).toEqual([undefined, []]);
    expect(refusals).toHaveLength(1);
  });

  it.each(["percentage", "listeners"])("is no other table, such as one with %s", (value) => {
    expect(parse(`Video position (%),${value}\n0,98\n50,40\n`).source).toBe("csv");
  });

  it("has no decimals after a comma that separates cells, and none in another table", () => {
    const cut = parse(table({ heads: GERMAN.slice(0, 2), cells: (at) => [`${at}`, "50,25"] }));
    expect(cut.refusals).toEqual([fact("too-many-cells")]);
    expect(parse("time;percentage\n0;50,25\n").refusals).toEqual([fact("with-commas")]);
    expect(parse(table({ separator: ";", cells: (at) => [`${at}`, "1.234,5", ""] })).curves).toEqual([]);
  });

  it("is stored as YouTube's, and the import says once which heads it took for which", async () => {
    const files = [save("one.csv", table()), save("two.csv", table())];
    const map = save("map.csv", "one,german one\ntwo,german two\n");
    const args = ["--map", map, "--duration", "100", "--same-duration"];
    expect(await importFiles(...args, ...files)).toMatchObject({
      code: 0,
      stdout: "2 charts written (2 youtube): 2 new, 0 refused\n",
      stderr: expect.stringContaining(
        `\n${files[0]} (and 1 more): "Videoposition (%)" was taken for the position, "Absolute Zuschauerbindung (%)" for the audience retention.\n`,
      ),
    });
    expect(await readChartItem("german two")).toMatchObject({ "curve:youtube": { points: 100 } });
  });
});
