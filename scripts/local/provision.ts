import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { packChart } from "../../lib/packed-chart.ts";
import { computeSampleChart } from "./sample-chart.ts";
import { createMissingTables, type Resources } from "./tables.ts";

/**
 * Gives a local DynamoDB those of the declared tables that it lacks, and a new table of charts a chart
 * to look at.
 *
 * @throws Error if the server can't be used, with its endpoint
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
    throw new Error(`DynamoDB at ${endpoint} can't be used: ${message || name}`, { cause: error });
  } finally {
    client.destroy();
  }
}
