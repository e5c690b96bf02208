import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import jsonwebtoken from "jsonwebtoken";
import { beforeAll, expect, it, vi } from "vitest";
import { buildBundle } from "../../bench/measure/function-bundle.ts";
import { packChart } from "../../lib/episode/packed-chart.ts";
import { computeSampleChart } from "../../local/sample-chart.ts";
import { PUBLIC_KEY, SECRET_KEY } from "../support/keys.ts";
import { inspectLine } from "../support/log-guard.ts";
import { useFolder } from "../support/process.ts";
import { readEvent, useConfiguredService } from "../support/service.ts";
import { readAllItems, useDeclaredTable } from "../support/tables.ts";
import { computeKeyMark, computeSha256 } from "../support/tokens.ts";

useConfiguredService();
const save = useFolder();

const ROUNDS = 6;
const REQUESTS_PER_ROUND = 350;
const CONCURRENCY = 20;

/** What a leak of 1 KB per request adds in a round, in bytes. A leak shows in every round, warming up only in some. */
const MAX_GROWTH = REQUESTS_PER_ROUND * 1_024;

type Handler = (event: APIGatewayProxyEventV2, context: object) => Promise<APIGatewayProxyStructuredResultV2>;

/** A request and a check of its answer. */
interface Scenario {
  readonly endpoint: "token" | "charts";
  makeEvent(): APIGatewayProxyEventV2;
  check(answer: APIGatewayProxyStructuredResultV2): void;
}

const client = DynamoDBDocumentClient.from(new DynamoDBClient());
const chart = computeSampleChart();
const item = { ...packChart(chart, new Date()), source: "own" };
/** The records that the table of tokens must contain, by id. */
const issued = new Map<string, object>();
let adminToken = "";
/** The tables, by the variables that name them. */
const names = { TOKENS_TABLE: useDeclaredTable("TokensTable"), CHARTS_TABLE: useDeclaredTable("ChartsTable") };

/** Expects a status and a body, by its digest: a difference in a chart would be printed in full. */
const expectAnswer =
  (statusCode: number, body: string): Scenario["check"] =>
  (answer) => {
    expect([answer.statusCode, computeSha256(answer.body ?? "")], answer.body?.slice(0, 200)).toEqual([
      statusCode,
      computeSha256(body),
    ]);
  };

const expectError = (statusCode: number, error: string) => expectAnswer(statusCode, JSON.stringify({ error }));

/** Expects a new token, and keeps the record that it must have. */
const expectToken =
  (isAdmin: boolean): Scenario["check"] =>
  (answer) => {
    const { token } = JSON.parse(answer.body ?? "");
    expect(answer.statusCode).toBe(200);
    const claims = Object(jsonwebtoken.verify(token, SECRET_KEY, { algorithms: ["HS256"] }));
    const { s: id, iat: issuedAt, exp: expiresAt } = claims;
    expect(Boolean(claims.a)).toBe(isAdmin);
    expect(issued.has(id)).toBe(false);
    const key = isAdmin && { publicKey: computeKeyMark(PUBLIC_KEY) };
    issued.set(id, { id, fingerprint: computeSha256(token), admin: isAdmin, interval: 1, ...key, issuedAt, expiresAt });
    if (isAdmin) adminToken = token;
  };

function repeat(times: number, event: string, check: Scenario["check"]): Scenario[] {
  const endpoint = event.startsWith("token") ? "token" : "charts";
  return Array(times).fill({ endpoint, makeEvent: () => readEvent(event, { adminToken }), check });
}

const MIX = [
  ...repeat(6, "token", expectToken(false)),
  ...repeat(2, "token-admin", expectToken(true)),
  ...repeat(4, "charts", expectAnswer(200, JSON.stringify(chart))),
  ...repeat(4, "charts-gzip", expectAnswer(200, Buffer.from(item.chart).toString("base64"))),
  ...repeat(1, "token-invalid-public-key", expectError(400, "Invalid public key")),
  ...repeat(1, "charts-without-token", expectError(401, "Unauthorized: a valid admin token is required")),
  ...repeat(1, "charts-unknown-episode", expectError(404, "Episode not found")),
  ...repeat(1, "charts-invalid-body", expectError(400, "Invalid request body: not valid JSON")),
];

beforeAll(() => client.send(new PutCommand({ TableName: names.CHARTS_TABLE, Item: item })));

/** Loads a function as it is deployed. */
async function loadHandler(name: string): Promise<Handler> {
  const file = save(`${name}.cjs`, (await buildBundle(`functions/${name}.ts`)).outputFiles[0]?.contents ?? "");
  return createRequire(import.meta.url)(file).handler;
}

setFlagsFromString("--expose-gc");
// V8 drops code that has not run for a while, some MB at a time, which would hide a leak.
setFlagsFromString("--no-flush-bytecode");
const collectGarbage: () => void = runInNewContext("gc");

/** Returns the bytes in use: the heap, and buffers outside of it. */
async function measureMemory(): Promise<number> {
  collectGarbage();
  // The second collection frees what the first one finalized.
  await setTimeout(200);
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it("the packaged functions answer rightly under load, record every token, and accumulate no memory", async () => {
  for (const [name, value] of Object.entries(names)) vi.stubEnv(name, value);
  const handlers = { token: await loadHandler("token"), charts: await loadHandler("charts") };
  /** Requests to which DynamoDB answered too late three times, as it may on a busy machine. They are sent again. */
  const late = new Set<string>();
  const send = async ({ endpoint, makeEvent, check }: Scenario) => {
    const awsRequestId = randomUUID();
    const answer = await handlers[endpoint](makeEvent(), { awsRequestId });
    if (answer.statusCode === 500 && late.has(awsRequestId)) await send({ endpoint, makeEvent, check });
    else check(answer);
  };
  const sendRound = async () => {
    const scenarios = Array.from(
      { length: REQUESTS_PER_ROUND },
      (_, index) => MIX[index % MIX.length] as Scenario,
    ).values();
    const work = async () => {
      for (const scenario of scenarios) await send(scenario);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  };
  // There is a line for each admin token and each wrong key. A mock would keep them all.
  const { info, warn, error } = console;
  const readFault = (line: string) => {
    inspectLine(line);
    const { requestId, error: fault } = JSON.parse(line);
    if (fault.name === "TimeoutError") late.add(requestId);
  };
  Object.assign(console, { info: inspectLine, warn: inspectLine, error: readFault });
  try {
    for (const first of repeat(1, "token-admin", expectToken(true))) await send(first);
    const sizes: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await sendRound();
      sizes.push(await measureMemory());
    }
    const growths = sizes.slice(1).map((size, index) => size - Number(sizes[index]));
    expect(Math.min(...growths)).toBeLessThan(MAX_GROWTH);
  } finally {
    Object.assign(console, { info, warn, error });
  }

  const records = new Map((await readAllItems(names.TOKENS_TABLE)).map((record) => [record.id, record]));
  for (const [id, record] of issued) expect(records.get(id)).toEqual(record);
  // The record of a token that was not returned, because DynamoDB answered too late, may exist.
  expect(records.size - issued.size).toBeLessThanOrEqual(late.size);
});
