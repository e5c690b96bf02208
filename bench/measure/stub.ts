import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { packChart } from "../../lib/packed-chart.ts";
import { createClaims, signToken } from "../../lib/token.ts";
import { computeTokenRecord } from "../../lib/token-record.ts";
import { LOCAL_CREDENTIAL_VARIABLES } from "../../scripts/local/environment.ts";
import { computeSampleChart, SAMPLE_GUID } from "../../scripts/local/sample-chart.ts";

const CONFIG = { secretKey: "a secret key to measure with, of 40 bytes", publicKey: "development-public-key" };

/** A stub of DynamoDB in another process, which gives canned answers. */
export interface Stub {
  /** The handlers' environment: the stub's address, its tables, and the keys. */
  readonly env: Record<string, string>;
  /** The id of the admin token in events. */
  readonly tokenId: string;
  /** Reads an event of events/ and puts in the admin token. */
  readonly readEvent: (name: string) => Promise<APIGatewayProxyEventV2>;
  readonly stop: () => void;
}

/** Starts the stub with an admin token's record and the packed sample chart. */
export async function startStub(folder: string): Promise<Stub> {
  const claims = createClaims("1h", 3_600, true);
  const token = await signToken(claims, CONFIG.secretKey);
  const answers = {
    [claims.s]: composeAnswer(computeTokenRecord(token, claims, CONFIG)),
    [SAMPLE_GUID]: composeAnswer(packChart(computeSampleChart(), new Date())),
  };
  const file = join(folder, "answers.json");
  await writeFile(file, JSON.stringify(answers));

  const program = new URL("../programs/dynamodb.ts", import.meta.url).pathname;
  const server = spawn(process.execPath, [program, file], { stdio: ["ignore", "pipe", "inherit"] });
  process.once("exit", () => server.kill());
  const [line] = await once(server.stdout, "data");
  const tables = { TOKENS_TABLE: "tokens", CHARTS_TABLE: "charts" };
  const keys = { PERFORMANCE_SECRET_KEY: CONFIG.secretKey, PERFORMANCE_PUBLIC_KEY: CONFIG.publicKey };
  const connection = {
    AWS_ENDPOINT_URL_DYNAMODB: String(line).trim(),
    AWS_REGION: "us-east-1",
    ...LOCAL_CREDENTIAL_VARIABLES,
  };
  return {
    env: { ...connection, ...tables, ...keys },
    tokenId: claims.s,
    readEvent: async (name) => {
      const json = await readFile(new URL(`../../events/${name}.json`, import.meta.url), "utf8");
      return JSON.parse(json.replace("ADMIN_TOKEN", token));
    },
    stop: () => server.kill(),
  };
}

/** Composes DynamoDB's answer to a GetItem: `{"Item": {"guid": {"S": "sample-episode"}, …}}`. */
function composeAnswer(item: object): string {
  const marshall = (value: unknown) => {
    if (value instanceof Uint8Array) return { B: Buffer.from(value).toString("base64") };
    if (typeof value === "number") return { N: String(value) };
    return typeof value === "boolean" ? { BOOL: value } : { S: value };
  };
  return JSON.stringify({
    Item: Object.fromEntries(Object.entries(item).map(([name, value]) => [name, marshall(value)])),
  });
}
