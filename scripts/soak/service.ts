import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../../lib/config.ts";
import { buildBundle } from "../local/bundle.ts";
import { loadDeclaredTables } from "../local/declared-tables.ts";
import { startLocalDynamoDB } from "../local/dynamodb.ts";
import { LOCAL_CREDENTIAL_VARIABLES } from "../local/environment.ts";
import { createTablesAndSampleChart } from "../local/provision.ts";

/** The packaged functions in a separate process, with random keys, on an embedded DynamoDB with the sample chart. */
export interface Service extends Config {
  readonly url: string;
  readonly tokensTable: string;
  /** Returns the bytes in use in the functions' process after a garbage collection. */
  loadMemory(): Promise<number>;
  /** Ends the process and removes its data. */
  stop(): Promise<void>;
}

/** Starts the service, and sets this process's environment to the same DynamoDB. */
export async function startService(): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), "performance-data-soak-"));
  const endpoint = await startLocalDynamoDB(join(folder, "dynamodb"));
  Object.assign(process.env, LOCAL_CREDENTIAL_VARIABLES, {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: "us-east-1",
  });
  const tables = await loadDeclaredTables("soak");
  await createTablesAndSampleChart(endpoint, "us-east-1", tables);
  for (const name of ["token", "charts"]) {
    const [bundle] = (await buildBundle(`functions/${name}.ts`)).outputFiles;
    await writeFile(join(folder, `${name}.cjs`), bundle?.contents ?? "");
  }

  const [secretKey, publicKey] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];
  const tokensTable = String(tables.TokensTable?.Properties.TableName);
  const variables = {
    PERFORMANCE_SECRET_KEY: secretKey,
    PERFORMANCE_PUBLIC_KEY: publicKey,
    EXPIRES_IN: "1h",
    TOKENS_TABLE: tokensTable,
    CHARTS_TABLE: tables.ChartsTable?.Properties.TableName,
  };
  const child = fork(join(import.meta.dirname, "server.ts"), [folder], {
    env: { ...process.env, ...variables },
    execArgv: ["--expose-gc"],
    // Its log has a line for each wrong key and each admin token, too many to print.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const [port] = await once(child, "message");
  return {
    url: `http://127.0.0.1:${port}`,
    secretKey,
    publicKey,
    tokensTable,
    loadMemory: async () => {
      child.send("memory");
      return Number((await once(child, "message"))[0]);
    },
    stop: async () => {
      child.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
