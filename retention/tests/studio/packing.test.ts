import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { gzipSync as packInPage, gunzipSync as unpackInPage } from "../../studio/browser/pako-packing.ts";

const TEXT = Buffer.from("a line\n".repeat(50_000));
const PACKED = gzipSync(TEXT);

it("the page packs what Node.js unpacks, and the reverse, up to a limit", () => {
  expect(Buffer.from(unpackInPage(PACKED)).equals(TEXT)).toBe(true);
  expect(Buffer.from(unpackInPage(packInPage(TEXT, { level: 9 }))).equals(TEXT)).toBe(true);
  expect(() => unpackInPage(PACKED, { maxOutputLength: TEXT.length - 1 })).toThrow("more than");
  expect(() => unpackInPage(PACKED.subarray(0, -9))).toThrow();
});
