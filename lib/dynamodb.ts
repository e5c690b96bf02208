import { DynamoDBClient, ResourceNotFoundException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { JsonObject } from "./json.ts";
import type { Table } from "./table.ts";

/**
 * The client's time-outs are part of the time budget in docs/operating.md. An attempt waits 1.5 s for the head of a
 * response, and 1.5 s for each further chunk. Without `socketTimeout`, a response that stalls would last until Lambda's
 * time-out. Three attempts and the pauses between them end before lib/api.ts answers with a 500, at 9.5 s, which
 * also ends a response that trickles.
 */
const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: 1_500,
      throwOnRequestTimeout: true,
      socketTimeout: 1_500,
    },
  }),
);

/** DynamoDB does not say which table is missing, and a function uses two or three. */
client.middlewareStack.add(
  (next) => async (args) => {
    try {
      return await next(args);
    } catch (error) {
      const { TableName, RequestItems }: JsonObject = { ...args.input };
      if (error instanceof ResourceNotFoundException)
        error.message += `: ${TableName ?? Object.keys(Object(RequestItems)).join(", ")}`;
      throw error;
    }
  },
  { step: "initialize" },
);

/** The functions' tables. */
export const charts = declareTable("CHARTS_TABLE");
export const tokens = declareTable("TOKENS_TABLE");
export const listens = declareTable("LISTENS_TABLE");

function declareTable(variable: string): Table {
  return {
    client,
    get name() {
      return String(process.env[variable]);
    },
  };
}
