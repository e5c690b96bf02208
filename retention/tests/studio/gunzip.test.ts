import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { gzipSync as packInPage, gunzipSync as unpackInPage } from "../../studio/browser/pako-packing.ts";

const TEXT = Buffer.from("a line\n".repeat(50_000));
const PACKED = gzipSync(TEXT);
describe("gzip in the page", () => {
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
    const { gunzip } = await import("../../studio/browser/pako-gunzip.ts");
    let largest = 0;
    for await (const chunk of gunzip(bomb())) largest = Math.max(largest, chunk.length);
    expect(largest).toBeLessThanOrEqual(256 * 1_024);
  });
});
