import { errors } from "jose";
import { describe, expect, it, vi } from "vitest";
import { computeClaims, verifyToken } from "../../lib/token.ts";
import { SECRET_KEY } from "../support/service.ts";
import { forge, makeClaims } from "../support/tokens.ts";

describe("computeClaims", () => {
  it("counts seconds since the epoch, and leaves out what has begun of another", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_700_000_000_999 });
    const claims = { s: expect.any(String), d: "90m", iat: 1_700_000_000, exp: 1_700_000_060 };
    expect(computeClaims("90m", 60, false)).toEqual(claims);
    expect(computeClaims("90m", 60, true)).toEqual({ ...claims, a: true });
    vi.useRealTimers();
  });
});

describe("verifyToken", () => {
  it.each([
    ["HS384", "sha384"],
    ["HS512", "sha512"],
    ["none", "sha256"],
  ])("refuses %s by its name, before the key or the signature is looked at", async (alg, hash) => {
    const token = forge({ alg }, makeClaims(), SECRET_KEY, hash);
    await expect(verifyToken(token, SECRET_KEY)).rejects.toThrow(errors.JOSEAlgNotAllowed);
  });

  it("refuses a token of more than 4,096 characters for its length", async () => {
    const verification = verifyToken("x".repeat(4_097), SECRET_KEY);
    await expect(verification).rejects.toThrow(new errors.JWTInvalid("token too long"));
  });
});
