import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { createDynamoDBClient } from "./dynamodb-client.ts";
import { verifyToken } from "./token.ts";

/**
 * What a function's first request would load, compile and set up, done while the function itself
 * loads: for that Lambda gives it a whole core, and for requests a share of one by its memory.
 * Nothing leaves the machine, nothing stays open, and whatever fails here is left to the requests,
 * which log it (docs/performance.md).
 */

/** A port of this machine that nobody can listen on. */
const NOWHERE = { host: "127.0.0.1", port: 0 };

/** Well-formed, and signed by nobody. */
const FORGED_TOKEN = "eyJhbGciOiJIUzI1NiJ9.e30.e30";

/** Sends DynamoDB a command that gets as far as its connection. */
export function warmUpDynamoDB(): void {
  const client = createDynamoDBClient(1, { httpAgent: NOWHERE, httpsAgent: NOWHERE });
  client.send(new GetCommand({ TableName: "none", Key: { id: "none" } })).catch(() => undefined);
}

/** Imports the key and verifies a token, to no avail. */
export function warmUpVerification(secretKey = ""): void {
  verifyToken(FORGED_TOKEN, secretKey).catch(() => undefined);
}
