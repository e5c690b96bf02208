import { gzip } from "pako";
import { concatBytes } from "../../sources/base/byte-arrays.ts";
import { GzipMembers } from "../../sources/base/gzip.ts";

/*
 * What lib/packing.ts exports, in a page, because browsers have no synchronous gzip. Its twin is lib/node-packing.ts: in JavaScript,
 * gzip takes twice as long, and base64 many times as long. The service's package.json, which has `#packing` in its `imports`, must not
 * name this folder. Therefore bundles take this by `alias` in cli/report/studio-bundle.ts, types by `paths` in studio/tsconfig.json.
 */

export function gzipSync(data: Uint8Array | DataView, options: { readonly level?: number } = {}): Uint8Array {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return gzip(bytes, { level: options.level === 9 ? 9 : 6 });
}

/** @throws Error if it is damaged, or longer than may be */
export function gunzipSync(
  bytes: Uint8Array,
  { maxOutputLength = Infinity }: { readonly maxOutputLength?: number } = {},
): Uint8Array {
  const members = new GzipMembers();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const part of members.unpack(bytes)) {
    length += part.length;
    if (length > maxOutputLength) throw new RangeError(`more than ${maxOutputLength} bytes`);
    parts.push(part);
  }
  members.requireEnd();
  return concatBytes(parts);
}

/** The most characters that one call takes as arguments. */
const CHARACTERS_AT_ONCE = 8_192;

export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHARACTERS_AT_ONCE)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + CHARACTERS_AT_ONCE)));
  return btoa(parts.join(""));
}
