import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { createDynamoDBClient } from "./dynamodb-client.ts";
import { verifyToken } from "./token.ts";

/** The memory in MB from which on Lambda gives requests a whole core, as it does while a function loads. */
const WHOLE_CORE_MB = 1_769;

/** A port of this machine that nobody can listen on. */
const NOWHERE = { host: "127.0.0.1", port: 0 };

/** Well-formed, and signed by nobody. */
const FORGED_TOKEN = "eyJhbGciOiJIUzI1NiJ9.e30.e30";

/**
 * Does while a function loads what its first request would load, compile and set up with a share of a
 * core (docs/performance.md): sends DynamoDB a command that gets no farther than its connection. Nothing
 * leaves the machine or stays open, and whatever fails is left to the requests, which log it.
 */
export function warmUpDynamoDB(): void {
  if (!isThrottled()) return;
  const client = createDynamoDBClient(1, { httpAgent: NOWHERE, httpsAgent: NOWHERE });
  client.send(new GetCommand({ TableName: "none", Key: { id: "none" } })).catch(() => undefined);
}

/** The same for tokens: imports the key, and verifies a token to no avail. */
export function warmUpVerification(secretKey = ""): void {
  if (!isThrottled()) return;
  verifyToken(FORGED_TOKEN, secretKey).catch(() => undefined);
}

function isThrottled(): boolean {
  return Number(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE) < WHOLE_CORE_MB;
}
