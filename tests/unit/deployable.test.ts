import { describe, expect, it } from "vitest";
import { findAlteredKey, findKeyProblems, findMissingKeys } from "../../deploy/keys.ts";
import { findLifetimeProblems } from "../../deploy/settings.ts";
import { DEVELOPMENT_KEYS } from "../../local/environment.ts";
import { KEYS } from "../support/package.ts";

const [SECRET, PUBLIC] = ["PERFORMANCE_SECRET_KEY", "PERFORMANCE_PUBLIC_KEY"] as const;

const ADVICE = 'Generate one with "openssl rand -hex 32".';
const REPEATED = `is one repeated character, which can be guessed. ${ADVICE}`;
const DEVELOPMENT = `is the development key, which everybody can read. ${ADVICE}`;
const NOT_IN_A_HEADER = "has characters that an HTTP header can't carry. Set one of printable ASCII characters.";
const hasBytes = (count: number) =>
  `has ${count} bytes, but HS256 needs at least 32 (RFC 7518, section 3.2). ${ADVICE}`;
const hasCharacters = (count: number) =>
  `has ${count} characters, but needs at least 20, or it can be guessed. ${ADVICE}`;

const pemOf = (key: string) => `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----`;

const findProblems = (environment: NodeJS.ProcessEnv) => [
  ...findKeyProblems(environment),
  ...findLifetimeProblems(environment),
];

describe("a configuration fit for deployment", () => {
  it.each([
    ["both keys", {}],
    ["a secret of 32 bytes", { [SECRET]: KEYS[SECRET].slice(0, 32) }],
    ["a secret of 32 bytes in 31 characters", { [SECRET]: `${"ab".repeat(15)}é` }],
    ["a public key of 20 characters", { [PUBLIC]: "xy".repeat(10) }],
    ["a public key with all that ASCII can print", { [PUBLIC]: "!~ development-public-key" }],
    ["a public key of several lines", { [PUBLIC]: pemOf("xy".repeat(10)) }],
    ["other lifetimes", { EXPIRES_IN: "2h", MAX_EXPIRES_IN: "1d" }],
  ])("may have %s", (_, variables) => {
    expect(findMissingKeys({ ...KEYS, ...variables })).toEqual([]);
    expect(findProblems({ ...KEYS, ...variables })).toEqual([]);
  });

  it.each([
    ["no secret", { [SECRET]: undefined }, [SECRET]],
    ["a blank secret", { [SECRET]: " " }, [SECRET]],
    ["no public key", { [PUBLIC]: "" }, [PUBLIC]],
    ["neither", { [SECRET]: "", [PUBLIC]: "\n" }, Object.keys(KEYS)],
  ])("lacks a key with %s", (_, variables, names) => {
    expect(findMissingKeys({ ...KEYS, ...variables })).toEqual(names);
    expect(findProblems({ ...KEYS, ...variables })).toEqual([]);
  });

  it.each([
    ["a secret of 31 bytes", SECRET, "x".repeat(31), hasBytes(31)],
    ["a secret of 30 bytes and two spaces", SECRET, `${"xy".repeat(15)}  `, hasBytes(30)],
    ["a public key of 19 characters", PUBLIC, pemOf("x ".repeat(19)), hasCharacters(19)],
    ["a public key without a key", PUBLIC, pemOf(""), hasCharacters(0)],
    ["a public key with an umlaut", PUBLIC, `schlüssel${"x".repeat(20)}`, NOT_IN_A_HEADER],
    ["a public key with a control character", PUBLIC, `\0${"x".repeat(20)}`, NOT_IN_A_HEADER],
    ["a secret of one repeated character", SECRET, `${"x".repeat(64)}\n`, REPEATED],
    ["a public key of one repeated character", PUBLIC, pemOf("x".repeat(64)), REPEATED],
    ["the development secret", SECRET, ` ${DEVELOPMENT_KEYS[SECRET]}`, DEVELOPMENT],
    ["the development public key", PUBLIC, pemOf(DEVELOPMENT_KEYS[PUBLIC]), DEVELOPMENT],
  ])("does not have %s", (_, name, key, problem) => {
    expect(findProblems({ ...KEYS, [name]: key })).toEqual([`${name} ${problem}`]);
  });

  it.each([
    ["a lifetime that is not a duration", { EXPIRES_IN: "soon" }, /^Invalid EXPIRES_IN: expected.*$/],
    ["one above its limit", { EXPIRES_IN: "2h", MAX_EXPIRES_IN: "1h" }, /^Invalid EXPIRES_IN: the maximum is 1h$/],
    ["a limit above 100 years", { MAX_EXPIRES_IN: "36900d" }, /^Invalid MAX_EXPIRES_IN: the maximum is 36525d$/],
    ["a limit that is not a duration", { MAX_EXPIRES_IN: "never" }, /^Invalid MAX_EXPIRES_IN: expected.*$/],
  ])("does not have %s", (_, lifetimes, problem) => {
    expect(findProblems({ ...KEYS, ...lifetimes })).toEqual([expect.stringMatching(problem)]);
  });

  it.each([SECRET, PUBLIC])("does not have a variable in %s", (name) => {
    expect(findAlteredKey({ ...KEYS, [name]: `x\${env:HOME}${"x".repeat(32)}` })).toBe(name);
    expect(findAlteredKey({ ...KEYS, [name]: `$x{}$${"x".repeat(32)}` })).toBeUndefined();
  });
});
