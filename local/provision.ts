import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Resources } from "../deploy/framework/serverless.ts";
import { computeSampleItem, SAMPLE_LISTEN } from "./sample-chart.ts";
import { createMissingTables } from "./tables.ts";

/**
 * Creates the declared tables that are missing in a local DynamoDB. Writes the sample chart into a new table of charts,
 * and beside a new table of listens registers an episode without a chart, to try the collector.
 *
 * @throws Error if the server can't be used
 */
export async function createTablesAndSamples(endpoint: string, region: string, resources: Resources): Promise<void> {
  const client = new DynamoDBClient({ endpoint, region });
  try {
    const created = await createMissingTables(client, resources);
    const TableName = resources.ChartsTable?.Properties.TableName;
    const documents = DynamoDBDocumentClient.from(client);
    if (created.includes("ChartsTable")) await documents.send(new PutCommand({ TableName, Item: computeSampleItem() }));
    if (created.includes("ListensTable")) await documents.send(new PutCommand({ TableName, Item: SAMPLE_LISTEN }));
  } catch (error) {
    const { message, name } = error as Error;
    const reason = (message || name).replace(/\.$/, "");
    const advice = "Check that it is running. If AWS_ENDPOINT_URL_DYNAMODB is not set, the embedded one is used.";
    throw new Error(`Can't use DynamoDB at ${endpoint} (${reason}). ${advice}`);
  } finally {
    client.destroy();
  }
}
