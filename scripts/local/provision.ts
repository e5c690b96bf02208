import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { packChart } from "../../lib/packed-chart.ts";
import { computeSampleChart } from "./sample-chart.ts";
import { createMissingTables, type Resources } from "./tables.ts";

/**
 * Creates the declared tables that are missing in a local DynamoDB. Writes the sample chart into a new table of charts.
 *
 * @throws Error if the server can't be used
 */
export async function createTablesAndSampleChart(
  endpoint: string,
  region: string,
  resources: Resources,
): Promise<void> {
  const client = new DynamoDBClient({ endpoint, region });
  try {
    const created = await createMissingTables(client, resources);
    if (!created.includes("ChartsTable")) return;
    const command = new PutCommand({
      TableName: resources.ChartsTable?.Properties.TableName,
      Item: packChart(computeSampleChart(), new Date()),
    });
    await DynamoDBDocumentClient.from(client).send(command);
  } catch (error) {
    const { message, name } = error as Error;
    const reason = (message || name).replace(/\.$/, "");
    const advice = "Check that it is running. If AWS_ENDPOINT_URL_DYNAMODB is not set, the embedded one is used.";
    throw new Error(`Can't use DynamoDB at ${endpoint} (${reason}). ${advice}`);
  } finally {
    client.destroy();
  }
}
