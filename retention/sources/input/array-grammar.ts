import { decodeUtf8 } from "../../../lib/bytes.ts";

const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;

/** What may come next in an array, outside its values. */
type NextToken = '"["' | 'a record or "]"' | "a record" | 'a comma or "]"' | "nothing after the array";

/** Follows the brackets and commas around the values of a JSON array, `[…, …]` (RFC 8259, section 5). */
export class ArrayGrammar {
  #expected: NextToken = '"["';

  /** Whether a value may begin. */
  get canHaveValue(): boolean {
    return this.#expected === "a record" || this.#expected === 'a record or "]"';
  }

  get isClosed(): boolean {
    return this.#expected === "nothing after the array";
  }

  /** Notes that a value has ended. */
  endValue(): void {
    this.#expected = 'a comma or "]"';
  }

  /**
   * Takes a bracket or comma of the array, or a byte that can't begin a value here. The value before it has ended.
   *
   * @returns what is wrong with it; undefined if nothing
   */
  take(byte: number): string | undefined {
    const next = this.#findNext(byte);
    if (next === undefined) {
      const found = JSON.stringify(decodeUtf8(Uint8Array.of(byte)));
      return `It is not a valid JSON array. Expected ${this.#expected}, not ${found}.`;
    }
    this.#expected = next;
    return undefined;
  }

  #findNext(byte: number): NextToken | undefined {
    const expected = this.#expected;
    if (byte === OPENING_BRACKET && expected === '"["') return 'a record or "]"';
    if (byte === COMMA && expected === 'a comma or "]"') return "a record";
    const canClose = expected === 'a comma or "]"' || expected === 'a record or "]"';
    return byte === CLOSING_BRACKET && canClose ? "nothing after the array" : undefined;
  }
}

/** Checks whether a byte outside the brackets and strings of a value ends it. */
export function isSeparator(byte: number): boolean {
  return byte === COMMA || byte === CLOSING_BRACKET;
}
