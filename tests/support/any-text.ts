import fc, { type Arbitrary, type StringConstraints } from "fast-check";

const character = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

/**
 * Makes text of any characters of Unicode. fast-check's own `unit: "binary"` lists all of them first, which takes each process
 * of tests a second.
 */
export function makeAnyText(constraints: Omit<StringConstraints, "unit"> = {}): Arbitrary<string> {
  return fc.oneof(fc.string(constraints), fc.string({ ...constraints, unit: character }));
}
