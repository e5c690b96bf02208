import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeIpAddress } from "../../lib/collector/listener.ts";

const group = fc.oneof(fc.constant(0), fc.nat(0xffff));
const groups = fc.array(group, { minLength: 8, maxLength: 8 });

/** Ways to write the same IPv6 address (RFC 4291, section 2.2). */
const SPELLINGS: readonly ((groups: readonly number[]) => string)[] = [
  (all) => all.map((one) => one.toString(16)).join(":"),
  (all) => all.map((one) => one.toString(16).padStart(4, "0").toUpperCase()).join(":"),
  (all) => new URL(`http://[${all.map((one) => one.toString(16)).join(":")}]`).hostname.slice(1, -1),
  (all) => `${all.map((one) => one.toString(16)).join(":")}%eth0`,
  ([g = 0, h = 0, ...rest]) => {
    const last = rest.splice(-2).flatMap((one) => [one >> 8, one & 255]);
    return `${[g, h, ...rest].map((one) => one.toString(16)).join(":")}:${last.join(".")}`;
  },
];

describe("an address", () => {
  it("of IPv6 is its first 64 bits, however it is written", () => {
    fc.assert(
      fc.property(groups, (all) => {
        fc.pre(!(all.slice(0, 5).every((one) => one === 0) && all[5] === 0xffff));
        const expected = all
          .slice(0, 4)
          .map((one) => one.toString(16))
          .join(":");
        for (const spell of SPELLINGS) expect(normalizeIpAddress(spell(all))).toBe(expected);
      }),
    );
  });

  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:192.0.2.1", "192.0.2.1"],
    ["::ffff:c000:201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["::", "0:0:0:0"],
    ["::1", "0:0:0:0"],
    ["2001:db8::ffff:c000:201", "2001:db8:0:0"],
    ["", ""],
    ["not an address", "not an address"],
  ])('"%s" is "%s"', (address, expected) => {
    expect(normalizeIpAddress(address)).toBe(expected);
  });
});
