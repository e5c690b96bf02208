import { createHash, createHmac } from "node:crypto";
import jsonwebtoken from "jsonwebtoken";
import { PUBLIC_KEY, SECRET_KEY } from "./keys.ts";
import { writeRecord } from "./tables.ts";

export const now = () => Math.floor(Date.now() / 1_000);

export const computeSha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Computes the attribute `publicKey` of a token record. */
export const computeKeyMark = (key: string, secret = SECRET_KEY) =>
  createHmac("sha256", secret).update(key).digest("hex");

/** Returns the claim `s` of a token, unverified. */
export const idOf = (token: string) => jsonwebtoken.decode(token, { json: true })?.s;

/** Writes the record that the service writes when it issues a token for the public key of the tests. */
export async function recordToken(token: string, id: string): Promise<void> {
  const publicKey = computeKeyMark(PUBLIC_KEY);
  const times = { issuedAt: now(), expiresAt: now() + 60 };
  await writeRecord({ id, fingerprint: computeSha256(token), admin: true, publicKey, ...times });
}

/** Makes the payload of an admin token that is valid once it is signed and has a record. */
export function makeClaims(changes: object = {}): Record<string, unknown> & { readonly s: string } {
  return { s: crypto.randomUUID(), d: "1h", iat: now(), exp: now() + 60, a: true, ...changes };
}

/** A text, or a value to write as JSON. */
type Part = string | object | null | number;

const encode = (part: Part | Buffer) =>
  Buffer.from(Buffer.isBuffer(part) || typeof part === "string" ? part : JSON.stringify(part)).toString("base64url");

/** Makes a compact JWS with any header and payload, signed with HMAC. */
export function forge(header: Part, payload: Part | Buffer, secret = SECRET_KEY, hash = "sha256"): string {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${createHmac(hash, secret).update(input).digest("base64url")}`;
}
