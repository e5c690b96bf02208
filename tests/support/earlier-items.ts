import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { type AttributeValue, DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import type { Chart } from "../../lib/chart.ts";

/** The versions of which tests/fixtures/items has items, as they wrote them. 07b86c5 wrote some of those of 4d949cd again. */
export type Version = "bc3e72f" | "4d949cd" | "07b86c5";

type StoredItem = Record<string, AttributeValue>;

/** What an item of 4d949cd names as the source of its curve, and what that is today, by GUID. Platforms are first. */
export const SOURCES: Readonly<Record<string, string>> = {
  apple: "apple",
  harborfm: "harborfm",
  named: "radio-app",
  op3: "op3",
  spotify: "spotify",
  // YouTube Studio's table was one like any other.
  studio: "csv",
  table: "csv",
  youtube: "youtube",
  collected: "collector",
  own: "own",
  sessions: "sessions",
  // "Radio App" can't name a platform.
  titled: "own",
};

/** A curve of an item, as it is to be read today. */
export interface EarlierCurve {
  readonly guid: string;
  readonly source: string;
  readonly chart: Chart;
  readonly listeners: number | undefined;
}

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

/** Lists all curves of a version's items. Where an item has two of one platform, the newer one counts. */
export function listEarlierCurves(version: Version): EarlierCurve[] {
  return [...readEarlierItems(version)].flatMap(([guid, item]) => {
    const top = version === "bc3e72f" ? "own" : String(SOURCES[guid]);
    const curves = Object.entries(item).flatMap(([name, { M }]) => (M ? [{ source: name.slice(6), stored: M }] : []));
    if (!curves.some(({ source }) => source === top)) curves.unshift({ source: top, stored: item });
    return curves.flatMap(({ source, stored }) => {
      const chart = readTopChart(stored);
      return chart ? [{ guid, source, chart, listeners: stored.listeners && Number(stored.listeners.N) }] : [];
    });
  });
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
