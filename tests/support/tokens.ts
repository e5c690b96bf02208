import { createHash, createHmac } from "node:crypto";
import jsonwebtoken from "jsonwebtoken";
import { PUBLIC_KEY, SECRET_KEY } from "./service.ts";
import { writeRecord } from "./tables.ts";

export const now = () => Math.floor(Date.now() / 1_000);

export const computeSha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** What a record has of the public key. */
export const computeKeyMark = (key: string, secret = SECRET_KEY) =>
  createHmac("sha256", secret).update(key).digest("hex");

/** The id that a token claims to have, unverified. */
export const idOf = (token: string) => jsonwebtoken.decode(token, { json: true })?.s;

/** Puts a token on record as if the service had issued it for the public key of the tests. */
export async function recordToken(token: string, id: string): Promise<void> {
  const publicKey = computeKeyMark(PUBLIC_KEY);
  const times = { issuedAt: now(), expiresAt: now() + 60 };
  await writeRecord({ id, fingerprint: computeSha256(token), admin: true, publicKey, ...times });
}

/** The payload of an admin token that should be accepted, were it signed and on record. */
export function makeClaims(changes: object = {}): Record<string, unknown> & { readonly s: string } {
  return { s: crypto.randomUUID(), d: "1h", iat: now(), exp: now() + 60, a: true, ...changes };
}

/** Text, or what becomes text as JSON. */
type Part = string | object | null | number;

const encode = (part: Part | Buffer) =>
  Buffer.from(Buffer.isBuffer(part) || typeof part === "string" ? part : JSON.stringify(part)).toString("base64url");

/** Puts a JWS in compact form together by hand, whatever its header and payload, signed with HMAC. */
export function forge(header: Part, payload: Part | Buffer, secret = SECRET_KEY, hash = "sha256"): string {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${createHmac(hash, secret).update(input).digest("base64url")}`;
}
