import { errors } from "jose";
import { describe, expect, it } from "vitest";
import { verifyToken } from "../../lib/token.ts";
import { SECRET_KEY } from "../support/service.ts";
import { forge, makeClaims } from "../support/tokens.ts";

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
