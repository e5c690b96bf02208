import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

/** What IANA has allocated of IPv6 for hosts of the public Internet. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Ends with the IPv4 address to which a network translates it (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/** Azure's host of a virtual machine, which answers it alone (Microsoft, "What is IP address 168.63.129.16?"). */
const AZURE_HOST = "168.63.129.16";

/**
 * Checks whether an address is of a host on the public Internet, and not in a subnet of this machine's interfaces. What is nobody's
 * host, such as a multicast address, is not.
 *
 * @param text an IPv4 or IPv6 address; IPv4 ones within IPv6 count as IPv4
 */
export function isPublic(text: string, interfaces = networkInterfaces()): boolean {
  const address = findHost(ipaddr.process(text));
  const isGlobal = address.kind() === "ipv4" || address.match(GLOBAL_IPV6);
  const subnets = Object.values(interfaces).flatMap((all = []) => all.flatMap(({ cidr }) => cidr ?? []));
  const own = subnets.map((cidr) => ipaddr.parseCIDR(cidr));
  const isHost = isGlobal && address.range() === "unicast" && address.toString() !== AZURE_HOST;
  return isHost && ipaddr.subnetMatch(address, { own }) !== "own";
}

/** Returns the address that a network's translation to IPv4 leads to, or else the address itself. */
function findHost(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address.kind() === "ipv4" || !address.match(NAT64)) return address;
  return ipaddr.fromByteArray(address.toByteArray().slice(-4));
}
