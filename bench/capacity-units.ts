import type { ReturnConsumedCapacity } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { packChart } from "../lib/packed-chart.ts";
import { createClaims } from "../lib/token.ts";
import { computeTokenRecord } from "../lib/token-record.ts";
import { computeSampleChart, SAMPLE_GUID } from "../scripts/local/sample-chart.ts";

/** Any keys: the size of a record does not depend on them. */
const KEYS = { secretKey: "secret", publicKey: "public" };

/** Measures the capacity units of each read and write of the handlers, and of packed and plain charts. */
export async function measureCapacityUnits(dynamodb: DynamoDBDocumentClient, tokensTable: string, chartsTable: string) {
  const options: { ReturnConsumedCapacity: ReturnConsumedCapacity } = { ReturnConsumedCapacity: "TOTAL" };
  const sample = computeSampleChart();
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
    plainChartPut: await put(chartsTable, { ...sample, guid: "plain" }),
    plainChartGet: await get(chartsTable, { guid: "plain" }),
    chartPut: await put(chartsTable, packChart(sample, new Date())),
    chartGet: await get(chartsTable, { guid: SAMPLE_GUID }),
  };
}
