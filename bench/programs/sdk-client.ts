import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { NodeHttpHandlerOptions } from "@smithy/node-http-handler";

/** What stands in lib/dynamodb-client.ts where a service takes the SDK as it comes. */
export function createDynamoDBClient(maxAttempts: number, requestHandler: NodeHttpHandlerOptions) {
  return DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts, retryMode: "standard", requestHandler }));
}
