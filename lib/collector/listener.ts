import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Request } from "../request.ts";

/** The characters of a hash in a listen's id: 128 bits. */
export const HASH_LENGTH = 32;

/** An IPv4 address in the form of an IPv6 address (RFC 4291, section 2.5.5.2), as a URL writes it. */
const MAPPED = /^::ffff:([\da-f]+):([\da-f]+)$/;

/** Pseudonyms that hold for one window and one episode. Nobody can compute them without the window's salt. */
export interface Listener {
  /** The hash of the source address. */
  readonly address: string;
  /** The hash of the source address, and of the User-Agent or the app's own id of the listener. */
  readonly listener: string;
}

/**
 * Computes the pseudonyms of whoever sent a request.
 *
 * @param id the app's own id of the listener, which replaces the User-Agent; undefined if it sends none. No User-Agent can
 *   give the same hash.
 */
export function computeListener(
  salt: Uint8Array,
  guid: string,
  id: string | undefined,
  { requestContext: { http } }: Request,
): Listener {
  const address = normalizeIpAddress(http.sourceIp);
  const agent = id === undefined ? [http.userAgent] : ["listener", id];
  return { address: hash(salt, [guid, address]), listener: hash(salt, [guid, address, ...agent]) };
}

/**
 * Returns an IPv4 address as it is, and the first 64 bits of an IPv6 address, because a household or a phone gets all of
 * the addresses that begin with them (RFC 6177).
 */
export function normalizeIpAddress(address: string): string {
  const bare = address.replace(/%.*/, "");
  if (!isIPv6(bare)) return address;
  // A URL's host has no leading zeros, and :: for the longest run of them (WHATWG URL, "IPv6 serializer").
  const host = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = MAPPED.exec(host)?.slice(1);
  if (mapped) return Buffer.from(mapped.map((group) => group.padStart(4, "0")).join(""), "hex").join(".");
  const zeros = "0:".repeat(8 - splitGroups(host).length);
  const groups = splitGroups(host.replace("::", `:${zeros}`));
  return groups.slice(0, 4).join(":");
}

function splitGroups(host: string): string[] {
  return host.split(":").filter(Boolean);
}

function hash(salt: Uint8Array, parts: readonly string[]): string {
  return createHmac("sha256", salt).update(JSON.stringify(parts)).digest("hex").slice(0, HASH_LENGTH);
}
