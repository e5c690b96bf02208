import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import dynalite from "dynalite";
import { createMissingTables, loadDeclaredTables } from "../../local/tables.ts";
import { startServer } from "./server.ts";

/** The variables that name the tables of a stage. */
type Names = Readonly<Record<"TEST_STAGE" | "TOKENS_TABLE" | "CHARTS_TABLE" | "LISTENS_TABLE", string | undefined>>;

/**
 * Gives each file of tests a stage with tables of its own, which file-setup.ts asks for at TEST_TABLES. SHARED_STAGE has the
 * names of those of `npm start`. Uses the DynamoDB at AWS_ENDPOINT_URL_DYNAMODB, or a dynalite in memory if that variable is
 * not set.
 */
export async function setup(): Promise<() => Promise<void>> {
  const stop = await prepareDynamoDB();
  const client = new DynamoDBClient();
  const stages: string[] = [];
  const make = async (): Promise<Names> => {
    const stage = `test-${randomUUID().slice(0, 8)}`;
    stages.push(stage);
    const tables = await loadDeclaredTables(stage);
    await createMissingTables(client, tables);
    const [TOKENS_TABLE, CHARTS_TABLE, LISTENS_TABLE] = ["TokensTable", "ChartsTable", "ListensTable"].map(
      (id) => tables[id]?.Properties.TableName,
    );
    return { TEST_STAGE: stage, TOKENS_TABLE, CHARTS_TABLE, LISTENS_TABLE };
  };

  const shared = await make();
  Object.assign(process.env, shared, { SHARED_STAGE: JSON.stringify(shared) });
  // Ready before a file asks for them.
  let next = make();
  const server = await startServer(async (_request, response) => {
    const names = next;
    next = make();
    response.end(JSON.stringify(await names));
  });
  process.env.TEST_TABLES = server.url;

  return async () => {
    server.stop();
    await next;
    await stop(async () => {
      for (const { Properties } of (await Promise.all(stages.map(loadDeclaredTables))).flatMap(Object.values))
        await client.send(new DeleteTableCommand({ TableName: Properties.TableName }));
    });
    client.destroy();
  };
}

/** Starts a dynalite if there is no other DynamoDB. Returns what stops it, or else cleans up in the other. */
async function prepareDynamoDB(): Promise<(cleanUp: () => Promise<void>) => Promise<void>> {
  process.env.AWS_REGION ??= "us-east-1";
  process.env.AWS_ACCESS_KEY_ID ??= "local";
  process.env.AWS_SECRET_ACCESS_KEY ??= "local";
  if (process.env.AWS_ENDPOINT_URL_DYNAMODB) return (cleanUp) => cleanUp();
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0 });
  await once(server.listen(0, "127.0.0.1"), "listening");
  process.env.AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.closeAllConnections();
    server.close();
  };
}
