import { crc32, deflateRawSync } from "node:zlib";

/** A file of a zip. What is undefined is as its content has it. */
export interface ZipFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly isEncrypted?: boolean;
  /** The size that the zip says, whatever the content has. */
  readonly bytes?: number;
}

/** Creates a zip (APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16), also one that no archiver would. */
export function createZip(...files: readonly ZipFile[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, content, isEncrypted = false, bytes } of files) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const path = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x0800 | Number(isEncrypted), 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(bytes ?? data.length, 18);
    shared.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), shared, path, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000"), shared, place, path]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}
