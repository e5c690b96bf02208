import {
  CreateTableCommand,
  type CreateTableCommandInput,
  type DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  type UpdateTimeToLiveCommandInput,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";

/** CloudFormation resources by logical id, as serverless.yml declares them. */
export type Resources = Readonly<Record<string, { readonly Type: string; readonly Properties: TableProperties }>>;

/** The properties of an AWS::DynamoDB::Table that a local table needs. */
type TableProperties = Pick<CreateTableCommandInput, "AttributeDefinitions" | "BillingMode" | "KeySchema"> &
  Pick<UpdateTimeToLiveCommandInput, "TimeToLiveSpecification"> & { readonly TableName: string };

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
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1 }, { TableName });
  if (TimeToLiveSpecification) await enableTimeToLive(client, { TableName, TimeToLiveSpecification });
  return true;
}

/** Ignores that dynalite does not support time to live: expired tokens are refused without it. */
async function enableTimeToLive(client: DynamoDBClient, input: UpdateTimeToLiveCommandInput): Promise<void> {
  await client.send(new UpdateTimeToLiveCommand(input)).catch((error: Error) => {
    if (error.name !== "UnknownOperationException") throw error;
  });
}
