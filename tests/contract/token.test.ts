import jsonwebtoken, { type JwtPayload } from "jsonwebtoken";
import { describe, expect, it, vi } from "vitest";
import { PUBLIC_KEY, SECRET_KEY } from "../support/keys.ts";
import { useLog } from "../support/log.ts";
import { callToken, getAdminToken, getToken, HEADERS, readEvent, useConfiguredService } from "../support/service.ts";
import { readRecord } from "../support/tables.ts";
import { computeKeyMark, computeSha256, idOf } from "../support/tokens.ts";

useConfiguredService();
const log = useLog();

const FORMS = "expected a positive number and a unit of s, m, h, d or w, such as 90m or 2h; no unit means hours";
/** 128 bits in base64url. */
const NONCE = /^[\w-]{22}$/;
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/**
 * Verifies a token as a feed client does: with another library and the shared secret.
 *
 * @param now the client's clock, in seconds
 */
function verify(token: string, now = Math.floor(Date.now() / 1_000)): JwtPayload {
  return jsonwebtoken.verify(token, SECRET_KEY, { algorithms: ["HS256"], clockTimestamp: now }) as JwtPayload;
}

/** Returns the lifetime in seconds that a token's claims give it. */
const lifetimeOf = ({ iat = 0, exp = 0 }: JwtPayload) => exp - iat;

const nonceOf = (token: string) => Object(jsonwebtoken.decode(token, { complete: true })?.header).nonce;

function withExpiresIn(expiresIn: string) {
  return readEvent("token-expires-in", { queryStringParameters: { expiresIn } });
}

describe("GET /token without a public key", () => {
  it("answers 200 with only a token, and forbids caching", async () => {
    const { status, headers, body } = await callToken(readEvent("token"));
    expect({ status, headers }).toEqual({ status: 200, headers: HEADERS });
    expect(body).toEqual({ token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) });
  });

  it("signs with HS256 and the secret's UTF-8 bytes", async () => {
    vi.stubEnv("PERFORMANCE_SECRET_KEY", "schlüssel ☃ of more than thirty-two bytes");
    const token = await getToken();
    const { header } = jsonwebtoken.verify(token, "schlüssel ☃ of more than thirty-two bytes", { complete: true });
    expect(header).toEqual({ alg: "HS256", typ: "JWT" });
  });

  it("gives every admin token a different id and a different nonce, which it records nowhere", async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => getAdminToken()));
    const nonces = tokens.map(nonceOf);
    for (const nonce of nonces) expect(nonce).toMatch(NONCE);
    expect([new Set(nonces).size, new Set(tokens.map(idOf)).size]).toEqual([20, 20]);
    const records = await Promise.all(tokens.map((token) => readRecord(idOf(token))));
    const visible = JSON.stringify([records, log.infos, log.warnings]);
    for (const nonce of nonces) expect(visible).not.toContain(nonce);
  });

  it("has exactly the claims s, d, iat and exp", async () => {
    const before = Math.floor(Date.now() / 1_000);
    const { iat = 0, ...claims } = verify(await getToken());
    expect(claims).toEqual({ s: expect.stringMatching(UUID), d: "1h", exp: iat + 3_600 });
    expect(iat).toBeGreaterThanOrEqual(before);
  });

  it.each([
    ["2h", 7_200],
    ["1s", 1],
    ["365d", 31_536_000],
    ["", 3_600],
  ])("issues it for expiresIn=%s", async (expiresIn, seconds) => {
    // On a busy machine, a token of a second may have expired when it is verified.
    const now = Math.floor(Date.now() / 1_000);
    const claims = verify(await getToken(withExpiresIn(expiresIn)), now);
    expect([lifetimeOf(claims), claims.d]).toEqual([seconds, "1h"]);
  });

  it("uses EXPIRES_IN if the request has no expiresIn, and repeats it verbatim as the claim d", async () => {
    vi.stubEnv("EXPIRES_IN", "2");
    const claims = verify(await getToken());
    expect([lifetimeOf(claims), claims.d]).toEqual([7_200, "2"]);
  });

  // tests/contract/values/duration.test.ts has the texts that are no durations.
  it.each([
    ["1h,2h", FORMS],
    ["1h\0", FORMS],
    ["<script>alert(1)</script>", FORMS],
    ["0.5s", "the minimum is 1s"],
    ["366d", "the maximum is 365d"],
    ["9".repeat(10_000), "the maximum is 365d"],
  ])("answers 400 to expiresIn=$0, naming the accepted forms or the limit, and not the text", async (text, reason) => {
    const body = { error: `Invalid expiresIn: ${reason}` };
    expect(await callToken(withExpiresIn(text))).toEqual({ status: 400, headers: HEADERS, body });
  });

  it("allows an expiresIn of MAX_EXPIRES_IN and refuses a longer one", async () => {
    vi.stubEnv("MAX_EXPIRES_IN", "2h");
    expect((await callToken(withExpiresIn("120m"))).status).toBe(200);
    expect(await callToken(withExpiresIn("7201s"))).toMatchObject({
      status: 400,
      body: { error: "Invalid expiresIn: the maximum is 2h" },
    });
  });

  it("accepts an event without headers", async () => {
    expect((await callToken(JSON.parse("{}"))).status).toBe(200);
  });

  it("records the token's id and fingerprint, but not the token, before it answers", async () => {
    const token = await getToken();
    const { s, iat, exp } = verify(token);
    const known = { id: s, fingerprint: computeSha256(token), issuedAt: iat, expiresAt: exp };
    expect(await readRecord(s)).toEqual({ ...known, admin: false, interval: 1 });
  });
});

describe("GET /token with a public key", () => {
  it("issues an admin token, which also has the claim a", async () => {
    const { iat = 0, ...claims } = verify(await getAdminToken());
    expect(claims).toEqual({ s: expect.stringMatching(UUID), d: "1h", exp: iat + 3_600, a: true });
  });

  it("records a keyed hash of the public key, which can't be guessed without the secret", async () => {
    vi.stubEnv("PERFORMANCE_PUBLIC_KEY", `-----BEGIN PUBLIC KEY-----\n${PUBLIC_KEY}\n-----END PUBLIC KEY-----`);
    const token = await getAdminToken();
    const { s, iat, exp } = verify(token);
    const known = { id: s, fingerprint: computeSha256(token), issuedAt: iat, expiresAt: exp };
    const publicKey = computeKeyMark(PUBLIC_KEY);
    expect(await readRecord(s)).toEqual({ ...known, admin: true, interval: 1, publicKey });
  });

  it.each(["2h", "soon", ""])("ignores expiresIn (%j)", async (expiresIn) => {
    vi.stubEnv("EXPIRES_IN", "3h");
    const event = readEvent("token-admin", { queryStringParameters: { expiresIn } });
    expect(lifetimeOf(verify(await getToken(event)))).toBe(10_800);
  });

  it("finds the header with its name in any casing", async () => {
    const event = readEvent("token", { headers: { "X-PUB-KEY": PUBLIC_KEY } });
    expect(verify(await getToken(event)).a).toBe(true);
  });

  it.each([
    ["wrong", "wrong"],
    ["empty", ""],
    ["white space", " \n"],
    ["armour without a key", "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----"],
    ["armour without an end", "-----BEGIN ".repeat(10_000)],
    ["sent twice", `${PUBLIC_KEY},${PUBLIC_KEY}`],
    ["a prefix", PUBLIC_KEY.slice(0, -1)],
    ["an extension", `${PUBLIC_KEY}\0`],
    ["of another casing", PUBLIC_KEY.toUpperCase()],
    ["long", "x".repeat(100_000)],
    ["what may count as true", "true"],
    ["not ASCII", "ключ"],
  ])("answers 400 if the key is %s, and records no token", async (_, publicKey) => {
    const answer = await callToken(readEvent("token-invalid-public-key", { headers: { "x-pub-key": publicKey } }));
    expect(answer).toEqual({ status: 400, headers: HEADERS, body: { error: "Invalid public key" } });
    expect(log.warnings).toEqual([
      { level: "WARN", code: "wrong-public-key", message: "Wrong public key in X-PUB-KEY", requestId: "request-1" },
    ]);
    expect(log.infos).toEqual([]);
  });

  it("logs the ids of an admin token and its request, and nothing about a non-admin token", async () => {
    const { s } = verify(await getAdminToken());
    await getToken();
    expect(log.infos).toEqual([
      { level: "INFO", code: "admin-token-issued", message: "Admin token issued", tokenId: s, requestId: "request-1" },
    ]);
  });

  it.each([undefined, "", " "])("answers 400 if the server has no public key (%j)", async (configured) => {
    vi.stubEnv("PERFORMANCE_PUBLIC_KEY", configured);
    for (const publicKey of ["", " ", PUBLIC_KEY]) {
      const answer = await callToken(readEvent("token-admin", { headers: { "x-pub-key": publicKey } }));
      expect(answer).toMatchObject({ status: 400, body: { error: "Invalid public key" } });
    }
  });
});
