import type { ReturnConsumedCapacity } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { composeListen } from "../lib/collector/listen-item.ts";
import { computeWindow } from "../lib/collector/window.ts";
import { packCounts } from "../lib/episode/counts.ts";
import { createClaims } from "../lib/signed-token.ts";
import { computeTokenRecord } from "../lib/token-record.ts";
import { computeSampleChart, computeSampleItem, SAMPLE_GUID } from "../local/sample-chart.ts";

/** Any keys: the size of a record does not depend on them. */
const KEYS = { secretKey: "secret", publicKey: "public" };

const SAMPLE_FEED = "https://example.com/feed.xml";

/** The pseudonyms of a listener, and half an hour that was heard with four breaks. */
const LISTENER = { address: "0".repeat(32), listener: "1".repeat(32) };
const SPANS = Array.from({ length: 5 }, (_, index) => ({ start: 700 * index, end: 700 * index + 360 }));

/** Computes counts of 2,000 listeners, as rough as real ones. */
function computeCounts() {
  const counts = Uint32Array.from({ length: 3_600 }, (_, second) => 2_000 - second / 4 + ((second * 7_919) % 97));
  return { counts: packCounts(counts), listeners: 2_000, drawnListeners: 2_000, countedUntil: "2026-01-01T00:00:00Z" };
}

/** Measures the capacity units of each read and write of the handlers, and of packed and plain charts. */
export async function measureCapacityUnits(
  dynamodb: DynamoDBDocumentClient,
  tokensTable: string,
  chartsTable: string,
  listensTable: string,
) {
  const options: { ReturnConsumedCapacity: ReturnConsumedCapacity } = { ReturnConsumedCapacity: "TOTAL" };
  const sample = computeSampleItem();
  const record = computeTokenRecord("token", createClaims("1h", 3_600, true), KEYS);
  const put = async (TableName: string, Item: object) =>
    (await dynamodb.send(new PutCommand({ TableName, Item, ...options }))).ConsumedCapacity?.CapacityUnits ??
    Number.NaN;
  const get = async (TableName: string, Key: object, ConsistentRead = false) => {
    const command = new GetCommand({ TableName, Key, ConsistentRead, ...options });
    return (await dynamodb.send(command)).ConsumedCapacity?.CapacityUnits ?? Number.NaN;
  };
  return {
    tokenPut: await put(tokensTable, record),
    recordGet: await get(tokensTable, { id: record.id }, true),
    plainChartPut: await put(chartsTable, { ...computeSampleChart(), guid: "plain" }),
    plainChartGet: await get(chartsTable, { guid: "plain" }),
    chartPut: await put(chartsTable, sample),
    chartGet: await get(chartsTable, { guid: SAMPLE_GUID }),
    unregisteredGet: await get(chartsTable, { guid: "unregistered" }, true),
    registeredPut: await put(chartsTable, { guid: "registered", duration: 60, feeds: new Set([SAMPLE_FEED]) }),
    recordGetForListen: await get(tokensTable, { id: record.id }),
    countedChartPut: await put(chartsTable, { ...sample, guid: "counted", ...computeCounts() }),
    countedChartGet: await get(chartsTable, { guid: "counted" }),
    listenPut: await put(listensTable, composeListen(computeWindow(Date.now(), 86_400), SAMPLE_GUID, LISTENER, SPANS)),
  };
}
