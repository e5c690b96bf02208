import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { serve } from "../../../tests/support/stand-in.ts";
import { fetchFollowing } from "../../cli/feed/follow.ts";
import { isPublic } from "../../cli/own-network.ts";
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
    [
      "Azure's host",
      ["168.63.129.16", "[::ffff:168.63.129.16]", "[64:ff9b::a83f:8110]"],
      ["168.63.129.15", "168.63.129.17"],
    ],
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

  it("if it is an address of one of this machine's interfaces", () => {
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? []);
    expect(addresses).not.toEqual([]);
    expect(addresses.filter((address) => isPublic(address))).toEqual([]);
  });
});

/** What is on this machine or its network, what is elsewhere, and a name of both. */
const [INSIDE, OUTSIDE, BOTH] = [
  ["10.1.2.3", "fd00::1"],
  ["9.9.9.9", "2620:fe::9"],
  ["9.9.9.9", "::1"],
];

/** Requests a path of a server by a name that leads to other addresses at each lookup. */
async function follow(changing: readonly (readonly string[])[], path = "/", mayReachOwn = true) {
  const reached = useNames({ "feeds.test": { changing }, "inside.test": INSIDE, "outside.test": OUTSIDE });
  const asked: unknown[] = [];
  const server = await serve(({ url, headers }, response) => {
    asked.push(`${headers.host?.split(":")[0]}${url}`);
    const [, host, rest] = /^\/to\/([^/]+)(.*)/.exec(`${url}`) ?? [];
    const port = headers.host?.split(":").at(-1);
    if (host === undefined) response.end();
    else response.writeHead(302, { location: `http://${host}:${port}${rest || "/"}` }).end();
  });
  const url = new URL(`${server.replace("127.0.0.1", "feeds.test")}${path}`);
  const problem = await fetchFollowing({ url, init: {}, mayReachOwn }).then(
    (fetched) => fetched.mayReachOwn,
    ({ message }: Error) => message.replace(/http\S+/, "URL"),
  );
  return { result: problem, asked, reached };
}

const REFUSAL = expect.stringContaining("It leads to URL on this machine or its network, and is not followed there.");

describe("a request", () => {
  it.each([
    [INSIDE, true],
    [["fe80::1%lo"], true],
    [["168.63.129.16"], true],
    [OUTSIDE, false],
    [BOTH, REFUSAL],
  ])("of a name with the addresses %j may lead to this machine and its network: %s", async (addresses, result) => {
    expect(await follow([addresses])).toMatchObject({ result });
  });

  /** All that three lookups may answer: one of them decides, and is connected to. */
  const answers = [INSIDE, OUTSIDE, BOTH];
  const sequences = answers.flatMap((one) => answers.flatMap((two) => answers.map((three) => [one, two, three])));

  it.each(sequences)(
    "follows a redirect to this machine only from there: of a name at %j, then %j, then %j",
    async (...changing) => {
      const { result, asked, reached } = await follow(changing, "/to/127.0.0.1");
      const isFromHere = INSIDE.includes(`${reached[0]}`);
      expect([result, asked.includes("127.0.0.1/")]).toEqual(isFromHere ? [true, true] : [REFUSAL, false]);
    },
  );

  it.each(sequences)(
    "connects to no address here where it may not: of a name at %j, then %j, then %j",
    async (...changing) => {
      const { reached } = await follow(changing, "/", false);
      expect(reached).toEqual(changing[0] === OUTSIDE ? OUTSIDE : []);
    },
  );

  it.each([
    ["from here over elsewhere to here", INSIDE, "/to/outside.test/to/inside.test", REFUSAL],
    ["from here over elsewhere to this machine", INSIDE, "/to/outside.test/to/127.0.0.1", REFUSAL],
    ["from here to elsewhere", INSIDE, "/to/outside.test", false],
    ["from here to here", INSIDE, "/to/inside.test/to/127.0.0.1", true],
    ["from elsewhere to IPv4 in IPv6", OUTSIDE, "/to/[::ffff:127.0.0.1]", REFUSAL],
    ["from elsewhere to IPv4 behind NAT64", OUTSIDE, "/to/[64:ff9b::7f00:1]", REFUSAL],
    ["from elsewhere to IPv4 in 6to4", OUTSIDE, "/to/[2002:7f00:1::]", REFUSAL],
    ["from elsewhere to a short form of this machine", OUTSIDE, "/to/127.1", REFUSAL],
    ["from elsewhere to this machine as a number", OUTSIDE, "/to/2130706433", REFUSAL],
    ["from elsewhere to Azure's host", OUTSIDE, "/to/168.63.129.16", REFUSAL],
  ])("that is redirected %s is decided hop by hop", async (_, addresses, path, result) => {
    expect(await follow([addresses], path)).toMatchObject({ result });
  });

  it("of an address, which nobody looks up, is connected to nowhere else either", async () => {
    const { fetch, toInternet, toOwnNetwork } = await import("../../cli/feed/internet.ts");
    const { toThisMachine } = await import("../../../operate/shell/agents.ts");
    const own = await serve((_, response) => response.end());
    const refusal = expect.objectContaining({ cause: expect.objectContaining({ name: "NameError" }) });
    for (const dispatcher of [toOwnNetwork, toThisMachine]) {
      expect((await fetch(own, { dispatcher })).ok).toBe(true);
      for (const address of ["9.9.9.9", "[2620:fe::9]"])
        await expect(fetch(`http://${address}:8000/`, { dispatcher })).rejects.toEqual(refusal);
    }
    await expect(fetch(own, { dispatcher: toInternet })).rejects.toEqual(refusal);
  });

  it("of a name without an address fails", async () => {
    const url = new URL("http://nowhere.invalid/");
    await expect(fetchFollowing({ url, init: {}, mayReachOwn: true })).rejects.toThrow("fetch failed");
  });
});
