import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import dynalite from "dynalite";
import { createMissingTables, loadDeclaredTables } from "../../local/tables.ts";

/**
 * Creates the declared tables before all tests, and deletes them at the end. Their names are unique to the run. Uses the
 * DynamoDB at AWS_ENDPOINT_URL_DYNAMODB, or a dynalite in memory if that variable is not set.
 */
export async function setup(): Promise<() => Promise<void>> {
  const server = process.env.AWS_ENDPOINT_URL_DYNAMODB ? undefined : dynalite({ createTableMs: 0, deleteTableMs: 0 });
  if (server) {
    await once(server.listen(0, "127.0.0.1"), "listening");
    process.env.AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  process.env.AWS_REGION ??= "us-east-1";
  process.env.AWS_ACCESS_KEY_ID ??= "local";
  process.env.AWS_SECRET_ACCESS_KEY ??= "local";
  process.env.TEST_STAGE = `test-${randomUUID().slice(0, 8)}`;

  const client = new DynamoDBClient();
  const tables = await loadDeclaredTables(process.env.TEST_STAGE);
  await createMissingTables(client, tables);
  process.env.TOKENS_TABLE = tables.TokensTable?.Properties.TableName;
  process.env.CHARTS_TABLE = tables.ChartsTable?.Properties.TableName;
  process.env.LISTENS_TABLE = tables.ListensTable?.Properties.TableName;

  return async () => {
    for (const { Properties } of Object.values(tables)) {
      await client.send(new DeleteTableCommand({ TableName: Properties.TableName }));
    }
    client.destroy();
    server?.closeAllConnections();
    server?.close();
  };
}
