/** What the code of sources/ uses of Node's Buffer, with what browsers have. */

type Encoding = "utf8" | "latin1" | "hex" | "base64";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The most characters that one call takes as arguments. */
const CHARACTERS_AT_ONCE = 8_192;

export class Buffer extends Uint8Array {
  static override from(value: unknown, second?: unknown, length?: number): Buffer {
    if (typeof value === "string") return view(encode(value, second as Encoding | undefined));
    if (value instanceof ArrayBuffer) return new Buffer(value, second as number | undefined, length);
    return new Buffer(value as ArrayLike<number>);
  }

  static override of(...bytes: number[]): Buffer {
    return new Buffer(bytes);
  }

  static alloc(length: number): Buffer {
    return new Buffer(length);
  }

  static allocUnsafe(length: number): Buffer {
    return new Buffer(length);
  }

  static isBuffer(value: unknown): boolean {
    return value instanceof Buffer;
  }

  static byteLength(text: string): number {
    return encoder.encode(text).length;
  }

  static concat(parts: readonly Uint8Array[], length = parts.reduce((sum, part) => sum + part.length, 0)): Buffer {
    const all = new Buffer(length);
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  static compare(one: Uint8Array, other: Uint8Array): number {
    const at = one.findIndex((byte, index) => byte !== other[index]);
    return at === -1 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1);
  }

  /** Shares the bytes, as Node's does. */
  override slice(start?: number, end?: number): Buffer {
    return this.subarray(start, end) as Buffer;
  }

  copy(target: Uint8Array, at = 0, start = 0, end = this.length): number {
    const part = this.subarray(start, Math.min(end, start + target.length - at));
    target.set(part, at);
    return part.length;
  }

  equals(other: Uint8Array): boolean {
    return this.length === other.length && this.every((byte, index) => byte === other[index]);
  }

  override indexOf(value: number | string, from = 0): number {
    if (typeof value === "number") return super.indexOf(value, from);
    const sought = encoder.encode(value);
    const [first = 0] = sought;
    for (let at = super.indexOf(first, from); at !== -1; at = super.indexOf(first, at + 1))
      if (this.#isAt(sought, at)) return at;
    return -1;
  }

  override lastIndexOf(value: number | string, from = this.length - 1): number {
    if (typeof value === "number") return super.lastIndexOf(value, from);
    const sought = encoder.encode(value);
    const [first = 0] = sought;
    for (let at = super.lastIndexOf(first, from); at !== -1; at = at === 0 ? -1 : super.lastIndexOf(first, at - 1))
      if (this.#isAt(sought, at)) return at;
    return -1;
  }

  override includes(value: number | string, from = 0): boolean {
    return this.indexOf(value, from) !== -1;
  }

  override toString(encoding: Encoding = "utf8", start = 0, end = this.length): string {
    const part = this.subarray(start, end);
    if (encoding === "utf8") return decoder.decode(part);
    if (encoding === "hex") return Array.from(part, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const text = toLatin1(part);
    return encoding === "base64" ? btoa(text) : text;
  }

  readUInt32LE(offset = 0): number {
    return new DataView(this.buffer, this.byteOffset, this.byteLength).getUint32(offset, true);
  }

  #isAt(sought: Uint8Array, at: number): boolean {
    return sought.every((byte, index) => this[at + index] === byte);
  }
}

/** Sees bytes as a Buffer, without a copy. */
export function view(bytes: Uint8Array): Buffer {
  return new Buffer(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
}

function encode(text: string, encoding: Encoding = "utf8"): Uint8Array {
  if (encoding === "utf8") return encoder.encode(text);
  if (encoding === "hex") return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const latin1 = encoding === "base64" ? atob(text) : text;
  return Uint8Array.from(latin1, (character) => character.charCodeAt(0));
}

function toLatin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHARACTERS_AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(at, at + CHARACTERS_AT_ONCE));
  return text;
}
