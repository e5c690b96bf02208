import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import dynalite from "dynalite";
import { createMissingTables, loadDeclaredTables } from "../../local/tables.ts";
import { startServer } from "./server.ts";

/** The variables that name the declared tables. */
type Names = Readonly<Record<"TOKENS_TABLE" | "CHARTS_TABLE" | "LISTENS_TABLE", string | undefined>>;

/**
 * Lets each file of tests have tables of its own, which file-setup.ts asks for at TEST_TABLES. Those of the stage TEST_STAGE
 * are for tests that need one. Uses the DynamoDB at AWS_ENDPOINT_URL_DYNAMODB, or a dynalite in memory if that variable is not
 * set.
 */
export async function setup(): Promise<() => Promise<void>> {
  const stop = await prepareDynamoDB();
  const client = new DynamoDBClient();
  const made: Names[] = [];
  const make = async (stage: string): Promise<Names> => {
    const { TokensTable, ChartsTable, ListensTable, ...others } = await loadDeclaredTables(stage);
    if (!TokensTable || !ChartsTable || !ListensTable || Object.keys(others).length > 0)
      throw new Error("The tables that serverless.yml declares are not those of the tests.");
    await createMissingTables(client, { TokensTable, ChartsTable, ListensTable });
    const [TOKENS_TABLE, CHARTS_TABLE, LISTENS_TABLE] = [TokensTable, ChartsTable, ListensTable].map(
      ({ Properties }) => Properties.TableName,
    );
    made.push({ TOKENS_TABLE, CHARTS_TABLE, LISTENS_TABLE });
    return { TOKENS_TABLE, CHARTS_TABLE, LISTENS_TABLE };
  };
  const makeNext = () => make(`test-${randomUUID().slice(0, 8)}`);

  process.env.TEST_STAGE = `test-${randomUUID().slice(0, 8)}`;
  process.env.TEST_STAGE_TABLES = JSON.stringify(await make(process.env.TEST_STAGE));
  // Ready before a file asks for them.
  let next = makeNext();
  const server = await startServer(async (_request, response) => {
    const names = next;
    next = makeNext();
    response.end(JSON.stringify(await names));
  });
  process.env.TEST_TABLES = server.url;

  return async () => {
    server.stop();
    await next;
    await stop(async () => {
      for (const TableName of made.flatMap((names) => Object.values(names)))
        await client.send(new DeleteTableCommand({ TableName }));
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
