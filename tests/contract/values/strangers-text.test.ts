import { expect, it } from "vitest";
import { isTooDeep, tryParseJson } from "../../../lib/json.ts";
import { capitalize, escapeUnprintable, toPrintable, toPrintableJson } from "../../../lib/printable.ts";
import { readSource } from "../../../lib/source.ts";
import { tryParseUrl } from "../../../lib/url.ts";

/** A terminal's escape, a line break, a mark of the writing direction, and half of a character. */
const UNPRINTABLE = "\u001b\n\u202e\ud800";

it("text that a stranger wrote has no character that is obeyed or can't be shown", () => {
  expect(toPrintable(`a${UNPRINTABLE}ä🎧`)).toBe("a\ufffd\ufffd\ufffd\ufffdä🎧");
});

it("JSON that a stranger wrote has escapes for them, and says the same", () => {
  const value = { text: `a${UNPRINTABLE}\u0085🎧` };
  expect(toPrintableJson(value)).toBe('{"text":"a\\u001b\\n\\u202e\\ud800\\u0085🎧"}');
  expect(JSON.parse(toPrintableJson(value))).toEqual(value);
  expect(escapeUnprintable('"\u202e"')).toBe('"\\u202e"');
});

it("a capital is given to the first letter alone", () => {
  expect([capitalize("own chart"), capitalize("x"), capitalize("")]).toEqual(["Own chart", "X", ""]);
});

it("JSON is not parsed whose brackets are more than 1,000 deep, and those in strings don't count", () => {
  const nest = (depth: number) => `${'[{"a":'.repeat(depth / 2)}0${"}]".repeat(depth / 2)}`;
  expect(tryParseJson(nest(1_000))).toBeInstanceOf(Array);
  expect(tryParseJson(nest(1_002))).toBeUndefined();
  expect(tryParseJson(JSON.stringify(["]".repeat(2_000), "[".repeat(2_000), '\\"['.repeat(2_000)]))).toHaveLength(3);
  expect(isTooDeep(`["${"]".repeat(2_000)}",${nest(1_000)}`)).toBe(true);
  expect(isTooDeep(`"${nest(1_002)}`.replaceAll('"a"', "a"))).toBe(false);
});

it("what is no JSON, no URL or no source is no error", () => {
  expect([tryParseJson('{"a":[1]}'), tryParseJson("{")]).toEqual([{ a: [1] }, undefined]);
  expect(tryParseUrl("feed.xml", "https://example.com/a/b")?.href).toBe("https://example.com/a/feed.xml");
  expect(tryParseUrl("feed.xml")).toBeUndefined();
  expect([{ source: "youtube" }, { source: 7 }, {}].map(readSource)).toEqual(["youtube", "own", "own"]);
});
