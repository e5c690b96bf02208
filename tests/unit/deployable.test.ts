import { describe, expect, it } from "vitest";
import { findAlteredKey, findKeyProblems, findMissingKeys } from "../../deploy/keys.ts";
import { findLifetimeProblems } from "../../deploy/settings.ts";
import { DEVELOPMENT_KEYS } from "../../local/environment.ts";
import { KEYS } from "../support/package.ts";

const NOT_IN_A_HEADER = /^PERFORMANCE_PUBLIC_KEY has characters that an HTTP header can't carry\. Set/;

const pemOf = (key: string) => `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----`;

const findProblems = (environment: NodeJS.ProcessEnv) => [
  ...findKeyProblems(environment),
  ...findLifetimeProblems(environment),
];

describe("a configuration fit for deployment", () => {
  it.each([
    ["both keys", {}],
    ["a secret of 32 bytes", { PERFORMANCE_SECRET_KEY: KEYS.PERFORMANCE_SECRET_KEY.slice(0, 32) }],
    ["a secret of 32 bytes in 31 characters", { PERFORMANCE_SECRET_KEY: `${"ab".repeat(15)}é` }],
    ["a public key of 20 characters", { PERFORMANCE_PUBLIC_KEY: "xy".repeat(10) }],
    ["a public key with all that ASCII can print", { PERFORMANCE_PUBLIC_KEY: "!~ development-public-key" }],
    ["a public key of several lines", { PERFORMANCE_PUBLIC_KEY: pemOf("xy".repeat(10)) }],
    ["other lifetimes", { EXPIRES_IN: "2h", MAX_EXPIRES_IN: "1d" }],
  ])("may have %s", (_, variables) => {
    expect(findMissingKeys({ ...KEYS, ...variables })).toEqual([]);
    expect(findProblems({ ...KEYS, ...variables })).toEqual([]);
  });

  it.each([
    ["no secret", { PERFORMANCE_SECRET_KEY: undefined }, ["PERFORMANCE_SECRET_KEY"]],
    ["a blank secret", { PERFORMANCE_SECRET_KEY: " " }, ["PERFORMANCE_SECRET_KEY"]],
    ["no public key", { PERFORMANCE_PUBLIC_KEY: "" }, ["PERFORMANCE_PUBLIC_KEY"]],
    ["neither", { PERFORMANCE_SECRET_KEY: "", PERFORMANCE_PUBLIC_KEY: "\n" }, Object.keys(KEYS)],
  ])("lacks a key with %s", (_, variables, names) => {
    expect(findMissingKeys({ ...KEYS, ...variables })).toEqual(names);
    expect(findProblems({ ...KEYS, ...variables })).toEqual([]);
  });

  it.each([
    [
      "a secret of 31 bytes",
      { PERFORMANCE_SECRET_KEY: "x".repeat(31) },
      /^PERFORMANCE_SECRET_KEY has 31 bytes, but HS256 needs at least 32 \(RFC 7518, section 3.2\). Generate one with "openssl rand -hex 32".$/,
    ],
    [
      "a secret of 30 bytes and two spaces",
      { PERFORMANCE_SECRET_KEY: `${"xy".repeat(15)}  ` },
      /^PERFORMANCE_SECRET_KEY has 30 bytes/,
    ],
    ["a public key of 19 characters", { PERFORMANCE_PUBLIC_KEY: pemOf("x ".repeat(19)) }, / has 19 characters.* 20/],
    ["a public key without a key", { PERFORMANCE_PUBLIC_KEY: pemOf("") }, / has 0 characters.* 20/],
    ["a public key with an umlaut", { PERFORMANCE_PUBLIC_KEY: `schlüssel${"x".repeat(20)}` }, NOT_IN_A_HEADER],
    ["a public key with a control character", { PERFORMANCE_PUBLIC_KEY: `\0${"x".repeat(20)}` }, NOT_IN_A_HEADER],
    [
      "a secret of one repeated character",
      { PERFORMANCE_SECRET_KEY: `${"x".repeat(64)}\n` },
      /^PERFORMANCE_SECRET_KEY is one repeated character, which can be guessed\. Generate/,
    ],
    [
      "a public key of one repeated character",
      { PERFORMANCE_PUBLIC_KEY: pemOf("x".repeat(64)) },
      /^PERFORMANCE_PUBLIC_KEY is one repeated character, which can be guessed\. Generate/,
    ],
    [
      "the development secret",
      { PERFORMANCE_SECRET_KEY: ` ${DEVELOPMENT_KEYS.PERFORMANCE_SECRET_KEY}` },
      /^PERFORMANCE_SECRET_KEY is the development key, which everybody can read\. Generate/,
    ],
    [
      "the development public key",
      { PERFORMANCE_PUBLIC_KEY: pemOf(DEVELOPMENT_KEYS.PERFORMANCE_PUBLIC_KEY) },
      /^PERFORMANCE_PUBLIC_KEY is the development key, which everybody can read\. Generate/,
    ],
    ["a lifetime that is not a duration", { EXPIRES_IN: "soon" }, /^Invalid EXPIRES_IN: expected.*$/],
    ["one above its limit", { EXPIRES_IN: "2h", MAX_EXPIRES_IN: "1h" }, /^Invalid EXPIRES_IN: the maximum is 1h$/],
    ["a limit above 100 years", { MAX_EXPIRES_IN: "36900d" }, /^Invalid MAX_EXPIRES_IN: the maximum is 36525d$/],
    ["a limit that is not a duration", { MAX_EXPIRES_IN: "never" }, /^Invalid MAX_EXPIRES_IN: expected.*$/],
  ])("does not have %s", (_, variables, problem) => {
    expect(findProblems({ ...KEYS, ...variables })).toEqual([expect.stringMatching(problem)]);
  });

  it("is told every problem at once, without the keys", () => {
    const problems = findProblems({ PERFORMANCE_SECRET_KEY: "short", PERFORMANCE_PUBLIC_KEY: "key", EXPIRES_IN: "x" });
    expect(problems).toHaveLength(3);
    expect(problems.join()).not.toMatch(/short|key,/);
  });

  it.each(["PERFORMANCE_SECRET_KEY", "PERFORMANCE_PUBLIC_KEY"])("does not have a variable in %s", (name) => {
    expect(findAlteredKey({ ...KEYS, [name]: `x\${env:HOME}${"x".repeat(32)}` })).toBe(name);
    expect(findAlteredKey({ ...KEYS, [name]: `$x{}$${"x".repeat(32)}` })).toBeUndefined();
  });
});
