import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { packChart } from "../../lib/packed-chart.ts";
import { loadDeclaredTables } from "../../scripts/local/declared-tables.ts";
import { startLocalDynamoDB } from "../../scripts/local/dynamodb.ts";
import { LOCAL_CREDENTIALS } from "../../scripts/local/environment.ts";
import { computeSampleChart } from "../../scripts/local/sample-chart.ts";
import { createMissingTables } from "../../scripts/local/tables.ts";
import { measureCapacityUnits } from "../capacity-units.ts";
import type { Figures } from "../figures.ts";
import { buildBundle, buildDefaultBundle } from "../measure/bundle.ts";

const STAGE = "bench";
const PACKAGE_TIMEOUT_MS = 120_000;

/** Measures what does not depend on the machine: DynamoDB's capacity units, and bytes. */
export async function measureFootprint(folder: string): Promise<Figures> {
  const endpoint = await startLocalDynamoDB(join(folder, "dynamodb"));
  const client = new DynamoDBClient({ endpoint, region: "us-east-1", credentials: LOCAL_CREDENTIALS });
  const tables = await loadDeclaredTables(STAGE);
  await createMissingTables(client, tables);
  const [tokens = "", charts = "", listens = ""] = [tables.TokensTable, tables.ChartsTable, tables.ListensTable].map(
    (table) => table?.Properties.TableName,
  );
  const units = await measureCapacityUnits(DynamoDBDocumentClient.from(client), tokens, charts, listens);
  client.destroy();
  const sample = computeSampleChart();
  const figures: Record<string, Record<string, number>> = Object.fromEntries(
    Object.entries(units).map(([name, count]) => [name, { units: count }]),
  );
  figures["an hour's chart, gzip"] = { bytes: packChart(sample, new Date()).chart.length };
  figures["an hour's chart, identity"] = { bytes: JSON.stringify(sample).length };
  return { ...figures, ...(await measurePackages(folder)) };
}

async function measurePackages(folder: string): Promise<Figures> {
  const out = join(folder, "packages");
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const command = [join(root, "node_modules/serverless/bin/serverless.js"), "package", "--package", out];
  await promisify(execFile)(process.execPath, command, { cwd: root, timeout: PACKAGE_TIMEOUT_MS });
  const figures: Record<string, Record<string, number>> = {};
  for (const name of ["token", "charts"]) {
    const entry = `functions/${name}.ts`;
    const bytesOf = ({ outputFiles }: Awaited<ReturnType<typeof buildBundle>>) => outputFiles[0]?.contents.length ?? 0;
    figures[`${name}, bundle`] = { bytes: bytesOf(await buildBundle(entry)) };
    figures[`${name}, default bundle`] = { bytes: bytesOf(await buildDefaultBundle(entry)) };
    figures[`${name}, zip`] = { bytes: (await stat(join(out, `${name}.zip`))).size };
  }
  return figures;
}
