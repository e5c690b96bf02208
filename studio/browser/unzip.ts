import type { ZippedFile } from "../../sources/formats/unzip.ts";
import type { Buffer } from "./buffer.ts";
import { inflateEntry } from "./gzip.ts";

/** Signatures and sizes of records (APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16). */
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT = 0xffff;

const ENCRYPTED = 0x1;
const STORED = 0;
const DEFLATED = 8;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** In the place of sources/formats/unzip.ts. Reads no zip of several disks, and none of more than 4 GB. */
export async function* openZip(bytes: Buffer): AsyncGenerator<ZippedFile> {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(data);
  const count = data.getUint16(end + 10, true);
  if (data.getUint16(end + 4, true) !== 0) throw new Error("multi-disk zip files are not supported");
  let at = data.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > end || data.getUint32(at, true) !== ENTRY)
      throw new Error("invalid central directory file header signature");
    const nameBytes = data.getUint16(at + 28, true);
    const name = bytes.toString("utf8", at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    verifyName(name);
    yield readEntry(bytes, data, at, name);
    at += ENTRY_BYTES + nameBytes + data.getUint16(at + 30, true) + data.getUint16(at + 32, true);
  }
}

function findEnd(data: DataView): number {
  const last = data.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--)
    if (data.getUint32(at, true) === END && data.getUint16(at + 20, true) === last - at) return at;
  throw new Error("end of central directory record signature not found");
}

function verifyName(name: string): void {
  if (name.includes("\\")) throw new Error(`invalid characters in fileName: ${name}`);
  if (/^[a-zA-Z]:|^\//.test(name)) throw new Error(`absolute path: ${name}`);
  if (name.split("/").includes("..")) throw new Error(`invalid relative path: ${name}`);
}

function readEntry(bytes: Buffer, data: DataView, at: number, name: string): ZippedFile {
  const [method, crc, packedBytes, size, start] = [
    data.getUint16(at + 10, true),
    data.getUint32(at + 16, true),
    data.getUint32(at + 20, true),
    data.getUint32(at + 24, true),
    data.getUint32(at + 42, true),
  ];
  const unpack = async () => {
    if (start + LOCAL_BYTES > data.byteLength || data.getUint32(start, true) !== LOCAL)
      throw new Error("invalid local file header signature");
    const from = start + LOCAL_BYTES + data.getUint16(start + 26, true) + data.getUint16(start + 28, true);
    if (from + packedBytes > data.byteLength) throw new Error("file data overflows file bounds");
    const packed = bytes.subarray(from, from + packedBytes) as Buffer;
    if (method !== STORED && method !== DEFLATED) throw new Error(`unsupported compression method: ${method}`);
    const file = method === DEFLATED ? inflateEntry(packed, size) : packed;
    if (file.length !== size) throw new Error(`it has ${file.length} bytes, not ${size}`);
    if (computeCrc(file) !== crc) throw new Error("its checksum is wrong");
    // The code of sources/ knows Node's Buffer, of which this one has what it uses.
    return file as never;
  };
  return { name, isEncrypted: (data.getUint16(at + 8, true) & ENCRYPTED) !== 0, bytes: size, unpack };
}

function computeCrc(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
