import { errors } from "jose";
import { describe, expect, it, vi } from "vitest";
import { createClaims, verifyToken } from "../../lib/token.ts";
import { SECRET_KEY } from "../support/keys.ts";
import { forge, makeClaims } from "../support/tokens.ts";

describe("createClaims", () => {
  it("rounds the time of issue down to whole seconds since the epoch", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_700_000_000_999 });
    const claims = { s: expect.any(String), d: "90m", iat: 1_700_000_000, exp: 1_700_000_060 };
    expect(createClaims("90m", 60, false)).toEqual(claims);
    expect(createClaims("90m", 60, true)).toEqual({ ...claims, a: true });
    vi.useRealTimers();
  });
});

describe("verifyToken", () => {
  it.each([
    ["HS384", "sha384"],
    ["HS512", "sha512"],
    ["none", "sha256"],
  ])("refuses the algorithm %s before it checks the signature", async (alg, hash) => {
    const token = forge({ alg }, makeClaims(), SECRET_KEY, hash);
    await expect(verifyToken(token, SECRET_KEY)).rejects.toThrow(errors.JOSEAlgNotAllowed);
  });

  it("refuses a token of 4,097 characters because of its length", async () => {
    const verification = verifyToken("x".repeat(4_097), SECRET_KEY);
    await expect(verification).rejects.toThrow(new errors.JWTInvalid("token too long"));
  });
});
