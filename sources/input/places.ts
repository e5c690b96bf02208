import { describe } from "../../lib/describe.ts";

/** Where a chart, a curve or a session is. */
export interface Place {
  readonly file: string;
  /** From 1; undefined if lines do not apply. */
  readonly line?: number | undefined;
}

const MAX_GUID = 200;

/** Formats a GUID for a message. They may have 2,048 bytes. */
export function describeGuid(guid: string): string {
  return describe(guid, MAX_GUID);
}

/** Formats a place as messages begin: `charts.jsonl:7`. */
export function formatPlace({ file, line }: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** Turns places into two numbers each, because there may be millions. */
export class Places {
  readonly #files: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** @returns the file's number, from 1, and the line; 0 if lines do not apply */
  encode({ file, line = 0 }: Place): [file: number, line: number] {
    const number = this.#numbers.get(file) ?? this.#files.push(file);
    this.#numbers.set(file, number);
    return [number, line];
  }

  /** @param numbers as `encode` returned them */
  decode([file = 0, line = 0]: Iterable<number> & ArrayLike<number>): Place {
    return { file: this.#files[file - 1] ?? "", line: line || undefined };
  }
}
