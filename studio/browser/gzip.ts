import { gzip, Inflate, type InflateOptions } from "pako";
import { Buffer, view } from "./buffer.ts";

/** In the place of lib/gzip.ts. */
export function gzipSync(data: string | Uint8Array | DataView, options: { readonly level?: number } = {}): Buffer {
  const bytes =
    typeof data === "string"
      ? Buffer.from(data)
      : new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
  return view(gzip(bytes, { level: options.level === 9 ? 9 : 6 }));
}

/** @throws Error if it is damaged, or longer than may be */
export function gunzipSync(
  bytes: Uint8Array,
  { maxOutputLength = Infinity }: { readonly maxOutputLength?: number } = {},
): Buffer {
  return unpack(bytes, maxOutputLength, {});
}

function unpack(bytes: Uint8Array, maxBytes: number, options: InflateOptions): Buffer {
  const parts: Uint8Array[] = [];
  let length = 0;
  const inflate = new Inflate(options);
  inflate.onData = (part) => {
    length += part.length;
    if (length > maxBytes) throw new RangeError(`too many bytes in the stream. expected ${maxBytes}`);
    parts.push(part);
  };
  inflate.push(bytes, true);
  if (inflate.err !== 0 || !inflate.ended) throw new Error(inflate.msg || "unexpected end of file");
  return Buffer.concat(parts, length);
}

/** Unpacks a file of a zip. @throws Error if it is damaged, or longer than the zip says */
export function inflateEntry(bytes: Uint8Array, size: number): Buffer {
  return unpack(bytes, size, { raw: true });
}
