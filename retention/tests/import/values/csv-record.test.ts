import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeAnyText } from "../../../../tests/support/any-text.ts";
import { countRuns } from "../../../../tests/support/parts.ts";
import { disarm, formatRecord, rearm } from "../../../sources/base/csv-record.ts";

/** Text of which much would be a formula, or end a cell. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom("=", "-", "＋", "'", '"', ",", ";", "\t", "\r", "\n", " ", "\u00a0", "x") }),
  makeAnyText(),
);

describe("a record of CSV", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@sum(A1)", "'@sum(A1)"],
    ["＝1", "'＝1"],
    [" \u00a0=1", " \u00a0'=1"],
    ["\t=1", "\t'=1"],
    ["\r\n=1", "\r\n'=1"],
    ["Live;=A1;", "Live;'=A1;"],
    ['Live;"=A1;', `Live;"'=A1;`],
    ["'=1", "''=1"],
  ])("has no text that a spreadsheet runs: %j", (armed, disarmed) => {
    expect([disarm(armed), rearm(disarmed)]).toEqual([disarmed, armed]);
  });

  it.each(["", "Tide 9", "Tide #9", "Part 1 - the ebb", "a=b", "'Twas", "2026-11-21", "https://example.com/?p=8"])(
    "has other text as it is: %j",
    (plain) => {
      expect([formatRecord([plain]), rearm(plain)]).toEqual([plain, plain]);
    },
  );

  it("has numbers as they are, negative ones, too", () => {
    expect(formatRecord(["-1", -1, 0.5])).toBe("'-1,-1,0.5");
  });

  it("gives each text back once it is read, whatever it is", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), (cells) => {
        const [record = []] = parse(`${formatRecord(cells)}\r\n`, { record_delimiter: "\r\n" }) as string[][];
        expect(record.map(rearm)).toEqual(cells);
      }),
      { numRuns: countRuns(2_000) },
    );
  });

  it("has no formula, wherever a spreadsheet lets cells begin", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
        for (const cell of formatRecord(cells).split(/[,;\t\r\n]/)) expect(cell).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/);
      }),
      { numRuns: countRuns(2_000) },
    );
  });
});
