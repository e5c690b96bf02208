import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { constants } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { LOCAL_CREDENTIALS } from "./environment.ts";

const ATTEMPTS = 50;
const PAUSE_MS = 200;

const CLOSING_MS = 5_000;

/** The threads of servers, and what each sets to 1 once it has closed. */
const running = new Map<Worker, Int32Array>();

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
    const started = await tryStart(folder);
    if (started) exitOnSignals();
    const endpoint = started ?? (await tryFind(folder));
    if (endpoint) return endpoint;
    await setTimeout(PAUSE_MS);
  }
  throw new Error(
    `The folder ${folder} is in use by another process, which does not answer. Stop that process, or set DYNAMODB_FOLDER to another folder.`,
  );
}

async function tryStart(folder: string): Promise<string | undefined> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await startWorker(folder);
  } catch (error) {
    const problem = `Can't use the folder ${folder} for the local DynamoDB (${(error as Error).message}).`;
    const wayOut = "Make room for it and let it be written, or set DYNAMODB_FOLDER to another folder.";
    throw new Error(`${problem} ${wayOut}`);
  }
}

async function startWorker(folder: string): Promise<string | undefined> {
  const closed = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL("dynalite-worker.ts", import.meta.url), { workerData: { folder, closed } });
  const [endpoint]: (string | undefined)[] = await once(worker, "message");
  worker.unref();
  if (!endpoint) {
    await worker.terminate();
    return undefined;
  }
  // Without it, a full disk would end the process with a stack.
  worker.on("error", ({ message }) => {
    console.error(`The local DynamoDB in ${folder} failed (${message}). Check that it can be written, and has room.`);
    process.exit(1);
  });
  if (running.size === 0) process.once("exit", closeLocalDynamoDB);
  running.set(worker, closed);
  await rm(join(folder, ENDPOINT_FILE), { force: true });
  return endpoint;
}

/**
 * Closes the servers and databases that this process has started, and ends their threads. A thread that dies with the
 * process, in the middle of its work, can crash it. Blocks, because an ending process can't wait.
 *
 * @returns whether all closed in time
 */
export function closeLocalDynamoDB(): boolean {
  const results = [...running].map(([worker, closed]) => {
    worker.postMessage("close");
    return Atomics.wait(closed, 0, 0, CLOSING_MS) !== "timed-out";
  });
  running.clear();
  process.removeListener("exit", closeLocalDynamoDB);
  return results.every((isClosed) => isClosed);
}

/** Ends the process in order if it is interrupted, as Node.js would not. */
function exitOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    if (process.listenerCount(signal) === 0) process.once(signal, () => process.exit(128 + constants.signals[signal]));
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
