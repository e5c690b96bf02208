import { describe, expect, it } from "vitest";
import { findInvalidValue, findMissingValue, findReplacedKey } from "../../scripts/plugins/deployable.ts";
import { KEYS } from "../support/package.ts";

describe("a configuration fit for deployment", () => {
  it.each([
    ["both keys", {}],
    ["a secret of 32 bytes", { PERFORMANCE_SECRET_KEY: "x".repeat(32) }],
    ["a lifetime of its own", { EXPIRES_IN: "2h", MAX_EXPIRES_IN: "1d" }],
  ])("may have %s", (_, variables) => {
    expect(findMissingValue({ ...KEYS, ...variables })).toBeUndefined();
    expect(findInvalidValue({ ...KEYS, ...variables })).toBeUndefined();
  });

  it.each([
    ["no secret", { PERFORMANCE_SECRET_KEY: undefined }, "PERFORMANCE_SECRET_KEY"],
    ["a blank secret", { PERFORMANCE_SECRET_KEY: " " }, "PERFORMANCE_SECRET_KEY"],
    ["no public key", { PERFORMANCE_PUBLIC_KEY: "" }, "PERFORMANCE_PUBLIC_KEY"],
    [
      "a public key without a key",
      { PERFORMANCE_PUBLIC_KEY: "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----" },
      "PERFORMANCE_PUBLIC_KEY",
    ],
  ])("does not have %s", (_, variables, name) => {
    expect(findMissingValue({ ...KEYS, ...variables })).toBe(name);
  });

  it.each([
    ["a secret of 31 bytes", { PERFORMANCE_SECRET_KEY: "x".repeat(31) }, /^PERFORMANCE_SECRET_KEY has 31 bytes.*32.*$/],
    ["a lifetime that is none", { EXPIRES_IN: "soon" }, /^Invalid EXPIRES_IN: expected.*$/],
    [
      "a lifetime above its limit",
      { EXPIRES_IN: "2h", MAX_EXPIRES_IN: "1h" },
      /^Invalid EXPIRES_IN: expected at most 1h.*$/,
    ],
    ["a limit that is none", { MAX_EXPIRES_IN: "never" }, /^Invalid MAX_EXPIRES_IN: expected.*$/],
  ])("does not have %s", (_, variables, problem) => {
    expect(findInvalidValue({ ...KEYS, ...variables })).toMatch(problem);
  });

  it.each(["PERFORMANCE_SECRET_KEY", "PERFORMANCE_PUBLIC_KEY"])("does not have a variable in %s", (name) => {
    expect(findReplacedKey({ ...KEYS, [name]: `x\${env:HOME}${"x".repeat(32)}` })).toBe(name);
    expect(findReplacedKey({ ...KEYS, [name]: `$x{}$${"x".repeat(32)}` })).toBeUndefined();
  });
});
