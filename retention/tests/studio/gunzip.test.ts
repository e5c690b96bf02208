import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { openInput } from "../../cli/import/open-input.ts";
import { gzipSync as packInPage, gunzipSync as unpackInPage } from "../../studio/browser/packing.ts";
import { openFile } from "../../studio/open-file.ts";
import { Pace } from "../../studio/pace.ts";

const save = useFolder();

const TEXT = Buffer.from("a line\n".repeat(50_000));
const PACKED = gzipSync(TEXT);
const NULS = Buffer.alloc(300_000);
const DAMAGED = Buffer.from(PACKED);
DAMAGED[DAMAGED.length - 6] = 255 - (DAMAGED[DAMAGED.length - 6] ?? 0);

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString("latin1");
}

/** What comes of a gzip in the page, and of the command: its content, or the sentence that refuses it. */
const readBoth = (bytes: Buffer) =>
  Promise.all(
    [openFile(new Blob([Uint8Array.from(bytes)]), new Pace()), openInput(save("x.gz", bytes), () => {})].map(
      (opening) => opening.then(({ chunks }) => readAll(chunks)).catch((error: Error) => `refused: ${error.message}`),
    ),
  );

describe("gzip in the page", () => {
  it.each<[string, Buffer]>([
    ["one member", PACKED],
    ["two members", Buffer.concat([PACKED, gzipSync("more")])],
    [
      "two members, the second where a read begins",
      Buffer.concat([gzipSync(randomBytes(16_353), { level: 0 }), PACKED]),
    ],
    ["NUL bytes after its end", Buffer.concat([PACKED, NULS])],
    ["NUL bytes and another member", Buffer.concat([PACKED, NULS, PACKED])],
    ["NUL bytes and text", Buffer.concat([PACKED, NULS, Buffer.from("text")])],
    ["its end missing", PACKED.subarray(0, -3)],
    ["its half missing", PACKED.subarray(0, PACKED.length / 2)],
    ["nothing in it", gzipSync("")],
  ])("gives what the command reads, or its sentence: %s", async (_, bytes) => {
    const [ofPage = "", ofCommand = ""] = await readBoth(bytes);
    expect(ofPage === ofCommand ? "the same" : [ofPage.slice(0, 200), ofCommand.slice(0, 200)]).toBe("the same");
  });

  it.each<[string, Buffer]>([
    ["a wrong checksum", DAMAGED],
    ["text after its end", Buffer.concat([PACKED, Buffer.from("text")])],
  ])("refuses as the command does, if not in the same words: %s", async (_, bytes) => {
    const damaged = /^refused: Its gzip is damaged \(.+\)\. Export or transfer it again\.$/;
    expect(await readBoth(bytes)).toEqual([expect.stringMatching(damaged), expect.stringMatching(damaged)]);
  });

  it("packs what Node.js unpacks, and the reverse, up to a limit", () => {
    expect(Buffer.from(unpackInPage(PACKED)).equals(TEXT)).toBe(true);
    expect(Buffer.from(unpackInPage(packInPage(TEXT, { level: 9 }))).equals(TEXT)).toBe(true);
    expect(() => unpackInPage(PACKED, { maxOutputLength: TEXT.length - 1 })).toThrow("more than");
    expect(() => unpackInPage(PACKED.subarray(0, -9))).toThrow();
  });

  it("holds little of a bomb at once", async () => {
    async function* bomb() {
      yield gzipSync(Buffer.alloc(200_000_000));
    }
    const { gunzip } = await import("../../studio/browser/gunzip.ts");
    let largest = 0;
    for await (const chunk of gunzip(bomb())) largest = Math.max(largest, chunk.length);
    expect(largest).toBeLessThanOrEqual(256 * 1_024);
  });
});
