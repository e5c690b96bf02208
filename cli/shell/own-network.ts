import dns from "node:dns/promises";
import { BlockList } from "node:net";
import { networkInterfaces } from "node:os";

/** Where the addresses of a name are: all in this machine and its network, none, or some. */
export type AddressReach = "own" | "foreign" | "both";

/** What no address of the public Internet is in (https://www.iana.org/assignments/iana-ipv4-special-registry). */
const PRIVATE_IPV4 = [
  ["0.0.0.0", 8], // this machine
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // behind a carrier's NAT, and many VPNs
  ["127.0.0.0", 8],
  ["169.254.0.0", 16], // link-local; a cloud's metadata
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const;

/** See https://www.iana.org/assignments/iana-ipv6-special-registry. IPv4-mapped addresses are checked as IPv4. */
const PRIVATE_IPV6 = [
  ["::", 96], // this machine, and IPv4-compatible addresses
  ["64:ff9b:1::", 48], // a network's own translation to IPv4
  ["2002::", 16], // 6to4, which holds an IPv4 address
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10], // site-local
] as const;

/**
 * Looks up where a URL's name leads: whether to loopback, link-local and private addresses, IPv4 ones within IPv6
 * included, and the subnets of this machine's interfaces. A name can lead elsewhere a moment later: whoever connects
 * looks it up again.
 *
 * @param interfaces those of this machine
 * @throws the error of `dns.lookup` if the name has no address
 */
export async function findReach({ hostname }: URL, interfaces = networkInterfaces()): Promise<AddressReach> {
  const own = listOwnNetwork(interfaces);
  const addresses = await dns.lookup(hostname.replace(/^\[|\]$/g, ""), { all: true });
  const isOwn = addresses.map(({ address, family }) => own.check(address, family === 6 ? "ipv6" : "ipv4"));
  if (isOwn.every(Boolean)) return "own";
  return isOwn.some(Boolean) ? "both" : "foreign";
}

function listOwnNetwork(interfaces: ReturnType<typeof networkInterfaces>): BlockList {
  const list = new BlockList();
  for (const [network, bits] of PRIVATE_IPV4) {
    list.addSubnet(network, bits, "ipv4");
    list.addSubnet(`64:ff9b::${network}`, 96 + bits, "ipv6"); // NAT64 (RFC 6052)
  }
  for (const [network, bits] of PRIVATE_IPV6) list.addSubnet(network, bits, "ipv6");
  for (const { address, cidr, family } of Object.values(interfaces).flatMap((addresses) => addresses ?? [])) {
    const bits = cidr?.split("/")[1];
    if (bits !== undefined) list.addSubnet(address, Number(bits), family === "IPv6" ? "ipv6" : "ipv4");
  }
  return list;
}
