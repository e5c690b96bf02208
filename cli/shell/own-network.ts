import type { LookupAddress, LookupOptions } from "node:dns";
import dns from "node:dns/promises";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

/** Where the addresses of a name are: all in this machine and its network, none, or some. */
export type AddressReach = "own" | "foreign" | "both";

/** A name, as its URL has it, has an address that is not on the public Internet. */
export class NotPublicError extends Error {
  override readonly name = "NotPublicError";
}

/** What IANA has allocated of IPv6 for hosts of the public Internet. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Ends with the IPv4 address to which a network translates it (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/**
 * Looks up where a URL's name leads: to this machine and its network, or to the public Internet. What is nobody's host, such as
 * a multicast address, counts as the former.
 *
 * @throws the error of `dns.lookup` if the name has no address
 */
export async function findReach({ hostname }: URL): Promise<AddressReach> {
  const addresses = await dns.lookup(withoutBrackets(hostname), { all: true });
  const isOwn = addresses.map(({ address }) => !isPublic(address));
  if (isOwn.every(Boolean)) return "own";
  return isOwn.some(Boolean) ? "both" : "foreign";
}

/**
 * Checks whether an address is of a host on the public Internet, and not in a subnet of this machine's interfaces.
 *
 * @param text an IPv4 or IPv6 address; IPv4 ones within IPv6 count as IPv4
 */
export function isPublic(text: string, interfaces = networkInterfaces()): boolean {
  const address = findHost(ipaddr.process(text));
  const isGlobal = address.kind() === "ipv4" || address.match(GLOBAL_IPV6);
  return (
    isGlobal && address.range() === "unicast" && !listSubnets(interfaces).some((subnet) => matches(address, subnet))
  );
}

/** Returns the address that a network's translation to IPv4 leads to, or else the address itself. */
function findHost(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address.kind() === "ipv4" || !address.match(NAT64)) return address;
  return ipaddr.fromByteArray(address.toByteArray().slice(-4));
}

function listSubnets(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): string[] {
  return Object.values(interfaces).flatMap((all = []) => all.flatMap(({ cidr }) => cidr ?? []));
}

function matches(address: ipaddr.IPv4 | ipaddr.IPv6, cidr: string): boolean {
  const [network, bits] = ipaddr.parseCIDR(cidr);
  return address.kind() === network.kind() && address.match(network, bits);
}

/**
 * Looks up a name for a connection. The addresses that are checked here are those that are connected to.
 *
 * @param callback gets a NotPublicError if any address of the name is not on the public Internet
 */
export function lookUpPublic(
  name: string,
  { all = false, ...options }: LookupOptions,
  callback: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
): void {
  dns.lookup(name, { ...options, all: true }).then(
    (addresses) => {
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublic(address))) callback(new NotPublicError(name), []);
      else if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    },
    (error) => callback(error, []),
  );
}

export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
