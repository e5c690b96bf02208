import { describe, expect, it } from "vitest";
import { isValidPublicKey, normalizePublicKey } from "../../lib/public-key.ts";

const BASE64 = "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEw7JAoU/gJbZJvV+zCOvU9yFJq0FN==";
const LINES = `${BASE64.slice(0, 40)}\n${BASE64.slice(40)}`;

const DRESSINGS: [string, string][] = [
  ["bare", BASE64],
  ["a PEM file", `-----BEGIN PUBLIC KEY-----\n${LINES}\n-----END PUBLIC KEY-----\n`],
  [
    "a PEM file with Windows line ends",
    `-----BEGIN PUBLIC KEY-----\r\n${LINES.replace("\n", "\r\n")}\r\n-----END PUBLIC KEY-----\r\n`,
  ],
  [
    "a PEM file on one line",
    `-----BEGIN PUBLIC KEY-----\\n${LINES.replace("\n", "\\n")}\\n-----END PUBLIC KEY-----\\n`,
  ],
  ["an RSA PEM file", `-----BEGIN RSA PUBLIC KEY-----\n${LINES}\n-----END RSA PUBLIC KEY-----`],
  ["with spaces around", `  ${BASE64}\t`],
];

describe("a public key", () => {
  it.each(DRESSINGS)("is the same key as %s, in a request or in the configuration", (_, key) => {
    expect(isValidPublicKey(key, BASE64)).toBe(true);
    expect(isValidPublicKey(BASE64, normalizePublicKey(key))).toBe(true);
  });

  it.each([
    ["empty", ""],
    ["white space", " \n"],
    ["armour without a key", "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----"],
    ["a prefix", BASE64.slice(0, -1)],
    ["an extension", `${BASE64}A`],
    ["itself twice, joined by a comma", `${BASE64},${BASE64}`],
    ["of another casing", BASE64.toLowerCase()],
  ])("is not valid if it is %s", (_, key) => {
    expect(isValidPublicKey(key, BASE64)).toBe(false);
  });
});
