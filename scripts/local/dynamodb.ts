import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { LOCAL_CREDENTIALS } from "./environment.ts";

const ATTEMPTS = 50;
const PAUSE_MS = 200;

/** The file in the data folder that tells where a server that holds the folder listens. */
const ENDPOINT_FILE = "endpoint";

/**
 * Starts the embedded DynamoDB on a folder, for as long as this process runs and for other processes
 * to find.
 *
 * @returns its endpoint
 * @throws Error if the folder can't be used, or another process uses it
 */
export async function startLocalDynamoDB(folder: string): Promise<string> {
  const endpoint = await tryStart(folder);
  if (!endpoint) throw new Error(`${folder} is in use by another process: end that one first, or set DYNAMODB_FOLDER`);
  await writeFile(join(folder, ENDPOINT_FILE), endpoint);
  return endpoint;
}

/**
 * Starts the embedded DynamoDB on a folder for this process alone or, where a server has the folder,
 * finds that server's. Another process that has it for a moment is waited for.
 *
 * @returns its endpoint
 * @throws Error if the folder can't be used, or another process keeps it
 */
export async function startOrFindLocalDynamoDB(folder: string): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const endpoint = (await tryStart(folder)) ?? (await tryFind(folder));
    if (endpoint) return endpoint;
    await setTimeout(PAUSE_MS);
  }
  throw new Error(`${folder} is in use by another process that does not answer: end that one first`);
}

async function tryStart(folder: string): Promise<string | undefined> {
  await mkdir(folder, { recursive: true });
  const worker = new Worker(new URL("dynalite-worker.ts", import.meta.url), { workerData: folder });
  const [endpoint]: (string | undefined)[] = await once(worker, "message");
  worker.unref();
  if (endpoint) await rm(join(folder, ENDPOINT_FILE), { force: true });
  else await worker.terminate();
  return endpoint;
}

async function tryFind(folder: string): Promise<string | undefined> {
  const endpoint = await readFile(join(folder, ENDPOINT_FILE), "utf8").catch(() => undefined);
  if (!endpoint) return undefined;
  const client = new DynamoDBClient({ endpoint, region: "local", credentials: LOCAL_CREDENTIALS, maxAttempts: 1 });
  return client.send(new ListTablesCommand()).then(
    () => endpoint,
    () => undefined,
  );
}
