import { execFileSync } from "node:child_process";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import type { Code } from "../../sources/base/codes.ts";
import { gunzip } from "../../sources/base/gzip.ts";
import { fact } from "../support/facts.ts";
import { importFiles, readChart } from "../support/import.ts";

const save = useFolder();

function chart(guid: string): string {
  return `${JSON.stringify({ guid, duration: 1, data: [{ time: 0, percentage: 1 }] })}\n`;
}

const NULS = Buffer.alloc(300_000);
const [FIRST, LOST] = ["first zipped", "lost zipped"].map((guid) => gzipSync(chart(guid))) as [Buffer, Buffer];
const LONG = gzipSync(chart("first zipped") + " ".repeat(1_000_000));

describe("charts -- import, of gzip with something after it", () => {
  it.each<[string, Buffer[]]>([
    ["NUL bytes and another member", [FIRST, Buffer.alloc(9), LOST]],
    ["many NUL bytes and another member", [LONG, NULS, LOST]],
    ["text", [FIRST, Buffer.from("text")]],
    ["NUL bytes and text", [LONG, NULS, Buffer.from("text")]],
  ])("refuses what gzip -d refuses: %s", async (_, parts) => {
    const file = save("more.jsonl.gz", Buffer.concat(parts));
    expect(() => execFileSync("gzip", ["-dc", file], { stdio: "pipe" })).toThrow();
    const outcome = await importFiles(file);
    expect(outcome).toMatchObject({ code: 1, refusals: [fact("damaged-gzip")] });
  });

  it.each<[string, Buffer[]]>([
    ["NUL bytes, with which tapes are padded", [NULS]],
    ["other members", [gzipSync(chart("second zipped")), gzipSync("")]],
  ])("accepts what gzip -d accepts: %s", async (_, parts) => {
    const file = save("padded.jsonl.gz", Buffer.concat([gzipSync(chart("zipped and padded")), ...parts]));
    execFileSync("gzip", ["-dc", file], { stdio: "pipe" });
    expect(await importFiles(file)).toMatchObject({ code: 0 });
    expect(await readChart("zipped and padded")).toBeDefined();
  });
});

const TEXT = Buffer.from("a line\n".repeat(50_000));
const PACKED = gzipSync(TEXT);
const SHORT = TEXT.subarray(0, 999);
const STORED = gzipSync(SHORT, { level: 0 });

async function* cut(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** Reads a gzip in chunks of many lengths. Returns what comes of it each time: its text, or why it is refused. */
async function readInChunks(...parts: readonly Buffer[]): Promise<unknown[]> {
  const lengths = [1, 7, 100_000, 1_000_000, ...parts.flatMap(({ length }) => [length, length + 1])];
  const read = (length: number) => buffer(gunzip(cut(Buffer.concat(parts), length)));
  return Promise.all(lengths.map((length) => read(length).then(String, ({ refusal }) => refusal)));
}

/** Expects the same of each. */
function expectAll(results: readonly unknown[], expected: unknown): void {
  for (const result of results) expect(result).toEqual(expected);
}

function flip(bytes: Buffer, at: number): Buffer {
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
  return flipped;
}

describe("a gzip, in chunks of any length", () => {
  it.each<[string, Buffer[], Buffer[]]>([
    ["one member", [PACKED], [TEXT]],
    ["two members", [PACKED, gzipSync("more")], [TEXT, Buffer.from("more")]],
    ["an empty member between two", [STORED, gzipSync(""), PACKED], [SHORT, TEXT]],
    ["NUL bytes after its end", [PACKED, Buffer.alloc(9)], [TEXT]],
  ])("is read: %s", async (_, parts, contents) => {
    expectAll(await readInChunks(...parts), Buffer.concat(contents).toString());
  });

  it.each<[string, Buffer[], Code, string?]>([
    ["another member behind NUL bytes", [PACKED, Buffer.alloc(9), PACKED], "damaged-gzip", "something else after"],
    ["text after its end", [PACKED, Buffer.from("text")], "damaged-gzip", "incorrect header check"],
    ["a wrong checksum", [flip(PACKED, PACKED.length - 8), gzipSync("more")], "damaged-gzip", "incorrect data check"],
    ["a wrong length", [flip(PACKED, PACKED.length - 1)], "damaged-gzip", "incorrect length check"],
    ["a wrong byte", [flip(STORED, 99)], "damaged-gzip", "incorrect data check"],
    ["its end missing", [PACKED.subarray(0, -1)], "cut-off"],
    ["the end of another member missing", [PACKED, PACKED.subarray(0, 1)], "cut-off"],
  ])("is refused: %s", async (_, parts, code, has) => {
    expectAll(await readInChunks(...parts), fact(code, has));
  });

  it("comes in small parts, even if it is a bomb", async () => {
    let largest = 0;
    for await (const chunk of gunzip(cut(gzipSync(Buffer.alloc(20_000_000)), 1_000_000)))
      largest = Math.max(largest, chunk.length);
    expect(largest).toBe(256 * 1_024);
  });
});
