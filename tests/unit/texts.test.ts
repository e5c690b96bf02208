import { expect, it } from "vitest";
import { tryParseJson } from "../../lib/json.ts";
import { readSource } from "../../lib/source.ts";
import { capitalize, escapeUnprintable, toPrintable, toPrintableJson } from "../../report/text/printable.ts";
import { tryParseUrl } from "../../sources/base/url.ts";

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

it("what is no JSON, no URL or no source is no error", () => {
  expect([tryParseJson('{"a":[1]}'), tryParseJson("{")]).toEqual([{ a: [1] }, undefined]);
  expect(tryParseUrl("feed.xml", "https://example.com/a/b")?.href).toBe("https://example.com/a/feed.xml");
  expect(tryParseUrl("feed.xml")).toBeUndefined();
  expect([readSource({ source: "youtube" }), readSource({ source: 7 }), readSource({})]).toEqual([
    "youtube",
    "own",
    "own",
  ]);
});
