import { startsWithBytes } from "../../../lib/bytes.ts";
import { CUT_OFF, InputError } from "./refusals.ts";

/** RFC 1952, section 2.3.1. */
const MAGIC_NUMBER = [0x1f, 0x8b];

/** Number of bytes that {@link isGzip} needs. */
export const MAGIC_BYTES = MAGIC_NUMBER.length;

export function isGzip(head: Uint8Array): boolean {
  return startsWithBytes(head, MAGIC_NUMBER);
}

/** As with `gzip -d`, NUL bytes may follow the last member, with which tapes are padded. @throws InputError for anything else */
export function requirePadding(bytes: Uint8Array): void {
  if (bytes.some((byte) => byte !== 0)) throw describeDamage("there is something else after its end");
}

export function describeDamage(reason: string): InputError {
  return new InputError(`Its gzip is damaged (${reason}). Export or transfer it again.`);
}

export function describeCut(): InputError {
  return new InputError(`Its gzip ends in the middle. ${CUT_OFF}`);
}
