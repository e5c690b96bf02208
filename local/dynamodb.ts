import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { constants } from "node:os";
import { extname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { LOCAL_CREDENTIALS } from "./environment.ts";

const ATTEMPTS = 40;
const PAUSE_MS = 250;

/** What the server's process says of itself. Nothing, if it waits for another process that uses the folder. */
export interface State {
  /** Where it answers. */
  readonly endpoint?: string;
  /** Why it can't go on. */
  readonly reason?: string;
}

/** The processes of the servers that this process has started, and the end of each. */
const running = new Map<ChildProcess, Promise<unknown>>();

/** For a database that another program, or a disk, has changed. It can't be repaired, but it holds only what was tried. */
const IF_DAMAGED = "If it is damaged, move the folder away: a new one is made.";

/** The file in the data folder with the endpoint of the server that uses the folder. */
const ENDPOINT_FILE = "endpoint";

/**
 * Starts the embedded DynamoDB on a folder until this process ends. Other processes can find it. Waits up to about 10 s
 * for another process that uses the folder without a server.
 *
 * @returns its endpoint
 * @throws Error if the folder can't be used, or is in use by another process
 */
export async function startLocalDynamoDB(folder: string): Promise<string> {
  const { endpoint, isOwn } = await startOrFind(folder);
  if (!isOwn)
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
  const { endpoint, isOwn } = await startOrFind(folder);
  if (isOwn) exitOnSignals();
  return endpoint;
}

async function startOrFind(folder: string): Promise<{ readonly endpoint: string; readonly isOwn: boolean }> {
  const server = await forkServer(folder);
  let state = await server.hear();
  const next = server.hear();
  for (let attempt = 0; !state.endpoint && !state.reason && attempt < ATTEMPTS; attempt++) {
    const endpoint = await tryFind(folder);
    if (endpoint) {
      server.child.disconnect();
      return { endpoint, isOwn: false };
    }
    state = await Promise.race([next, setTimeout(PAUSE_MS, {})]);
  }
  if (state.reason) throw explain(folder, state.reason);
  if (!state.endpoint) {
    server.child.disconnect();
    throw new Error(
      `The folder ${folder} is in use by another process, which does not answer. Stop that process, or set DYNAMODB_FOLDER to another folder.`,
    );
  }
  await keep(server, folder);
  return { endpoint: state.endpoint, isOwn: true };
}

interface Server {
  readonly child: ChildProcess;
  /** Waits for what the process says next, or for its end. */
  hear(): Promise<State>;
}

/**
 * Starts a server in a process of its own, because the database's native module has crashed processes. The server closes
 * the database once this process ends, however it does.
 */
async function forkServer(folder: string): Promise<Server> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(({ message }) => {
    throw explain(folder, message);
  });
  // Its name ends in ".js" in the package of the commands.
  const program = new URL(`dynalite-process${extname(import.meta.url)}`, import.meta.url);
  const child = fork(program, [folder], { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const end = once(child, "disconnect").then((): State => ({ reason: "its process has ended" }));
  return { child, hear: () => Promise.race([once(child, "message").then(([state]) => state), end]) };
}

function explain(folder: string, reason: string): Error {
  const problem = `Can't use the folder ${folder} for the local DynamoDB (${reason}).`;
  const wayOut = "Make room for it and let it be written, or set DYNAMODB_FOLDER to another folder.";
  return new Error(`${problem} ${wayOut} ${IF_DAMAGED}`);
}

/** Keeps a server that answers, until this process ends. */
async function keep({ child, hear }: Server, folder: string): Promise<void> {
  child.unref();
  child.channel?.unref();
  running.set(child, once(child, "exit"));
  hear().then((state) => running.has(child) && fail(folder, state));
  await rm(join(folder, ENDPOINT_FILE), { force: true });
}

/** Ends this process, which can't go on without its database, with a sentence. */
function fail(folder: string, { reason }: State): never {
  const advice = `Check that it can be written, and has room. ${IF_DAMAGED}`;
  console.error(`The local DynamoDB in ${folder} failed (${reason}). ${advice}`);
  process.exit(1);
}

/** Closes the databases that this process has started, and waits until their processes have ended. */
export async function closeLocalDynamoDB(): Promise<void> {
  const children = [...running];
  running.clear();
  await Promise.all(
    children.map(async ([child, exit]) => {
      child.ref();
      child.disconnect();
      await exit;
    }),
  );
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
