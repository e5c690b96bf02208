import { jwtVerify } from "jose";
import jsonwebtoken from "jsonwebtoken";
import { describe, expect, it, vi } from "vitest";
import { PUBLIC_KEY, SECRET_KEY } from "../support/keys.ts";
import {
  callCharts,
  getAdminToken,
  getToken,
  MISSING,
  NOT_FOUND,
  REJECTED,
  type Response,
  readEvent,
  useConfiguredService,
} from "../support/service.ts";
import { deleteRecord, readRecord, writeRecord } from "../support/tables.ts";
import { computeKeyMark, computeSha256, forge, idOf, makeClaims, now, recordToken } from "../support/tokens.ts";

useConfiguredService();

async function call(adminToken: string): Promise<Response> {
  return callCharts(readEvent("charts-unknown-episode", { adminToken }));
}

async function callWith(authorization: string): Promise<Response> {
  return callCharts(readEvent("charts-unknown-episode", { headers: { authorization } }));
}

/** Signs with another library, and records the token as if the service had issued it. */
async function makeToken(changes: object = {}): Promise<string> {
  const claims = makeClaims(changes);
  const token = jsonwebtoken.sign(claims, SECRET_KEY);
  await recordToken(token, claims.s);
  return token;
}

/** Makes a token of exactly `length` characters. */
async function makeTokenOfLength(length: number): Promise<string> {
  const claims = makeClaims({ d: "" });
  const bytes = Math.floor(((length - 38 - 43) * 3) / 4);
  const token = await makeToken({ ...claims, d: "x".repeat(bytes - JSON.stringify(claims).length) });
  expect(token).toHaveLength(length);
  return token;
}

describe("POST /charts accepts", () => {
  it("an admin token of GET /token, any number of times", async () => {
    const token = await getAdminToken();
    expect(await call(token)).toEqual(NOT_FOUND);
    expect(await call(token)).toEqual(NOT_FOUND);
  });

  it("an admin token that another library signed, if it is on record", async () => {
    expect(await call(await makeToken())).toEqual(NOT_FOUND);
  });

  it.each(["bearer", "BEARER", "Bearer  "])("the scheme written %j", async (scheme) => {
    expect(await callWith(`${scheme} ${await getAdminToken()}`)).toEqual(NOT_FOUND);
  });

  it("the header's name in any casing", async () => {
    const event = readEvent("charts-unknown-episode");
    event.headers = { "content-type": "application/json", Authorization: `Bearer ${await getAdminToken()}` };
    expect(await callCharts(event)).toEqual(NOT_FOUND);
  });
});

describe("POST /charts without a credential", () => {
  it("answers 401 and asks for one", async () => {
    expect(await callCharts(readEvent("charts-without-token"))).toEqual(MISSING);
    expect(await callWith("")).toEqual(MISSING);
  });

  it("answers 401 even if the body is invalid", async () => {
    expect(await callCharts(readEvent("charts-without-token", { body: "{" }))).toEqual(MISSING);
  });
});

describe("POST /charts gives the same 401 to", () => {
  it("a text that is not a token", async () => {
    expect(await callCharts(readEvent("charts-invalid-token"))).toEqual(REJECTED);
    expect(await callCharts(readEvent("charts"))).toEqual(REJECTED);
  });

  it("a non-admin token", async () => {
    expect(await call(await getToken())).toEqual(REJECTED);
  });

  it.each(["Basic YTpi", "Bearer", "Bearer ", "Token", "Bearer a b"])("the header %j", async (authorization) => {
    expect(await callWith(authorization)).toEqual(REJECTED);
  });

  it("a valid token in another scheme, twice, or with text behind it", async () => {
    const token = await getAdminToken();
    for (const header of [
      `Basic ${token}`,
      token,
      `Bearer\t${token}`,
      `Bearer${token}`,
      `Bearer ${token},Bearer ${token}`,
      `Bearer ${token} `,
      `Bearer ${token}\n`,
      `Bearer ${token}=`,
    ])
      expect(await callWith(header), header.replace(token, "TOKEN")).toEqual(REJECTED);
  });

  it("a token of 4,097 characters, and accepts one of 4,096", async () => {
    const [longest, tooLong] = [await makeTokenOfLength(4_096), await makeTokenOfLength(4_097)];
    expect(await call(longest)).toEqual(NOT_FOUND);
    expect(await call(tooLong)).toEqual(REJECTED);
  });

  it("a token without a record", async () => {
    const token = await getAdminToken();
    expect(await call(token)).toEqual(NOT_FOUND);
    await deleteRecord(idOf(token));
    expect(await call(token)).toEqual(REJECTED);
  });

  it("a token that differs from the recorded one only in bits that base64url decoders ignore", async () => {
    const token = await getAdminToken();
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = alphabet.indexOf(token.slice(-1));
    const twin = token.slice(0, -1) + alphabet[last ^ 1];
    expect((await jwtVerify(twin, Buffer.from(SECRET_KEY))).payload.a).toBe(true);
    expect(await call(twin)).toEqual(REJECTED);
    expect(await call(token)).toEqual(NOT_FOUND);
  });

  it("another token's header over a recorded token's claims, signed again with the secret", async () => {
    const [token, other] = [await getAdminToken(), await getAdminToken()];
    const [header = ""] = other.split(".");
    const claims = Buffer.from(String(token.split(".")[1]), "base64url");
    expect(await call(forge(Buffer.from(header, "base64url").toString(), claims))).toEqual(REJECTED);
  });

  it.each([
    ["has another fingerprint", { fingerprint: computeSha256("another token") }],
    ["has no fingerprint", { fingerprint: undefined }],
    ["has expired but is not deleted yet", { expiresAt: now() }],
    ["has no expiry", { expiresAt: undefined }],
    ["is of a token for another public key", { publicKey: computeKeyMark("another key") }],
    ["has the public key's plain hash", { publicKey: computeSha256(PUBLIC_KEY) }],
    ["is of a token signed with another secret", { publicKey: computeKeyMark(PUBLIC_KEY, "another secret") }],
    ["is of a non-admin token", { publicKey: undefined, admin: false }],
  ])("a token whose record %s", async (_, changes) => {
    const token = await getAdminToken();
    await writeRecord(JSON.parse(JSON.stringify({ ...(await readRecord(idOf(token))), ...changes })));
    expect(await call(token)).toEqual(REJECTED);
  });

  it("a token that was issued before the public key was changed", async () => {
    const token = await getAdminToken();
    vi.stubEnv("PERFORMANCE_PUBLIC_KEY", "another key");
    expect(await call(token)).toEqual(REJECTED);
    vi.stubEnv("PERFORMANCE_PUBLIC_KEY", `-----BEGIN PUBLIC KEY-----\n${PUBLIC_KEY}\n-----END PUBLIC KEY-----`);
    expect(await call(token)).toEqual(NOT_FOUND);
  });

  it("a token that was issued before the secret was changed", async () => {
    const token = await getAdminToken();
    vi.stubEnv("PERFORMANCE_SECRET_KEY", "another secret key, as long as HS256 wants it");
    expect(await call(token)).toEqual(REJECTED);
    expect(await call(await getAdminToken())).toEqual(NOT_FOUND);
  });
});
