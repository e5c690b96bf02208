import { createSign, generateKeyPairSync } from "node:crypto";
import { CompactEncrypt, FlattenedSign, GeneralSign } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { SECRET_KEY } from "../support/keys.ts";
import {
  callCharts,
  getAdminToken,
  MISSING,
  NOT_FOUND,
  REJECTED,
  readEvent,
  useConfiguredService,
} from "../support/service.ts";
import { serve } from "../support/stand-in.ts";
import { forge, idOf, makeClaims, now, recordToken } from "../support/tokens.ts";

useConfiguredService();

const HEADER = { alg: "HS256", typ: "JWT" };
const ATTACKER = "the attacker's own secret, of a decent length";
const KEY = Buffer.from(SECRET_KEY);

const call = (token: string) => callCharts(readEvent("charts-unknown-episode", { adminToken: token }));

/** Expects that a token is refused even with a matching record. */
async function expectRejected(token: string, id: string): Promise<void> {
  await recordToken(token, id);
  expect(await call(token)).toEqual(REJECTED);
}

describe("the helper that forges tokens", () => {
  it("makes a token that is accepted if nothing is wrong with it", async () => {
    const claims = makeClaims();
    const token = forge(HEADER, claims);
    await recordToken(token, claims.s);
    expect(await call(token)).toEqual(NOT_FOUND);
  });
});

describe("a token on record is refused for its algorithm", () => {
  it.each(["none", "None", "NONE", "nOnE"])("%s, unsigned or signed", async (alg) => {
    const claims = makeClaims();
    const token = forge({ alg }, claims);
    await expectRejected(token.slice(0, token.lastIndexOf(".") + 1), claims.s);
    await expectRejected(token.slice(0, token.lastIndexOf(".")), claims.s);
    await expectRejected(token, claims.s);
  });

  it.each([
    ["HS384", "sha384"],
    ["HS512", "sha512"],
  ])("%s with the right secret", async (alg, hash) => {
    const claims = makeClaims();
    await expectRejected(forge({ alg }, claims, SECRET_KEY, hash), claims.s);
  });

  it.each([undefined, null, 1, "", "hs256", ["HS256"], { alg: "HS256" }, "HS256\0"])("%j", async (alg) => {
    const claims = makeClaims();
    await expectRejected(forge({ ...HEADER, alg }, claims), claims.s);
  });

  it.each([
    ["RS256", () => generateKeyPairSync("rsa", { modulusLength: 2_048 })],
    ["ES256", () => generateKeyPairSync("ec", { namedCurve: "P-256" })],
  ])("%s with the attacker's key embedded", async (alg, generate) => {
    const { publicKey, privateKey } = generate();
    const claims = makeClaims();
    const [header, payload] = forge({ alg, jwk: publicKey.export({ format: "jwk" }) }, claims).split(".");
    const signer = createSign("sha256").update(`${header}.${payload}`);
    const signature = signer.sign({ key: privateKey, dsaEncoding: "ieee-p1363" }, "base64url");
    await expectRejected(`${header}.${payload}.${signature}`, claims.s);
  });
});

describe("a header that refers to a key", () => {
  it("is ignored, and no key is fetched", async () => {
    let requests = 0;
    const host = await serve((_, response) => {
      requests++;
      response.end("{}");
    });
    const url = `${host}/keys`;
    const jwk = { kty: "oct", k: Buffer.from(ATTACKER).toString("base64url"), alg: "HS256", kid: "1" };
    const kids = ["1", "../../dev/null", url].map((kid) => ({ kid }));
    for (const hint of [{ jwk }, ...kids, { jku: url }, { x5u: url }, { x5c: ["MIIB"] }, { jku: url, jwk, kid: "1" }]) {
      const claims = makeClaims();
      await expectRejected(forge({ ...HEADER, ...hint }, claims, ATTACKER), claims.s);
    }
    expect(requests).toBe(0);
  });
});

describe("a token on record is refused for its header", () => {
  it.each([
    { crit: ["exp"] },
    { crit: ["b64"], b64: false },
    { crit: ["b64"], b64: true, x: 1, alg: "none" },
    { crit: [] },
    { crit: ["x"], x: 1 },
  ])("%j", async (extra) => {
    const claims = makeClaims();
    await expectRejected(forge({ ...HEADER, ...extra }, claims), claims.s);
  });

  it.each(["", "null", "[]", '"HS256"', "{", '{"alg":"HS256"', "\u0000"])("which is %j", async (header) => {
    const claims = makeClaims();
    await expectRejected(forge(header, claims), claims.s);
  });
});

describe("a variant of a valid token, signed with the right secret, is refused for its fingerprint", () => {
  let live: string;
  let claims: Record<string, unknown>;

  beforeEach(async () => {
    live = await getAdminToken();
    claims = JSON.parse(Buffer.from(String(live.split(".")[1]), "base64url").toString());
  });

  it.each([{ zip: "DEF" }, { b64: false }, { kid: "1" }, { typ: "at+jwt" }, { cty: "JWT" }, { typ: undefined }])(
    "with the header %j",
    async (extra) => {
      expect(await call(forge({ ...HEADER, ...extra }, claims))).toEqual(REJECTED);
      expect(await call(live)).toEqual(NOT_FOUND);
    },
  );

  it.each([
    ["a later exp", () => ({ ...claims, exp: now() + 9_999 })],
    ["exp in milliseconds", () => ({ ...claims, exp: Date.now() + 60_000 })],
    ["exp that overflows to Infinity", () => JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e400')],
    ["a member twice", () => JSON.stringify(claims).replace('"a":true', '"a":false,"a":true')],
    ["another member", () => ({ ...claims, aud: "everybody" })],
    ["other white space", () => JSON.stringify(claims, null, 1)],
    ["an id in upper case", () => ({ ...claims, s: String(claims.s).toUpperCase() })],
  ])("with %s", async (_, payload) => {
    expect(await call(forge(HEADER, payload()))).toEqual(REJECTED);
    expect(await call(live)).toEqual(NOT_FOUND);
  });
});

describe("a token on record is refused for its payload", () => {
  it.each([[[]], ["text"], [1], [null], ["{"], [""], [Buffer.from([0x7b, 0xff, 0xfe, 0x7d])], ["\ufeff{}"]])(
    "%j",
    async (payload) => {
      await expectRejected(forge(HEADER, payload), "none");
    },
  );

  it("that is an array around the claims", async () => {
    const claims = makeClaims();
    await expectRejected(forge(HEADER, [claims]), claims.s);
  });

  it.each(["true", 1, [true], false, null, {}, "1"])("whose a is %j", async (a) => {
    const claims = makeClaims({ a });
    await expectRejected(forge(HEADER, claims), claims.s);
  });

  it("whose a is inherited from __proto__ or constructor", async () => {
    const { a: _, ...claims } = makeClaims();
    const json = JSON.stringify(claims).slice(0, -1);
    await expectRejected(forge(HEADER, `${json},"__proto__":{"a":true}}`), String(claims.s));
    await expectRejected(forge(HEADER, `${json},"constructor":{"prototype":{"a":true}}}`), String(claims.s));
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });

  it.each([undefined, null, "9999999999", true, [], 0, -1, now() - 1, now()])("whose exp is %j", async (exp) => {
    const claims = makeClaims({ exp });
    await expectRejected(forge(HEADER, claims), claims.s);
  });

  it.each([now() + 60, "soon"])("whose nbf is %j", async (nbf) => {
    const claims = makeClaims({ nbf });
    await expectRejected(forge(HEADER, claims), claims.s);
  });

  it.each([undefined, null, 1, "", {}, ["x"], true, "\ud800", "é".repeat(1_025)])("whose s is %j", async (s) => {
    await expectRejected(forge(HEADER, makeClaims({ s })), "none");
  });
});

describe("a token on record is refused for its form", () => {
  const claims = makeClaims();
  const [header, payload, signature] = forge(HEADER, claims).split(".");
  const token = `${header}.${payload}.${signature}`;

  it.each([
    ["two parts", `${header}.${payload}`],
    ["no signature", `${header}.${payload}.`],
    ["no payload", `${header}..${signature}`],
    ["no header", `.${payload}.${signature}`],
    ["nothing but dots", ".."],
    ["one part", `${header}`],
    ["four parts", `${token}.${signature}`],
    ["an empty fourth part", `${token}.`],
    ["five parts", `${token}.x.y`],
    ["another signature", `${header}.${payload}.${"A".repeat(43)}`],
    ["the signature of another secret", forge(HEADER, claims, `${SECRET_KEY}.`)],
    ["a signature cut short", token.slice(0, -2)],
    ["a NUL", `${token}\0`],
    ["an emoji", `${token}🎧`],
    ["a space within", `${header}. ${payload}.${signature}`],
    ["base64 letters", `${header}.${payload}.+/${signature?.slice(2)}`],
    ["1 MB", `${header}.${payload}.${"A".repeat(1_000_000)}`],
  ])("with %s", async (_, malformed) => {
    await expectRejected(malformed, claims.s);
  });

  it("as JSON, flattened or general, and as a JWT in a JWT", async () => {
    const bytes = Buffer.from(JSON.stringify(claims));
    const flattened = await new FlattenedSign(bytes).setProtectedHeader(HEADER).sign(KEY);
    const general = await new GeneralSign(bytes).addSignature(KEY).setProtectedHeader(HEADER).sign();
    const nested = forge({ ...HEADER, cty: "JWT" }, token);
    for (const serialized of [JSON.stringify(flattened), JSON.stringify(general), nested])
      await expectRejected(serialized, claims.s);
  });

  it("as a JWE with the same secret", async () => {
    const key = KEY.subarray(0, 32);
    const jwe = new CompactEncrypt(Buffer.from(JSON.stringify(claims)));
    const encrypted = await jwe.setProtectedHeader({ alg: "dir", enc: "A256GCM" }).encrypt(key);
    await expectRejected(encrypted, claims.s);
  });
});

describe("an admin token outside the Authorization header", () => {
  it("is ignored in the query, the body, cookies and other headers", async () => {
    const token = await getAdminToken();
    expect(idOf(token)).toBeDefined();
    const body = JSON.stringify({ guid: "unknown", token, access_token: token, authorization: `Bearer ${token}` });
    const event = readEvent("charts-without-token", {
      body,
      queryStringParameters: { access_token: token, authorization: token },
      cookies: [`authorization=Bearer ${token}`],
      headers: {
        cookie: `token=${token}`,
        "proxy-authorization": `Bearer ${token}`,
        "x-authorization": `Bearer ${token}`,
      },
    });
    expect(await callCharts(event)).toEqual(MISSING);
  });
});
