import { gunzipSync as gunzip, gzipSync as gzip } from "node:zlib";

/** Compresses on Node.js. */
export const gzipSync: (data: Uint8Array | DataView, options?: { readonly level?: number }) => Uint8Array = gzip;

/** @throws Error if it is damaged, or longer than may be */
export const gunzipSync: (data: Uint8Array, options?: { readonly maxOutputLength?: number }) => Uint8Array = gunzip;

export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
}
