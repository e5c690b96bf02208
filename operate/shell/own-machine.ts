import { BlockList, isIP } from "node:net";

/** A name has an address that may not be connected to. */
export class NameError extends Error {
  override readonly name = "NameError";

  constructor(hostname: string) {
    super(`${hostname} has an address that may not be connected to`);
  }
}

/** Those of this machine. IPv4 ones within IPv6 count as IPv4. */
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/**
 * Checks whether a host is this machine, and stays so: an IPv4 or IPv6 address of loopback, or `localhost` (RFC 6761, section
 * 6.3). Any other name may lead elsewhere.
 *
 * @param hostname as a URL has it
 */
export function isLoopback(hostname: string): boolean {
  const host = withoutBrackets(hostname);
  const version = isIP(host);
  return host === "localhost" || (version !== 0 && LOOPBACK.check(host, version === 4 ? "ipv4" : "ipv6"));
}

export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
