/** Bytes as browsers have them, too: what the code that runs in both needs, in place of Node's Buffer. */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The most bytes that a UTF-16 unit takes in UTF-8. */
const MAX_UNIT_BYTES = 3;

/** Encodes a text in UTF-8. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Decodes UTF-8. What is none becomes U+FFFD, and a byte order mark stays. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Checks whether a text has at most so many bytes in UTF-8. */
export function fitsUtf8(text: string, maxBytes: number): boolean {
  return text.length * MAX_UNIT_BYTES <= maxBytes || countUtf8(text) <= maxBytes;
}

/** Counts the bytes of a text in UTF-8. */
export function countUtf8(text: string): number {
  return encoder.encode(text).length;
}
