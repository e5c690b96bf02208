import type { Span } from "../spans.ts";

/** Bits of a number in each byte of its variable-length form. The eighth bit says that another byte follows. */
const BITS = 7;

/**
 * Packs merged spans: the gap before each span and its length, as variable-length numbers (LEB128), the least
 * significant byte first. The seconds 0 to 3,600 take three bytes.
 *
 * @example
 * import { packSpans, unpackSpans } from "./lib/collector/packed-spans.ts";
 *
 * const packed = packSpans([{ start: 0, end: 3600 }, { start: 3700, end: 3701 }]);
 * console.log(Buffer.from(packed).toString("hex")); // 00901c6401
 * console.log(unpackSpans(packed)); // [ { start: 0, end: 3600 }, { start: 3700, end: 3701 } ]
 */
export function packSpans(spans: readonly Span[]): Uint8Array {
  let last = 0;
  return Uint8Array.from(
    spans.flatMap(({ start, end }) => {
      const bytes = [...packNumber(start - last), ...packNumber(end - start)];
      last = end;
      return bytes;
    }),
  );
}

/** Unpacks what {@link packSpans} packed. @throws RangeError if a span is cut off */
export function unpackSpans(bytes: Uint8Array): Span[] {
  const numbers = unpackNumbers(bytes);
  if (numbers.length % 2 !== 0) throw new RangeError("The last span is cut off.");
  const spans: Span[] = [];
  let [start, last] = [0, 0];
  numbers.forEach((number, index) => {
    if (index % 2 === 0) start = last + number;
    else {
      last = start + number;
      spans.push({ start, end: last });
    }
  });
  return spans;
}

function packNumber(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 1 << BITS; rest >>>= BITS) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

function unpackNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const byte of bytes) {
    value += (byte & 0x7f) << shift;
    shift = byte & 0x80 ? shift + BITS : 0;
    if (shift > 0) continue;
    numbers.push(value);
    value = 0;
  }
  if (shift > 0) throw new RangeError("The last number is cut off.");
  return numbers;
}
