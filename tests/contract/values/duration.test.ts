import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePeriod } from "../../../lib/period.ts";

const parse = (text: string) => parsePeriod("lifetime", text);

describe("a duration", () => {
  it.each([
    ["1", 3_600],
    ["2h", 7_200],
    ["90m", 5_400],
    ["45s", 45],
    ["2d", 172_800],
    ["1w", 604_800],
    ["1.5h", 5_400],
    ["1.25h", 4_500],
    ["0.5", 1_800],
    ["1.9s", 2],
    ["1.4s", 1],
    ["4.1m", 246],
    ["8.2m", 492],
    ["2.05m", 123],
    ["007m", 420],
  ])("%s is %i seconds", (text, seconds) => {
    expect(parse(text)).toBe(seconds);
  });

  it.each([
    ["nothing", [""]],
    ["a sign or an exponent", ["-1h", "--1h", "+1h", "1e9h"]],
    ["another unit", ["1y", "1H", "h", "2 hours", "1h ago"]],
    ["white space", [" 2h", "2h ", "2 h", "2h\n"]],
    ["more than one", ["2h3m", "1h,2h", "1h;drop", "1h\0"]],
    ["half a fraction", [".5h", "1.h", "1,5h", "1.5.5h", "1..5h"]],
    ["other digits", ["0x10", "0x1h", "1_000h", "٣h", "१h", "🎧"]],
    ["what JavaScript makes of other values", ["Infinity", "NaN", "null", "undefined", "{}", "[object Object]"]],
  ])("refuses %s with the parameter's name and the accepted forms", (_, texts) => {
    for (const text of texts) expect(() => parse(text), text).toThrow(/^Invalid lifetime: expected .* s, m, h, d or w/);
  });

  it.each(["0", "0h", "0.9s", "0.0001", `0.${"0".repeat(10_000)}1h`])(
    "refuses less than a second, and names the minimum (%#)",
    (text) => {
      expect(() => parse(text)).toThrow(/^Invalid lifetime: the minimum is 1s$/);
    },
  );

  it("is a whole number of seconds for every whole number and unit", () => {
    const seconds = { "": 3_600, s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };
    const units = fc.constantFrom(...Object.entries(seconds));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), units, (count, [unit, seconds]) => {
        expect(parse(`${count}${unit}`)).toBe(count * seconds);
      }),
    );
  });

  it("is a RangeError or a whole number of seconds above 0 for any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{1,3}(\.\d{1,3})?[smhdw]?$/)), (text) => {
        try {
          const seconds = parse(text);
          expect(seconds).toBeGreaterThanOrEqual(1);
          expect(Number.isInteger(seconds)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});
