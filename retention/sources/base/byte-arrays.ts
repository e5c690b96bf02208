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

/** Checks how bytes begin. @param start such as `[0x1f, 0x8b]` */
export function startsWithBytes(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** Gives bytes that are in memory as those of a file come. */
export async function* listChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
