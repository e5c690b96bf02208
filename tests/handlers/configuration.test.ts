import { describe, expect, it, vi } from "vitest";
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
    ["MAX_EXPIRES_IN", "30m"],
    ["MAX_EXPIRES_IN", "36526d"],
    ["MAX_EXPIRES_IN", "99999999999999999999d"],
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

describe("a server whose public key is easy to guess or does not fit a header", () => {
  it.each(["short-public-key-19", "schlüssel-öffentlich", "public-key\u0000with-a-nul"])(
    "serves, and warns once, without the key (%s)",
    async (key) => {
      vi.resetModules();
      const { parseAdminConfig } = await import("../../lib/config.ts");
      const keys = { PERFORMANCE_SECRET_KEY: SECRET_KEY, PERFORMANCE_PUBLIC_KEY: key };
      expect(parseAdminConfig(keys).publicKey).toBe(key);
      parseAdminConfig(keys);
      expect(log.warnings).toEqual([
        { level: "WARN", message: expect.stringMatching(/^PERFORMANCE_PUBLIC_KEY has .*(20|printable ASCII)/) },
      ]);
      expect(JSON.stringify(log.warnings)).not.toContain(key);
    },
  );

  it("does not warn about a key of 20 printable characters, or about a missing one", async () => {
    vi.resetModules();
    const { parseConfig } = await import("../../lib/config.ts");
    parseConfig({ PERFORMANCE_SECRET_KEY: SECRET_KEY, PERFORMANCE_PUBLIC_KEY: "!~".repeat(10) });
    parseConfig({ PERFORMANCE_SECRET_KEY: SECRET_KEY });
    expect(log.warnings).toEqual([]);
  });
});

describe("a server whose secret is easy to guess", () => {
  it.each([
    [SECRET_KEY.slice(0, 31), "has 31 bytes, but HS256 needs at least 32 (RFC 7518, section 3.2)."],
    [`${SECRET_KEY.slice(0, 30)}  `, "has 30 bytes, but HS256 needs at least 32 (RFC 7518, section 3.2)."],
    ["x".repeat(32), "is one repeated character, which can be guessed."],
  ])("serves, and warns once (%j)", async (secret, problem) => {
    vi.resetModules();
    const { handler } = await import("../../functions/token.ts");
    const context = { awsRequestId: "request-1" } as Parameters<typeof handler>[1];
    vi.stubEnv("PERFORMANCE_SECRET_KEY", secret);
    expect(await handler(readEvent("token"), context)).toMatchObject({ statusCode: 200 });
    expect(await handler(readEvent("token"), context)).toMatchObject({ statusCode: 200 });
    const message = `PERFORMANCE_SECRET_KEY ${problem} Generate one with "openssl rand -hex 32".`;
    expect(log.warnings).toEqual([{ level: "WARN", message }]);
  });

  it("does not warn about a secret of 32 bytes", async () => {
    vi.resetModules();
    const { parseConfig } = await import("../../lib/config.ts");
    parseConfig({ PERFORMANCE_SECRET_KEY: SECRET_KEY.slice(0, 32) });
    expect(log.warnings).toEqual([]);
  });
});
