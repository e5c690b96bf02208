import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { LOCAL_CREDENTIALS } from "./environment.ts";

const ATTEMPTS = 50;
const PAUSE_MS = 200;

/** The file in the data folder with the endpoint of the server that uses the folder. */
const ENDPOINT_FILE = "endpoint";

/**
 * Starts the embedded DynamoDB on a folder until this process ends. Other processes can find it.
 *
 * @returns its endpoint
 * @throws Error if the folder can't be used, or is in use by another process
 */
export async function startLocalDynamoDB(folder: string): Promise<string> {
  const endpoint = await tryStart(folder);
  if (!endpoint)
    throw new Error(
      `The folder ${folder} is in use by another process. Stop that process, or set DYNAMODB_FOLDER to another folder.`,
    );
  await writeFile(join(folder, ENDPOINT_FILE), endpoint);
  return endpoint;
}

/**
 * Finds the server that uses a folder, or starts the embedded DynamoDB on it for this process alone. Waits up to
 * about 10 s for another process that uses the folder without a server.
 *
 * @returns the endpoint
 * @throws Error if the folder can't be used, or another process does not release it
 */
export async function startOrFindLocalDynamoDB(folder: string): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const endpoint = (await tryStart(folder)) ?? (await tryFind(folder));
    if (endpoint) return endpoint;
    await setTimeout(PAUSE_MS);
  }
  throw new Error(
    `The folder ${folder} is in use by another process, which does not answer. Stop that process, or set DYNAMODB_FOLDER to another folder.`,
  );
}

async function tryStart(folder: string): Promise<string | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
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
