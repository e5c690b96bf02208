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

/** Decodes base64, which must be valid: spaces, and what is not of the alphabet, are an error. @throws DOMException */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at);
  return bytes;
}

/** Joins bytes. Returns the only ones as they are. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const [first, ...others] = parts;
  if (first && others.length === 0) return first;
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function areBytesEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** Checks how bytes begin. @param start such as `[0x1f, 0x8b]` */
export function startsWithBytes(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
