import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countRuns } from "../../../tests/support/parts.ts";
import { InputError } from "../../sources/base/refusals.ts";
import { readBatches, type Scanner, takeRecords } from "../../sources/input/batches.ts";
import { detectRecords } from "../../sources/input/detect.ts";
import { parseJsonBytes } from "../../sources/input/json-bytes.ts";
import { LineScanner } from "../../sources/input/lines.ts";
import { ValueScanner } from "../../sources/input/values.ts";
import { fact } from "../support/facts.ts";

const SAMPLES = new URL("formats/", import.meta.url);

function detect(text: string) {
  return detectRecords(Buffer.from(text));
}

describe("the format of a file's records", () => {
  it.each([
    ["chart", '{"guid":"g","duration":1,"data":[]}'],
    ["chart", '[{"guid":"g"'],
    ["chart", '{"duration":1,"data":[]}'],
    ["chart", '{"title":"{\\"session_id\\":","guid":"g"}'],
    ["sessions", '{"session_id":"s"}'],
    ["sessions", '{\n  "_id": {"guid": 1},\n  "duration": 9,\n  "data": [],\n  "episodeGUID": "g"\n}'],
    ["sessions", '[\n{},\n{"useragent":"u"}]'],
  ] as const)("is %s, by the members of the record itself: %s", (format, text) => {
    expect(detect(text)).toBe(format);
  });

  it.each([
    ["chart", '{"time":0,"percentage":100}'],
    ["sessions", '{"time":0,"event":"play"}'],
  ] as const)("is %s, by entries that fill the whole beginning", (format, entry) => {
    expect(detect(`{"data":[${`${entry},`.repeat(9)}`)).toBe(format);
  });

  it.each([
    ["chart", '{"guid":"g","duration":1'],
    ["sessions", '{"episodeGUID":"g"}'],
  ] as const)("is %s even if the first line is damaged", (format, line) => {
    expect(detect(`{\n${line}\n`)).toBe(format);
    expect(detect(`{"a":[[{]\n{}\n${line}\n`)).toBe(format);
    expect(detect(`{"a":1}}]\n\n${line}\n`)).toBe(format);
  });

  it.each([
    '{"results":{"guid":"g","duration":1,"percentage":2,"session_id":3,"event":4}}',
    '{"data":{"rows":[{"percentage":1,"event":2}]}}',
    '{"data":[[{"percentage":1}]],"rows":[{"percentage":1,"event":2}]}',
    '{"rows":[\n{"guid":"g","duration":1}\n]}',
    '{"samples":[1],"duration":1}',
    '{"text":"{\\"guid\\":1}","cut":"{\\"guid\\":',
    '"guid":1',
    'guid,"session_id":',
    "[]",
    " \n",
  ])("is not detected by nested members, strings or text outside JSON: %s", (text) => {
    expect(detect(text)).toBeUndefined();
  });

  it("is not detected in any sample of a platform", () => {
    const names = readdirSync(SAMPLES);
    expect(names.length).toBeGreaterThan(20);
    expect(names.map((name) => detectRecords(readFileSync(new URL(name, SAMPLES))))).toEqual(
      names.map(() => undefined),
    );
  });

  it("is detected fast in any text", () => {
    for (const part of ["[", '{"', '{"a":', '"\\"', "{\n"]) expect(detect(`{${part.repeat(16_000)}`)).toBeUndefined();
  });
});

/** Reads the records of a text in chunks. Returns them, or the first refusal or error. */
async function readRecords(text: string, scanner: Scanner, chunkLength: number): Promise<unknown> {
  const bytes = Buffer.from(text);
  async function* cut() {
    for (let at = 0; at < bytes.length; at += chunkLength) yield bytes.subarray(at, at + chunkLength);
  }
  const records: unknown[] = [];
  try {
    for await (const batch of readBatches(cut(), scanner, () => {})) {
      const [refusal] = takeRecords(batch, (record) => records.push(parseJsonBytes(record)));
      if (refusal) return refusal;
    }
    return records;
  } catch (error) {
    if (error instanceof InputError) return error.refusal;
    throw error;
  }
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const chunkLength = fc.integer({ min: 1, max: 40 });
const token = fc.constantFrom("{}", '{"a":"],\\"[{","b":[{},[1]]}', "[]", "7", ",", ",", ",", " ", "\n", "]");

describe("the records of a file", () => {
  it("are those that JSON.parse finds in an array, and are refused if it throws", async () => {
    const texts = fc
      .tuple(fc.array(token, { maxLength: 9 }), fc.constantFrom("]", ""))
      .map(([tokens, end]) => `[${tokens.join("")}${end}`);
    await fc.assert(
      fc.asyncProperty(texts, chunkLength, async (text, length) => {
        const records = await readRecords(text, new ValueScanner("array"), length);
        expect(Array.isArray(records) ? records : undefined).toEqual(tryParse(text));
      }),
      { numRuns: countRuns(2_000) },
    );
  });

  it("are whole lines: if the last one is cut off, the file is refused", async () => {
    const lines = [{ a: "é🎧" }, { b: [1, { c: "\n" }] }, { d: {} }].map((record) => JSON.stringify(record));
    const text = lines.join("\n");
    for (let end = 0; end <= text.length; end++) {
      const start = text.slice(0, end);
      const isWhole = start.split("\n").every((line, index) => line === "" || line === lines[index]);
      const records = await readRecords(start, new LineScanner(), 5);
      if (isWhole) expect(records).toHaveLength(start.split("\n").filter((line) => line !== "").length);
      else expect(records).toEqual(fact("cut-off", "", { line: start.split("\n").length }));
    }
  });

  it("are refused like any other if the last line is whole and wrong: it is not called cut off", async () => {
    for (const line of ['{"guid":"a","duration":NaN}', '{"a":[1,}]} ', "{'}': 1}"])
      expect(await readRecords(`{}\n${line}`, new LineScanner(), 5)).toEqual(fact("not-json", "", { line: 2 }));
    expect(await readRecords("{}\n{}}", new LineScanner(), 5)).toEqual(fact("several-values", "", { line: 2 }));
    for (const line of ["NaN", '{"a":NaN', '{"a":"}', "nul"])
      expect(await readRecords(`{}\n${line}`, new LineScanner(), 5)).toEqual(fact("cut-off"));
  });
});
