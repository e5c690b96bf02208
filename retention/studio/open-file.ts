import { InputError } from "../sources/base/refusals.ts";
import { type Input, preparePacked } from "../sources/input/input.ts";
import type { Pace } from "./pace.ts";

/** What is read of a file: as much of a Blob as the worker has, whose files the page reads. */
export interface SlicedFile {
  /** Bytes. */
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** A file that was dropped or chosen. */
export interface DroppedFile {
  /** Its path in the folder that was dropped, or its name. */
  readonly name: string;
  readonly file: SlicedFile;
}

/** Bytes that are read at once. */
const READ_BYTES = 1_024 * 1_024;

/** Opens a file as the command does. */
export async function openFile(
  file: SlicedFile,
  pace: Pace,
  onRead: (bytes: number) => void = () => {},
): Promise<Input> {
  const { head, chunks } = await preparePacked(readSlices(file, onRead));
  return { head, chunks: pause(chunks, pace) };
}

/** Takes bytes that are in memory for a file. */
export function toFile(bytes: Uint8Array<ArrayBuffer>): SlicedFile {
  return {
    size: bytes.byteLength,
    slice: (from, to) => ({ arrayBuffer: async () => bytes.slice(from, to).buffer }),
  };
}

async function* readSlices(file: SlicedFile, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += READ_BYTES) {
    const buffer = await file
      .slice(at, at + READ_BYTES)
      .arrayBuffer()
      .catch(refuseUnreadable);
    onRead(buffer.byteLength);
    yield new Uint8Array(buffer);
  }
}

async function* pause(chunks: AsyncIterable<Uint8Array>, pace: Pace): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk;
    await pace.pause();
  }
}

function refuseUnreadable(error: Error): never {
  throw new InputError(
    "unreadable",
    `It can't be read (${error.message}). If it is a folder, choose it with "Choose a folder".`,
  );
}
