import { callDynamoDB, hash, hmac } from "./floor.ts";

interface Event {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** POST /charts without libraries, for packed charts and clients that accept gzip. */
export const handler = async ({ headers, body }: Event) => {
  const token = String(headers.authorization).slice("Bearer ".length);
  const [head, payload, signature] = token.split(".");
  const expected = hmac(String(process.env.PERFORMANCE_SECRET_KEY), `${head}.${payload}`).toString("base64url");
  if (signature !== expected) return { statusCode: 401 };
  const { s } = JSON.parse(Buffer.from(String(payload), "base64url").toString());
  const [record, chart] = await Promise.all([
    callDynamoDB("GetItem", { TableName: process.env.TOKENS_TABLE, Key: { id: { S: s } }, ConsistentRead: true }),
    callDynamoDB("GetItem", { TableName: process.env.CHARTS_TABLE, Key: { guid: { S: JSON.parse(body).guid } } }),
  ]);
  if (record.Item?.fingerprint?.S !== hash(token)) return { statusCode: 401 };
  const answer = { "Content-Type": "application/json", "Content-Encoding": "gzip" };
  return { statusCode: 200, headers: answer, body: chart.Item?.chart?.B, isBase64Encoded: true };
};
