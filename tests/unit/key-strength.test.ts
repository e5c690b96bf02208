import { describe, expect, it } from "vitest";
import { findPublicKeyProblem, findSecretKeyProblem } from "../../lib/key-strength.ts";

const HEX = "0123456789abcdef";

describe("a secret", () => {
  it.each([HEX.repeat(2), `${"ab".repeat(15)}é`])("is fit if it has 32 bytes (%s)", (key) => {
    expect(findSecretKeyProblem(key)).toBeUndefined();
  });

  it.each([
    [HEX.repeat(2).slice(1), /^has 31 bytes, but HS256 needs at least 32/],
    [`${HEX.repeat(2).slice(2)}  `, /^has 30 bytes, but HS256 needs at least 32/],
    ["x".repeat(64), /^is one repeated character/],
    [`${"x".repeat(64)}\n`, /^is one repeated character/],
  ])("is unfit if it is %j", (key, problem) => {
    expect(findSecretKeyProblem(key)).toMatch(problem);
  });
});

describe("a public key", () => {
  it.each([HEX.repeat(2), "!~".repeat(10)])("is fit if it has 20 printable characters (%s)", (key) => {
    expect(findPublicKeyProblem(key)).toBeUndefined();
  });

  it.each([
    [HEX, /^has 16 characters, but needs at least 20/],
    [`schlüssel${HEX}`, /^has characters that an HTTP header can't carry/],
    ["0".repeat(64), /^is one repeated character/],
  ])("is unfit if it is %j", (key, problem) => {
    expect(findPublicKeyProblem(key)).toMatch(problem);
  });
});
