import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { onTestFinished } from "vitest";
import { computeWindow } from "../lib/collector/window.ts";
import { createClaims, signToken } from "../lib/signed-token.ts";
import { computeTokenRecord } from "../lib/token-record.ts";
import { LOCAL_CREDENTIAL_VARIABLES } from "../local/environment.ts";
import { computeSampleItem, SAMPLE_GUID } from "../local/sample-chart.ts";

const CONFIG = { secretKey: "a secret key to measure with, of 40 bytes", publicKey: "development-public-key" };

/**
 * Starts a stub of DynamoDB in another process, until the benchmark ends. It gives canned answers: the records of an admin token and of
 * one for feeds, the packed sample chart, and a salt.
 *
 * @param more further answers, by the key that `programs/canned-dynamodb.ts` derives from a request
 */
export async function startStub(folder: string, more: Readonly<Record<string, string>> = {}) {
  const claims = createClaims("1h", 3_600, true);
  const token = await signToken(claims, CONFIG.secretKey);
  const feedClaims = createClaims("1h", 3_600, false);
  const answers = {
    [claims.s]: composeAnswer(computeTokenRecord(token, claims, CONFIG)),
    [feedClaims.s]: composeAnswer(computeTokenRecord("", feedClaims, CONFIG)),
    [SAMPLE_GUID]: composeAnswer(computeSampleItem()),
    [computeWindow(Date.now(), 86_400)]: composeAnswer({ salt: new Uint8Array(32) }),
    ...more,
  };
  const file = join(folder, "answers.json");
  await writeFile(file, JSON.stringify(answers));

  const program = new URL("programs/canned-dynamodb.ts", import.meta.url).pathname;
  const server = spawn(process.execPath, [program, file], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void server.kill());
  const [line] = await once(server.stdout, "data");
  const tables = { TOKENS_TABLE: "tokens", CHARTS_TABLE: "charts", LISTENS_TABLE: "listens" };
  const keys = { PERFORMANCE_SECRET_KEY: CONFIG.secretKey, PERFORMANCE_PUBLIC_KEY: CONFIG.publicKey };
  const connection = {
    AWS_ENDPOINT_URL_DYNAMODB: String(line).trim(),
    AWS_REGION: "us-east-1",
    ...LOCAL_CREDENTIAL_VARIABLES,
  };
  return {
    /** The handlers' environment: the stub's address, its tables, and the keys. */
    env: { ...connection, ...tables, ...keys },
    /** The id of the admin token in events. */
    tokenId: claims.s,
    /** The id of a token for feeds. */
    feedTokenId: feedClaims.s,
    /** Reads an event of events/ and puts in the tokens. */
    readEvent: async (name: string): Promise<APIGatewayProxyEventV2> => {
      const json = await readFile(new URL(`../events/${name}.json`, import.meta.url), "utf8");
      return JSON.parse(json.replace("ADMIN_TOKEN", token).replaceAll("TOKEN_ID", feedClaims.s));
    },
  };
}

/** Composes DynamoDB's answer to a GetItem: `{"Item": {"guid": {"S": "sample-episode"}, …}}`. */
export function composeAnswer(item: object): string {
  return JSON.stringify({ Item: marshallItem(item) });
}

/** Writes an item of texts, numbers, booleans and binaries as DynamoDB's JSON: `{"guid": {"S": "sample-episode"}}`. */
export function marshallItem(item: object): Record<string, object> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, marshall(value)]));
}

function marshall(value: unknown): object {
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString("base64") };
  if (typeof value === "number") return { N: String(value) };
  return typeof value === "boolean" ? { BOOL: value } : { S: value };
}
