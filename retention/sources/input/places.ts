/** Where a chart, a curve or a session is. */
export interface Place {
  readonly file: string;
  /** From 1; undefined if lines do not apply. */
  readonly line?: number | undefined;
}

/** Formats a place as messages begin: `charts.jsonl:7`. */
export function formatPlace({ file, line }: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** A place in two numbers. */
export interface PlaceNumbers {
  /** From 1; 0 for no place. */
  readonly file: number;
  /** From 1; 0 if lines do not apply. */
  readonly line: number;
}

/** Turns places into numbers, because there may be millions: line 7 of the second file is `{ file: 2, line: 7 }`. */
export class Places {
  readonly #files: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** Gives a file its number when it first comes. */
  encode({ file, line = 0 }: Place): PlaceNumbers {
    const number = this.#numbers.get(file) ?? this.#files.push(file);
    this.#numbers.set(file, number);
    return { file: number, line };
  }

  decode({ file, line }: PlaceNumbers): Place {
    return { file: this.#files[file - 1] ?? "", line: line || undefined };
  }
}
