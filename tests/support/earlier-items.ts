import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { type AttributeValue, DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import type { Chart } from "../../lib/chart.ts";

/** The versions of which tests/fixtures/items has items, as they wrote them. 07b86c5 wrote some of those of 4d949cd again. */
export type Version = "bc3e72f" | "4d949cd" | "07b86c5";

type StoredItem = Record<string, AttributeValue>;

/** Reads the items of a version, by GUID: a line of DynamoDB's JSON each, with binaries in base64. */
export function readEarlierItems(version: Version): Map<string, StoredItem> {
  const text = readFileSync(new URL(`../fixtures/items/${version}.jsonl`, import.meta.url), "utf8");
  const items: StoredItem[] = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line, reviveBinary));
  return new Map(items.map((item) => [String(item.guid?.S), item]));
}

/** Reads the chart at the top of an item; undefined if there is none. */
export function readTopChart({ chart }: StoredItem): Chart | undefined {
  return chart?.B && JSON.parse(gunzipSync(chart.B).toString());
}

/** Writes them to the table of charts that the environment names now. */
export async function putEarlierItems(items: Iterable<StoredItem>): Promise<void> {
  const client = new DynamoDBClient();
  const TableName = process.env.CHARTS_TABLE;
  for (const Item of items) await client.send(new PutItemCommand({ TableName, Item }));
  client.destroy();
}

function reviveBinary(name: string, value: unknown): unknown {
  return name === "B" && typeof value === "string" ? new Uint8Array(Buffer.from(value, "base64")) : value;
}
