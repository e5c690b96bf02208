import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterEach, expect, it, vi } from "vitest";
import { tokens } from "../../../lib/dynamodb.ts";
import { createClaims } from "../../../lib/signed-token.ts";
import { scanItems } from "../../../lib/table.ts";
import { verifyTokenRecord } from "../../../lib/token-record.ts";
import { loadTokenRecord, saveTokenRecord, scanTokenRecords } from "../../../lib/token-table.ts";
import { SECRET_KEY } from "../../support/keys.ts";
import { serve } from "../../support/stand-in.ts";
import { computeKeyMark, computeSha256 } from "../../support/tokens.ts";

const NOW = Date.parse("2026-01-02T03:04:05.000Z");

afterEach(() => void vi.useRealTimers());

it("the claims of a token have the time of issue, rounded down to whole seconds since the epoch", () => {
  vi.useFakeTimers({ now: NOW + 999 });
  const claims = { s: expect.any(String), d: "90m", iat: NOW / 1_000, exp: NOW / 1_000 + 60 };
  expect(createClaims("90m", 60, false)).toEqual(claims);
  expect(createClaims("90m", 60, true)).toEqual({ ...claims, a: true });
});

it("a record is valid until the millisecond before its expiry", () => {
  const record = { fingerprint: computeSha256("token"), publicKey: computeKeyMark("key"), expiresAt: NOW / 1_000 };
  const require = () =>
    verifyTokenRecord(record, { id: "id", token: "token" }, { secretKey: SECRET_KEY, publicKey: "key" });
  vi.useFakeTimers({ now: NOW - 1 });
  expect(require).not.toThrow();
  vi.setSystemTime(NOW);
  expect(require).toThrow("Unauthorized");
});

it("a record is read consistently, so that a revocation takes effect at once", async () => {
  const send = vi.spyOn(tokens.client, "send");
  await loadTokenRecord(tokens, "never issued");
  expect(send.mock.calls).toMatchObject([[{ input: { ConsistentRead: true } }]]);
  send.mockRestore();
});

it("a list of tokens has nothing of a record that helps to guess a token or a key", async () => {
  const listed = { id: crypto.randomUUID(), admin: true, issuedAt: 1, expiresAt: 2 };
  await saveTokenRecord(tokens, { ...listed, fingerprint: "f", publicKey: "k", interval: 1 });
  for (const isAdminOnly of [true, false]) {
    const records = [];
    for await (const record of scanTokenRecords(tokens, isAdminOnly)) if (record.id === listed.id) records.push(record);
    expect(records).toEqual([listed]);
  }
});

it.each([
  ["charts", (table: Parameters<typeof scanItems>[0]) => scanItems(table)],
  ["tokens", (table: Parameters<typeof scanItems>[0]) => scanTokenRecords(table, true)],
])("a page without items adds nothing to a scan of %s", async (_, scan) => {
  const endpoint = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end("{}");
  });
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const plain = new DynamoDBClient({ endpoint, region: "us-east-1", credentials });
  const items = [];
  for await (const item of scan({ client: DynamoDBDocumentClient.from(plain), name: "table" })) items.push(item);
  expect(items).toEqual([]);
});
