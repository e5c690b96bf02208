import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { decodeJwt } from "jose";
import { closeLocalDynamoDB, startLocalDynamoDB } from "../local/embedded-dynamodb.ts";
import { SAMPLE_GUID } from "../local/sample-chart.ts";
import { createMissingTables, loadDeclaredTables } from "../local/tables.ts";
import { measureCapacityUnits } from "./capacity-units.ts";
import { computeFixedCosts } from "./fixed-costs.ts";
import { computeFloods } from "./floods.ts";
import { computeCosts, PRICES, type Usage } from "./prices.ts";
import { computeSizing } from "./sizing.ts";

const WARM_UP = 200;
const CALLS = 2_000;

/** The part of Lambda's context that the handlers read. Without a remaining time, they don't time out early. */
const CONTEXT = { awsRequestId: "cost" } as Context;

const STAGE = "cost";
const TOKENS_TABLE = `performance-data-${STAGE}-tokens`;
const CHARTS_TABLE = `performance-data-${STAGE}-charts`;
const LISTENS_TABLE = `performance-data-${STAGE}-listens`;

const folder = await mkdtemp(join(tmpdir(), "performance-data-cost-"));
Object.assign(process.env, {
  ...(await startLocalDynamoDB(folder)),
  AWS_REGION: "us-east-1",
  AWS_LAMBDA_LOG_LEVEL: "WARN",
  PERFORMANCE_SECRET_KEY: "a secret key to measure with, of 40 bytes",
  PERFORMANCE_PUBLIC_KEY: "development-public-key",
  TOKENS_TABLE,
  CHARTS_TABLE,
  LISTENS_TABLE,
});
const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient());
await createMissingTables(new DynamoDBClient(), await loadDeclaredTables(STAGE));

/** Imported only now, so that they see the environment set above. */
const handlers = {
  token: (await import("../functions/token.ts")).handler,
  charts: (await import("../functions/charts.ts")).handler,
  episodes: (await import("../functions/episodes.ts")).handler,
  listen: (await import("../functions/listen.ts")).handler,
};

const capacity = await measureCapacityUnits(dynamodb, TOKENS_TABLE, CHARTS_TABLE, LISTENS_TABLE);
const token = await measureHandler("token", await readEvent("token"));
const { token: adminToken } = JSON.parse((await call("token", await readEvent("token-admin"))).body ?? "");
const chart = await measureHandler("charts", await readEvent("charts-gzip", adminToken));
const registration = await measureHandler("episodes", await readEvent("episodes", adminToken));
const { token: feedToken } = JSON.parse((await call("token", await readEvent("token"))).body ?? "");
const listen = await measureHandler("listen", await readListenEvent(String(decodeJwt(feedToken).s)));
const refused = await measureHandler("charts", await readEvent("charts-invalid-token"), 401);
const preflight = await measureHandler("listen", await readPreflightEvent(), 204);

console.log("Capacity units, as DynamoDB counts them, for a chart of an hour at one point per second:\n");
console.table(capacity);
const tokens = printCosts("tokens", { ...token, writeUnits: capacity.tokenPut, readUnits: 0 });
const forged = printCosts("charts with a forged token", { ...refused, writeUnits: 0, readUnits: 0 });
const preflights = printCosts("preflights", { ...preflight, writeUnits: 0, readUnits: 0 });
printCosts("charts", { ...chart, writeUnits: 0, readUnits: capacity.recordGet + capacity.chartGet });
const listens = printCosts("listens", {
  ...listen,
  writeUnits: capacity.listenPut,
  readUnits: capacity.recordGetForListen + capacity.countedChartGet,
});
printCosts("registrations of a new episode", {
  ...registration,
  writeUnits: capacity.registeredPut,
  readUnits: capacity.recordGet + capacity.unregisteredGet,
});
await printSizings(listens);
console.log("\nA month of as many requests as the throttles of prod let in, in dollars:\n");
console.table(await computeFloods({ tokens, forged, listens, preflights }));
await closeLocalDynamoDB();
await rm(folder, { recursive: true });
process.exit();

/** Measures the mean duration of a warm handler, in milliseconds, and the bytes of its answer. */
async function measureHandler(
  name: keyof typeof handlers,
  event: APIGatewayProxyEventV2,
  expected?: number,
): Promise<Pick<Usage, "duration" | "answerBytes">> {
  for (let calls = 0; calls < WARM_UP; calls++) await call(name, event);
  const start = performance.now();
  for (let calls = 0; calls < CALLS; calls++) await call(name, event);
  const duration = (performance.now() - start) / CALLS;
  const { statusCode, body = "", isBase64Encoded } = await call(name, event);
  if (![200, 202, expected].includes(Number(statusCode))) throw new Error(`${name} answers ${statusCode} ${body}`);
  return { duration, answerBytes: Buffer.byteLength(body, isBase64Encoded ? "base64" : "utf8") };
}

async function call(name: keyof typeof handlers, event: APIGatewayProxyEventV2) {
  return handlers[name](event, CONTEXT);
}

async function readEvent(name: string, token = ""): Promise<APIGatewayProxyEventV2> {
  const json = await readFile(new URL(`../events/${name}.json`, import.meta.url), "utf8");
  return JSON.parse(json.replace("ADMIN_TOKEN", token));
}

/** Makes a listen of ten minutes, which is what a player sends at a time. */
async function readListenEvent(id: string): Promise<APIGatewayProxyEventV2> {
  const data = Array.from({ length: 600 }, (_, time) => ({ time, event: "play" }));
  const body = JSON.stringify({ episodeGUID: SAMPLE_GUID, data });
  return { ...(await readEvent("listen")), pathParameters: { id }, body };
}

async function readPreflightEvent(): Promise<APIGatewayProxyEventV2> {
  const event = await readEvent("listen");
  const { requestContext } = event;
  return { ...event, requestContext: { ...requestContext, http: { ...requestContext.http, method: "OPTIONS" } } };
}

/** Prints a table, and returns its sum. */
function printCosts(what: string, usage: Usage): number {
  const costs = computeCosts(usage);
  const { duration, answerBytes } = usage;
  console.log(`\nUS dollars for a million ${what} of ${duration.toFixed(2)} ms and ${answerBytes} bytes each:\n`);
  console.table(Object.fromEntries(costs.map(([part, dollars]) => [part, dollars.toFixed(3)])));
  const total = costs.reduce((sum, [, dollars]) => sum + dollars, 0);
  console.log(`Total: ${total.toFixed(2)}`);
  return total;
}

/** Prints what a day of plays takes, and what is paid each month whatever happens. */
async function printSizings(listens: number): Promise<void> {
  // Two units read for each that a consistent read counts: the chart is read before it is written.
  const units = { writes: capacity.countedChartPut, reads: 2 * capacity.countedChartGet };
  const episodes = (units.writes * PRICES.writeUnit + units.reads * PRICES.readUnit) * 1e6;
  const days = [
    [10_000, 3_000],
    [1_000_000, 50_000],
    [4_000_000, 150_000],
  ] as const;
  console.log("\nA day of plays of 45 minutes, by plays and heard episodes:\n");
  console.table(
    Object.fromEntries(
      days.map(([plays, heard]) => [`${plays}, ${heard}`, computeSizing(plays, heard, { listens, episodes })]),
    ),
  );
  console.log("\nEach month, whatever the traffic:\n");
  console.table({ service: await computeFixedCosts("service"), collector: await computeFixedCosts("collector") });
}
