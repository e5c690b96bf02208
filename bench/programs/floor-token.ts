import { randomUUID } from "node:crypto";
import { callDynamoDB, hash, hmac } from "./floor.ts";

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** GET /token without libraries, for non-admin tokens. */
export const handler = async () => {
  const iat = Math.floor(Date.now() / 1_000);
  const s = randomUUID();
  const input = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ s, d: "1h", iat, exp: iat + 3_600 })}`;
  const token = `${input}.${hmac(String(process.env.PERFORMANCE_SECRET_KEY), input).toString("base64url")}`;
  const times = { issuedAt: { N: `${iat}` }, expiresAt: { N: `${iat + 3_600}` } };
  const Item = { id: { S: s }, fingerprint: { S: hash(token) }, admin: { BOOL: false }, ...times };
  await callDynamoDB("PutItem", { TableName: process.env.TOKENS_TABLE, Item });
  return { statusCode: 200, headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token }) };
};
