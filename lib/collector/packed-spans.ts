import type { Span } from "../spans.ts";

/** Bits of a number in each byte of its variable-length form. The eighth bit says that another byte follows. */
const BITS = 7;

/**
 * Packs merged spans: the gap before each span and its length, as variable-length numbers (LEB128), the least
 * significant byte first. The seconds 0 to 3,600 take three bytes.
 *
 * @example
 * import { packSpans, visitSpans } from "./lib/collector/packed-spans.ts";
 *
 * const packed = packSpans([{ start: 0, end: 3600 }, { start: 3700, end: 3701 }]);
 * console.log(Buffer.from(packed).toString("hex")); // 00901c6401
 * visitSpans(packed, (start, end) => {
 *   console.log(`${start} to ${end}`); // 0 to 3600, 3700 to 3701
 *   return true;
 * });
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

/**
 * Visits the spans that {@link packSpans} packed, in ascending order, until the visitor returns false.
 *
 * @throws RangeError if a span is cut off
 */
export function visitSpans(bytes: Uint8Array, visit: (start: number, end: number) => boolean): void {
  let start: number | undefined;
  let position = 0;
  let number = 0;
  let shift = 0;
  for (const byte of bytes) {
    number += (byte & 0x7f) << shift;
    shift = byte & 0x80 ? shift + BITS : 0;
    if (shift > 0) continue;
    position += number;
    number = 0;
    if (start === undefined) start = position;
    else {
      if (!visit(start, position)) return;
      start = undefined;
    }
  }
  if (shift > 0) throw new RangeError("The last number is cut off.");
  if (start !== undefined) throw new RangeError("The last span is cut off.");
}

function packNumber(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 1 << BITS; rest >>>= BITS) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}
