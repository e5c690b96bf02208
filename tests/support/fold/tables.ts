import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { CreateTableCommand, DeleteTableCommand, DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, vi } from "vitest";
import { unpackCounts } from "../../../lib/episode/counts.ts";
import { loadDeclaredTables } from "../../../local/tables.ts";
import { client, readChartItem } from "../tables.ts";

const declaredTables = loadDeclaredTables("test");

/** Creates a table for charts and one for listens, which the environment names from then on. Returns their deletion. */
export async function createOwnTables(): Promise<() => Promise<void>> {
  const { ChartsTable, ListensTable } = await declaredTables;
  const names: string[] = [];
  for (const [variable, declared] of Object.entries({ CHARTS_TABLE: ChartsTable, LISTENS_TABLE: ListensTable })) {
    if (!declared) throw new Error(`serverless.yml does not declare ${variable}.`);
    const { AttributeDefinitions, KeySchema, BillingMode } = declared.Properties;
    const TableName = `fold-${randomUUID()}`;
    await client.send(new CreateTableCommand({ TableName, AttributeDefinitions, KeySchema, BillingMode }));
    while ((await client.send(new DescribeTableCommand({ TableName }))).Table?.TableStatus !== "ACTIVE")
      await setTimeout(1);
    vi.stubEnv(variable, TableName);
    names.push(TableName);
  }
  return async () => {
    for (const TableName of names) await client.send(new DeleteTableCommand({ TableName }));
  };
}

/** Gives each test of a file tables of its own, and a clock that stands at a time if one is given. */
export function useOwnTables(now?: number): void {
  beforeEach(async () => {
    const deleteTables = await createOwnTables();
    if (now !== undefined) vi.useFakeTimers({ toFake: ["Date"], now });
    return async () => {
      vi.useRealTimers();
      await deleteTables();
    };
  });
}

/** An item of CHARTS_TABLE with its counts and its chart unpacked. */
export type OpenItem = Readonly<Record<string, unknown>> & {
  readonly guid: string;
  readonly duration: number;
  readonly counts?: readonly number[];
  readonly listeners?: number;
  readonly countedUntil?: string;
  readonly updatedAt?: string;
};

/** Reads the item of a chart, and unpacks it. Leaves out `drawnListeners`. */
export async function readOpenItem(guid: string): Promise<OpenItem | undefined> {
  const Item = await readChartItem(guid);
  if (!Item) return undefined;
  const { counts, chart, drawnListeners: _, ...rest } = Item;
  const platforms = Object.entries(rest).filter(([name]) => name.startsWith("curve:"));
  return {
    ...rest,
    ...Object.fromEntries(
      platforms.map(([name, curve]) => [name, { ...Object(curve), chart: unpack(Object(curve).chart) }]),
    ),
    guid,
    duration: Number(rest.duration),
    ...(counts instanceof Uint8Array && { counts: [...unpackCounts(counts)] }),
    ...(chart instanceof Uint8Array && { chart: unpack(chart) }),
  };
}

function unpack(chart: Uint8Array): object {
  return JSON.parse(gunzipSync(chart).toString());
}

/** Loads the windows that have a salt. */
export async function loadSalts(): Promise<string[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: process.env.LISTENS_TABLE,
      KeyConditionExpression: "#partition = :salts",
      ExpressionAttributeNames: { "#partition": "partition" },
      ExpressionAttributeValues: { ":salts": "salts" },
    }),
  );
  return Items.map(({ id }) => String(id));
}
