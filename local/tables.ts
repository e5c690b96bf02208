import {
  CreateTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  type UpdateTimeToLiveCommandInput,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import type { Resources, TableProperties } from "../deploy/framework/serverless.ts";
import { loadDeclarations } from "./declarations.ts";

/**
 * Loads the tables that serverless.yml and the collector declare, for programs outside the Serverless Framework. Resolves
 * only the variables that table names contain: `${self:service}-${sls:stage}-tokens` -> `performance-data-dev-tokens`.
 */
export async function loadDeclaredTables(stage: string): Promise<Resources> {
  const declared = await loadDeclarations();
  const variables: Readonly<Record<string, string>> = { ...declared.variables, "sls:stage": stage };
  const resolve = (text: string): string =>
    text.replace(/\$\{([^}]+)\}/g, (all, name) => (variables[name] === undefined ? all : resolve(variables[name])));
  return JSON.parse(resolve(JSON.stringify(declared.tables)));
}

/**
 * Creates the declared tables that are missing.
 *
 * @returns the logical ids of the tables that were created
 */
export async function createMissingTables(client: DynamoDBClient, resources: Resources): Promise<string[]> {
  const created: string[] = [];
  for (const [id, { Type, Properties }] of Object.entries(resources)) {
    if (Type === "AWS::DynamoDB::Table" && (await createTable(client, Properties))) created.push(id);
  }
  return created;
}

async function createTable(client: DynamoDBClient, properties: TableProperties): Promise<boolean> {
  const { TableName, AttributeDefinitions, BillingMode, KeySchema, TimeToLiveSpecification } = properties;
  try {
    await client.send(new CreateTableCommand({ TableName, AttributeDefinitions, BillingMode, KeySchema }));
  } catch (error) {
    if (error instanceof ResourceInUseException) return false;
    throw error;
  }
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 0.1 }, { TableName });
  if (TimeToLiveSpecification) await enableTimeToLive(client, { TableName, TimeToLiveSpecification });
  return true;
}

/** Ignores that dynalite does not support time to live: expired tokens are refused without it. */
async function enableTimeToLive(client: DynamoDBClient, input: UpdateTimeToLiveCommandInput): Promise<void> {
  await client.send(new UpdateTimeToLiveCommand(input)).catch((error: Error) => {
    if (error.name !== "UnknownOperationException") throw error;
  });
}
