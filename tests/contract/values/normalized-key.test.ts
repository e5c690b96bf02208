import { expect, it } from "vitest";
import { isValidPublicKey, normalizePublicKey } from "../../../lib/public-key.ts";

const BASE64 = "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEw7JAoU/gJbZJvV+zCOvU9yFJq0FN==";
const PEM = `-----BEGIN PUBLIC KEY-----\n${BASE64.slice(0, 40)}\n${BASE64.slice(40)}\n-----END PUBLIC KEY-----\n`;

it.each([
  ["bare", BASE64],
  ["a PEM file", PEM],
  ["a PEM file with Windows line ends", PEM.replaceAll("\n", "\r\n")],
  ["a PEM file on one line", PEM.replaceAll("\n", "\\n")],
  ["an RSA PEM file", PEM.replaceAll("PUBLIC", "RSA PUBLIC").trim()],
  ["with spaces around", `  ${BASE64}\t`],
])("a public key is the same key as %s, in a request or in the configuration", (_, key) => {
  expect(isValidPublicKey(key, BASE64)).toBe(true);
  expect(isValidPublicKey(BASE64, normalizePublicKey(key))).toBe(true);
});
