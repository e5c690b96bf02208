import { execFileSync } from "node:child_process";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { sayForCommand } from "../../cli/ways-out.ts";
import { gunzip } from "../../sources/base/gzip.ts";
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
    expect(outcome).toMatchObject({ code: 1, stdout: expect.stringMatching(/1 refused \(1 unreadable\)\n$/) });
    expect(outcome.stderr).toMatch(/more\.jsonl\.gz: Its gzip is damaged \(.*\)\. Export or transfer it again\.\n/);
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

/** Reads a gzip in chunks of many lengths. Returns what comes of it: its text, or what is wrong with it. */
async function readInChunks(...parts: readonly Buffer[]): Promise<Set<string>> {
  const lengths = [1, 7, 100_000, 1_000_000, ...parts.flatMap(({ length }) => [length, length + 1])];
  const read = (length: number) => buffer(gunzip(cut(Buffer.concat(parts), length)));
  return new Set(
    await Promise.all(lengths.map((length) => read(length).then(String, ({ refusal }) => sayForCommand(refusal)))),
  );
}

const describeDamage = (reason: string) => `Its gzip is damaged (${reason}). Export or transfer it again.`;

const CUT = "Its gzip ends in the middle. Its export or transfer may have been cut off. Export or transfer it again.";

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
    expect(await readInChunks(...parts)).toEqual(new Set([Buffer.concat(contents).toString()]));
  });

  it.each<[string, string, Buffer[]]>([
    [
      "another member behind NUL bytes",
      describeDamage("there is something else after its end"),
      [PACKED, Buffer.alloc(9), PACKED],
    ],
    ["text after its end", describeDamage("incorrect header check"), [PACKED, Buffer.from("text")]],
    ["a wrong checksum", describeDamage("incorrect data check"), [flip(PACKED, PACKED.length - 8), gzipSync("more")]],
    ["a wrong length", describeDamage("incorrect length check"), [flip(PACKED, PACKED.length - 1)]],
    ["a wrong byte", describeDamage("incorrect data check"), [flip(STORED, 99)]],
    ["its end missing", CUT, [PACKED.subarray(0, -1)]],
    ["the end of another member missing", CUT, [PACKED, PACKED.subarray(0, 1)]],
  ])("is refused: %s", async (_, problem, parts) => {
    expect(await readInChunks(...parts)).toEqual(new Set([problem]));
  });

  it("comes in small parts, even if it is a bomb", async () => {
    let largest = 0;
    for await (const chunk of gunzip(cut(gzipSync(Buffer.alloc(20_000_000)), 1_000_000)))
      largest = Math.max(largest, chunk.length);
    expect(largest).toBe(256 * 1_024);
  });
});
