import type { Context } from "aws-lambda";
import { describe, expect, it, vi } from "vitest";
import { handler } from "../../functions/token.ts";
import { parseConfig } from "../../lib/config.ts";
import { SECRET_KEY } from "../support/keys.ts";
import { useLog } from "../support/log.ts";
import { callCharts, callToken, getAdminToken, readEvent, useConfiguredService } from "../support/service.ts";

useConfiguredService();
const log = useLog();

const BLANK = [undefined, "", " \n"];

describe("a server without PERFORMANCE_SECRET_KEY", () => {
  it.each(BLANK)("answers 500 on both endpoints, whatever the request (%j)", async (value) => {
    vi.stubEnv("PERFORMANCE_SECRET_KEY", value);
    vi.stubEnv("PERFORMANCE_PUBLIC_KEY", undefined);
    vi.stubEnv("EXPIRES_IN", "never");
    const answer = expect.objectContaining({ status: 500, body: { error: "Secret key not configured" } });
    expect(await callToken(readEvent("token-invalid-public-key"))).toEqual(answer);
    expect(await callCharts(readEvent("charts-invalid-body"))).toEqual(answer);
    const fault = { error: { name: "HttpError", message: "Secret key not configured" } };
    expect(log.errors).toMatchObject([fault, fault]);
  });
});

describe("a server without PERFORMANCE_PUBLIC_KEY", () => {
  it.each([...BLANK, "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----"])(
    "answers 500 on /charts, whatever the credential (%j)",
    async (value) => {
      const adminToken = await getAdminToken();
      vi.stubEnv("PERFORMANCE_PUBLIC_KEY", value);
      const answer = expect.objectContaining({ status: 500, body: { error: "Public key not configured" } });
      expect(await callCharts(readEvent("charts", { adminToken }))).toEqual(answer);
      expect(await callCharts(readEvent("charts-without-token"))).toEqual(answer);
    },
  );

  it("still issues non-admin tokens", async () => {
    vi.stubEnv("PERFORMANCE_PUBLIC_KEY", undefined);
    expect((await callToken(readEvent("token"))).status).toBe(200);
  });
});

describe("a server with invalid lifetimes", () => {
  it.each([
    ["EXPIRES_IN", "soon"],
    ["EXPIRES_IN", "366d"],
    ["MAX_EXPIRES_IN", "never"],
    ["MAX_EXPIRES_IN", "36526d"],
    ["MAX_EXPIRES_IN", "9".repeat(400)],
  ])("answers 500 and logs the reason (%s=%s)", async (name, value) => {
    vi.stubEnv(name, value);
    const answer = expect.objectContaining({ status: 500, body: { error: "Error generating token" } });
    for (const event of ["token", "token-expires-in", "token-admin"])
      expect(await callToken(readEvent(event))).toEqual(answer);
    expect(log.errors[0]).toMatchObject({
      level: "ERROR",
      requestId: "request-1",
      error: { name: "RangeError", message: expect.stringContaining("EXPIRES_IN") },
    });
  });

  it.each(["EXPIRES_IN", "MAX_EXPIRES_IN"])("treats an empty %s as unset", async (name) => {
    vi.stubEnv(name, "");
    expect((await callToken(readEvent("token"))).status).toBe(200);
  });
});

describe("a warning of a key that is unfit for a deployment", () => {
  const REPEATED = 'is one repeated character, which can be guessed. Generate one with "openssl rand -hex 32".';
  const NOT_IN_A_HEADER = "has characters that an HTTP header can't carry. Set one of printable ASCII characters.";

  // tests/deploy/refusals.test.ts has all that makes a key unfit.
  it.each([
    ["PERFORMANCE_SECRET_KEY", "x".repeat(32), REPEATED],
    ["PERFORMANCE_PUBLIC_KEY", "schlüssel-öffentlich", NOT_IN_A_HEADER],
  ])("is logged once, and without the key, by a server that serves: %s=%s", async (name, key, problem) => {
    vi.stubEnv(name, key);
    for (const awsRequestId of ["request-1", "request-2"])
      expect(await handler(readEvent("token"), { awsRequestId } as Context)).toMatchObject({ statusCode: 200 });
    expect(log.warnings).toEqual([{ level: "WARN", code: "weak-key", message: `${name} ${problem}` }]);
  });

  it("is not logged of fit ones, or of a public key that is missing", () => {
    const PERFORMANCE_SECRET_KEY = SECRET_KEY.slice(0, 32);
    parseConfig({ PERFORMANCE_SECRET_KEY, PERFORMANCE_PUBLIC_KEY: "!~".repeat(10) });
    parseConfig({ PERFORMANCE_SECRET_KEY });
    expect(log.warnings).toEqual([]);
  });
});
