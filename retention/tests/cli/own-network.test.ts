import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { isPublic, leadsToOwnNetwork } from "../../cli/shell/own-network.ts";
import { useNames } from "../support/names.ts";

/** A machine with public addresses, as in a data centre or behind a router with IPv6. */
const INTERFACES: ReturnType<typeof networkInterfaces> = {
  eth0: [
    { ...describeAddress("45.33.32.156", 24), family: "IPv4" },
    { ...describeAddress("2600:3c01:1:2::20", 64), family: "IPv6", scopeid: 0 },
  ],
};

function describeAddress(address: string, bits: number) {
  return { address, cidr: `${address}/${bits}`, netmask: "", mac: "", internal: false };
}

const find = (host: string) => leadsToOwnNetwork(new URL(`http://${host}/feed.xml`));

/** Whether the address that a URL's host is counts as public. */
const isPublicHost = (host: string) => isPublic(new URL(`http://${host}/`).hostname.replace(/[[\]]/g, ""), INTERFACES);

describe("a URL leads to this machine or its network", () => {
  /** Each network with addresses in it, and with public ones just outside. */
  it.each([
    ["this machine", ["127.0.0.1", "127.255.255.255", "2130706433", "0x7f.1", "0"], ["126.255.255.255", "128.0.0.0"]],
    ["10.0.0.0/8", ["10.0.0.1", "10.255.255.255"], ["9.255.255.255", "11.0.0.0"]],
    ["100.64.0.0/10", ["100.64.0.1", "100.127.255.255"], ["100.63.255.255", "100.128.0.0"]],
    ["169.254.0.0/16", ["169.254.169.254"], ["169.253.255.255", "169.255.0.0"]],
    ["172.16.0.0/12", ["172.16.0.1", "172.31.255.255"], ["172.15.255.255", "172.32.0.0"]],
    ["192.168.0.0/16", ["192.168.0.1", "192.168.255.255"], ["192.167.255.255", "192.169.0.0"]],
    ["private IPv6", ["[::]", "[::1]", "[fc00::1]", "[fd12:3456::1]", "[fe80::1]", "[fec0::1]"], []],
    ["private IPv4 in IPv6", ["[::127.0.0.1]", "[::ffff:127.0.0.1]", "[::ffff:a00:1]"], ["[::ffff:8.8.8.8]"]],
    ["private IPv4 behind NAT64", ["[64:ff9b::169.254.169.254]", "[64:ff9b:1::a00:1]"], ["[64:ff9b::8.8.8.8]"]],
    ["private IPv4 in other forms", ["[2002:7f00:1::]", "[::ffff:0:7f00:1]"], []],
    ["an interface's IPv4", ["45.33.32.1", "45.33.32.156"], ["45.33.31.255", "45.33.33.0"]],
    ["an interface's IPv6", ["[2600:3c01:1:2::1]"], ["[2600:3c01:1:3::1]"]],
    ["protocols, which is nobody's", ["192.0.0.8"], ["192.0.1.0"]],
    ["documentation, which is nobody's", ["192.0.2.1", "198.51.100.1", "203.0.113.1", "[2001:db8::1]"], []],
    ["benchmarks, which is nobody's", ["198.18.0.1", "198.19.255.255"], ["198.17.255.255", "198.20.0.0"]],
    ["multicast, which is nobody's", ["224.0.0.1", "239.255.255.255"], ["223.255.255.255"]],
    ["what is reserved", ["240.0.0.1", "255.255.255.255", "[100::1]", "[2001::1]", "[4000::1]"], []],
    ["nobody's IPv6", ["[fbff::1]", "[fe00::1]", "[ff02::1]", "[ff0e::1]"], []],
    ["nobody's IPv4 in IPv6", ["[::ffff:198.18.0.1]", "[::ffff:c612:1]", "[64:ff9b::e000:1]"], []],
  ])("if it is in %s, and not if it is beside that", (_, inside, outside) => {
    expect(inside.filter(isPublicHost)).toEqual([]);
    expect(outside.filter((host) => !isPublicHost(host))).toEqual([]);
  });

  it("if all addresses of its name do", async () => {
    useNames({
      "private.test": ["10.0.0.1", "fd00::1"],
      "scoped.test": ["fe80::1%lo"],
      "public.test": ["9.9.9.9", "2620:fe::9"],
      "both.test": ["9.9.9.9", "::1"],
    });
    expect(await find("localhost")).toBe(true);
    const answers = await Promise.all(["private.test", "scoped.test", "public.test", "both.test"].map(find));
    expect(answers).toEqual([true, true, false, false]);
  });

  it("if it is an address of one of this machine's interfaces", async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    expect(addresses).not.toEqual([]);
    for (const { address, family } of addresses) {
      const url = new URL(`http://${family === "IPv6" ? `[${address.split("%")[0]}]` : address}/`);
      expect(await leadsToOwnNetwork(url)).toBe(true);
    }
  });

  it("or has no address, which is an error", async () => {
    await expect(find("nowhere.invalid")).rejects.toThrow(expect.objectContaining({ code: expect.any(String) }));
  });
});
