import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { test } from "vitest";
import { SAMPLE_GUID } from "../local/sample-chart.ts";
import { compareCalls, loadHandler, makeFolder, printTable } from "./compare.ts";
import { buildBundle } from "./measure/function-bundle.ts";
import { composeAnswer, startStub } from "./stub.ts";

const CALLS = 2_000;

/** A token for feeds from a service with `EXPIRES_IN=10h`: players log every ten seconds. */
const TEN_SECONDS = { id: crypto.randomUUID(), admin: false, interval: 10, expiresAt: 1e12 };

/** Seconds after which player/listening.js sends. */
const PERIOD = 600;

/** What the handlers save, as they save it. */
const RECORD = { id: "bare", fingerprint: "0".repeat(64), admin: false, issuedAt: 1.7e9, expiresAt: 1.7e9 + 3_600 };
const LISTEN = {
  partition: "0",
  id: ["2026-01-01T00:00:00Z", ...Array(4).fill("0".repeat(32))].join("#"),
  guid: SAMPLE_GUID,
  spans: new Uint8Array(3),
  expiresAt: 1.7e9 + 3_600,
};

// The CPU time of a request to the deployed functions, and of the same calls of the SDK alone.
test("warm", async ({ bench }) => {
  const folder = makeFolder();
  const stub = await startStub(folder, { [TEN_SECONDS.id]: composeAnswer(TEN_SECONDS) });
  Object.assign(process.env, stub.env);
  const client = DynamoDBDocumentClient.from(new DynamoDBClient());
  const get = async (TableName: string, Key: object, ConsistentRead = false) =>
    client.send(new GetCommand({ TableName, Key, ConsistentRead }));
  const put = async (TableName: string, Item: object) => client.send(new PutCommand({ TableName, Item }));
  const load = async (name: string, event: object) => {
    const handler = await loadHandler(folder, await buildBundle(`functions/${name}.ts`));
    return async () => {
      const { statusCode, body } = await handler(event, { awsRequestId: "bench" });
      if (statusCode !== 200 && statusCode !== 202) throw new Error(`${statusCode} ${body}`);
    };
  };
  const event = await stub.readEvent("listen");
  const tenSeconds = { ...event, pathParameters: { id: TEN_SECONDS.id }, body: composeListen(10) };
  const times = await compareCalls(bench, CALLS, {
    "bare PutItem": async () => put("tokens", RECORD),
    token: await load("token", await stub.readEvent("token")),
    "two bare GetItems": async () =>
      Promise.all([get("tokens", { id: stub.tokenId }, true), get("charts", { guid: SAMPLE_GUID })]),
    charts: await load("charts", await stub.readEvent("charts-gzip")),
    "bare GetItem and PutItem": async () => {
      await get("tokens", { id: stub.feedTokenId });
      await put("listens", LISTEN);
    },
    "listen, EXPIRES_IN=1h": await load("listen", { ...event, body: composeListen(1) }),
    "listen, EXPIRES_IN=10h": await load("listen", tenSeconds),
  });
  let base = Number.NaN;
  const rows = Object.entries(times).map(([name, time]) => {
    if (name.includes("bare")) base = time;
    return [name, { "CPU ms": time, "of bare": time / base }];
  });
  printTable(Object.fromEntries(rows));
});

/** Composes what a player sends after ten minutes: 600 events with an interval of a second, 61 with ten seconds. */
function composeListen(interval: number): string {
  const last = PERIOD - 1;
  const plays = Array.from({ length: Math.ceil(last / interval) }, (_, index) => index * interval);
  const data = [...plays.map((time) => ({ time, event: "play" })), { time: last, event: "pause" }];
  return JSON.stringify({ episodeGUID: SAMPLE_GUID, data });
}
