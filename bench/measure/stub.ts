import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Chart } from "../../lib/chart.ts";
import { packChart } from "../../lib/packed-chart.ts";
import { createClaims, signToken } from "../../lib/token.ts";
import { computeTokenRecord } from "../../lib/token-record.ts";
import { LOCAL_CREDENTIAL_VARIABLES } from "../../scripts/local/environment.ts";
import { computeSampleChart } from "../../scripts/local/sample-chart.ts";

const CONFIG = { secretKey: "a secret key to measure with, of 40 bytes", publicKey: "development-public-key" };

/** A stub of DynamoDB in another process, which gives canned answers. */
export interface Stub {
  /** The handlers' environment: the stub's address, its tables, and the keys. */
  readonly env: Record<string, string>;
  /** The id of the admin token in events. */
  readonly tokenId: string;
  /** Reads an event of events/ and puts in the admin token and, if given, another GUID. */
  readonly readEvent: (name: string, guid?: string) => Promise<APIGatewayProxyEventV2>;
  readonly stop: () => void;
}

/** Returns the GUID of the episode whose chart has that many points. */
export const guidOf = (points: number, shape: "packed" | "plain") => `${shape}-${points}`;

/** Starts the stub with an admin token's record and, for each number of points, a packed and a plain chart. */
export async function startStub(folder: string, lengths: readonly number[]): Promise<Stub> {
  const claims = createClaims("1h", 3_600, true);
  const token = await signToken(claims, CONFIG.secretKey);
  const items: [string, object][] = [[claims.s, computeTokenRecord(token, claims, CONFIG)]];
  for (const points of lengths) {
    items.push([guidOf(points, "packed"), packChart(stretchSampleChart(points, guidOf(points, "packed")), new Date())]);
    items.push([guidOf(points, "plain"), stretchSampleChart(points, guidOf(points, "plain"))]);
  }
  const file = join(folder, "answers.json");
  const answers = items.map(([key, item]) => [key, JSON.stringify({ Item: marshall(item).M })]);
  await writeFile(file, JSON.stringify(Object.fromEntries(answers)));

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
    readEvent: async (name, guid) => {
      const json = await readFile(new URL(`../../events/${name}.json`, import.meta.url), "utf8");
      const event: APIGatewayProxyEventV2 = JSON.parse(json.replace("ADMIN_TOKEN", token));
      return guid === undefined ? event : { ...event, body: JSON.stringify({ guid }) };
    },
    stop: () => server.kill(),
  };
}

/** Returns the sample chart, stretched to another number of points. */
function stretchSampleChart(points: number, guid: string): Chart {
  const { data } = computeSampleChart();
  const percentage = (time: number) => data[Math.floor((time / points) * data.length)]?.percentage ?? 0;
  return {
    guid,
    duration: points,
    data: Array.from({ length: points }, (_, time) => ({ time, percentage: percentage(time) })),
  };
}

/** Returns DynamoDB's JSON for a value: `"x"` -> `{"S": "x"}`. */
function marshall(value: unknown): Record<string, unknown> {
  if (typeof value === "string") return { S: value };
  if (typeof value === "number") return { N: String(value) };
  if (typeof value === "boolean") return { BOOL: value };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString("base64") };
  if (Array.isArray(value)) return { L: value.map(marshall) };
  return { M: Object.fromEntries(Object.entries(Object(value)).map(([key, member]) => [key, marshall(member)])) };
}
