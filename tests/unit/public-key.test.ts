import { describe, expect, it } from "vitest";
import { isValidPublicKey, normalizePublicKey } from "../../lib/public-key.ts";

const BASE64 = "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEw7JAoU/gJbZJvV+zCOvU9yFJq0FN==";
const PEM = `-----BEGIN PUBLIC KEY-----\n${BASE64.slice(0, 40)}\n${BASE64.slice(40)}\n-----END PUBLIC KEY-----\n`;

const DRESSINGS: [string, string][] = [
  ["bare", BASE64],
  ["a PEM file", PEM],
  ["a PEM file with Windows line ends", PEM.replaceAll("\n", "\r\n")],
  ["a PEM file on one line", PEM.replaceAll("\n", "\\n")],
  ["an RSA PEM file", PEM.replaceAll("PUBLIC", "RSA PUBLIC").trim()],
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
