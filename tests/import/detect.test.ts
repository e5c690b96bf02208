import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { detectRecords } from "../../sources/input/detect.ts";

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
