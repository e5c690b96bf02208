import { describe, expect, it } from "vitest";
import { unpackCounts } from "../../../../lib/episode/counts.ts";
import { COUNTS, FEEDS, SECONDS, SOURCE, TIME, WHOLE_NUMBER, WINDOW } from "../../../sources/base/member-values.ts";

const DAY = 86_400;
const NEXT_YEAR = `${new Date().getUTCFullYear() + 1}-01-01T00:00:00Z`;

describe("a value of an export's line", () => {
  it.each([
    ["seconds", SECONDS, [0, 0.5, Number.MAX_SAFE_INTEGER]],
    ["a whole number", WHOLE_NUMBER, [0, 1, Number.MAX_SAFE_INTEGER]],
    ["a source", SOURCE, ["own", "a", "a-9", "x".repeat(40)]],
    ["a window", WINDOW, ["2026-01-01T00:00:00Z"]],
    ["a time", TIME, ["2026-01-01T00:00:00.000Z"]],
    ["feeds", FEEDS, [["f"], Array(100).fill("f"), ["f".repeat(2_048)]]],
  ])("is taken as %s", (_, value, texts) => {
    for (const text of texts) expect(value.tryParse(text)).toEqual(text);
  });

  it.each([
    ["seconds", SECONDS, [-1, "1", Number.MAX_SAFE_INTEGER + 1, Number.NaN, null]],
    ["a whole number", WHOLE_NUMBER, [-1, 0.5, "1", 2 ** 53, null]],
    ["a source", SOURCE, ["", "A", "a_b", "x".repeat(41), 7]],
    ["a window that is over", WINDOW, [NEXT_YEAR]],
    ["a window that can be", WINDOW, ["2026-13-01T00:00:00Z", "2026-02-31T00:00:00Z", "2026-01-01T24:00:00Z"]],
    ["the end of a window", WINDOW, [["2026-01-01T00:00:00Z"], "x2026-01-01T00:00:00Z", "2026-01-01T00:00:00Zx", 7]],
    ["a window of seconds", WINDOW, ["2026-01-01T00:00:00.000Z"]],
    ["a time", TIME, ["2026-01-01T00:00:00Z", "2026-01-01", "soon", Date.UTC(2026), "2026-02-31T00:00:00.000Z"]],
    ["a time of our era", TIME, ["+275760-09-13T00:00:00.000Z", "-000001-01-01T00:00:00.000Z"]],
    ["feeds", FEEDS, [[], Array(101).fill("f"), ["f".repeat(2_049)], [""], ["f", 7], [["f"]], "f", { length: 1 }]],
  ])("is not taken as %s", (_, value, texts) => {
    for (const text of texts) expect(value.tryParse(text)).toBeUndefined();
  });

  it("is taken as counts if it is a list of as many listeners as fit, for 30 days at most", () => {
    const read = (counts: unknown) => COUNTS.tryParse(counts) as Uint8Array;
    expect([...unpackCounts(read([0, 2 ** 32 - 1]))]).toEqual([0, 2 ** 32 - 1]);
    expect([...unpackCounts(read([]))]).toEqual([]);
    expect(read(Array(30 * DAY).fill(0))).toBeDefined();
    for (const other of [[-1], [0.5], [2 ** 32], ["1"], [1, null], Array(30 * DAY + 1).fill(0), "1", { length: 0 }])
      expect(read(other)).toBeUndefined();
  });
});
