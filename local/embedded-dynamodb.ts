import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { constants } from "node:os";
import { extname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import {
  CREDENTIALS_FILE,
  ENDPOINT_FILE,
  makeOwnFolder,
  OthersFolderError,
  saveOwnFile,
  warnOfReaders,
} from "./own-folder.ts";

const ATTEMPTS = 40;
const PAUSE_MS = 250;

/** The message of the server's process. It is empty while another process uses the folder. */
export interface ServerState {
  /** Where it answers, and whom. */
  readonly endpoint?: string;
  /** 32 random hexadecimal digits, others in each process. */
  readonly accessKey?: string;
  /** Why it can't go on. */
  readonly reason?: string;
}

type LocalDynamoDB = ReturnType<typeof composeVariables>;

/** The processes of the servers that this process has started, and the end of each. */
const running = new Map<ChildProcess, Promise<unknown>>();

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** For a database that another program, or a disk, has changed. It can't be repaired, but it holds only what was tried. */
const IF_DAMAGED = "If it is damaged, move the folder away: a new one is made.";

/**
 * Starts the embedded DynamoDB on a folder until this process ends. Other processes can find it. Waits up to about 10 s
 * for another process that uses the folder without a server.
 *
 * @throws Error if the folder can't be used, or is in use by another process
 */
export async function startLocalDynamoDB(folder: string): Promise<LocalDynamoDB> {
  const { server, isOwn } = await startOrFind(folder);
  if (!isOwn) throw inUse(folder);
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = server;
  const credentials = `[default]\naws_access_key_id = ${id}\naws_secret_access_key = ${secret}\n`;
  await saveOwnFile(join(folder, CREDENTIALS_FILE), credentials);
  await saveOwnFile(join(folder, ENDPOINT_FILE), server.AWS_ENDPOINT_URL_DYNAMODB);
  return server;
}

/**
 * Finds the server that uses a folder, or starts the embedded DynamoDB on it for this process alone. Waits up to
 * about 10 s for another process that uses the folder without a server.
 *
 * @throws Error if the folder can't be used, or another process does not release it
 */
export async function startOrFindLocalDynamoDB(folder: string): Promise<LocalDynamoDB> {
  const { server, isOwn } = await startOrFind(folder);
  if (isOwn) exitOnSignals();
  return server;
}

async function startOrFind(folder: string): Promise<{ readonly server: LocalDynamoDB; readonly isOwn: boolean }> {
  const found = await connect(folder);
  await warnOfReaders(folder);
  return found;
}

async function connect(folder: string): Promise<{ readonly server: LocalDynamoDB; readonly isOwn: boolean }> {
  const own = await forkServer(folder);
  let state = await own.hear();
  const next = own.hear();
  for (let attempt = 0; !state.endpoint && !state.reason && attempt < ATTEMPTS; attempt++) {
    const server = await tryFind(folder);
    if (server) {
      own.child.disconnect();
      return { server, isOwn: false };
    }
    state = await Promise.race([next, setTimeout(PAUSE_MS, {})]);
  }
  if (state.reason) throw explainUnusableFolder(folder, state.reason);
  if (!state.endpoint || !state.accessKey) {
    own.child.disconnect();
    throw inUse(folder, ", which does not answer");
  }
  keep(own, folder);
  return { server: composeVariables(state.endpoint, state.accessKey), isOwn: true };
}

/** Composes the variables with which AWS's SDKs find a server, and are let in. Nobody checks the signature of the secret. */
function composeVariables(endpoint: string, accessKey: string) {
  return { AWS_ENDPOINT_URL_DYNAMODB: endpoint, AWS_ACCESS_KEY_ID: accessKey, AWS_SECRET_ACCESS_KEY: "local" };
}

function inUse(folder: string, more = ""): Error {
  const advice = "Stop that process, or set DYNAMODB_FOLDER to another folder.";
  return new Error(`The folder ${folder} is in use by another process${more}. ${advice}`);
}

interface Server {
  readonly child: ChildProcess;
  /** Waits for what the process says next, or for its end. */
  hear(): Promise<ServerState>;
}

/**
 * Starts a server in a process of its own, because the database's native module has crashed processes. The server closes
 * the database once this process ends, however it does.
 */
async function forkServer(folder: string): Promise<Server> {
  await makeOwnFolder(folder).catch((error) => {
    throw error instanceof OthersFolderError ? error : explainUnusableFolder(folder, error.message);
  });
  // Its name ends in ".js" in the package of the commands.
  const program = new URL(`dynalite-process${extname(import.meta.url)}`, import.meta.url);
  const child = fork(program, [folder], { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const end = once(child, "disconnect").then((): ServerState => ({ reason: "its process has ended" }));
  return { child, hear: () => Promise.race([once(child, "message").then(([state]) => state), end]) };
}

function explainUnusableFolder(folder: string, reason: string): Error {
  const problem = `Can't use the folder ${folder} for the local DynamoDB (${reason}).`;
  const wayOut = "Make room for it and let it be written, or set DYNAMODB_FOLDER to another folder.";
  return new Error(`${problem} ${wayOut} ${IF_DAMAGED}`);
}

/** Keeps a server that answers, until this process ends. */
function keep({ child, hear }: Server, folder: string): void {
  child.unref();
  child.channel?.unref();
  running.set(child, once(child, "exit"));
  void hear().then((state) => running.has(child) && fail(folder, state));
}

/** Ends this process, which can't go on without its database, with a sentence. */
function fail(folder: string, { reason }: ServerState): never {
  const advice = `Check that it can be written, and has room. ${IF_DAMAGED}`;
  console.error(`The local DynamoDB in ${folder} failed (${reason}). ${advice}`);
  process.exit(1);
}

/** Closes the databases that this process has started, and waits until their processes have ended. */
export async function closeLocalDynamoDB(): Promise<void> {
  const children = [...running];
  running.clear();
  for (const signal of SIGNALS) process.removeListener(signal, exitInOrder);
  await Promise.all(
    children.map(async ([child, exit]) => {
      child.ref();
      child.disconnect();
      await exit;
    }),
  );
}

/** Ends the process in order if it is interrupted, as Node.js would not, until the database is closed. */
function exitOnSignals(): void {
  for (const signal of SIGNALS) if (process.listenerCount(signal) === 0) process.once(signal, exitInOrder);
}

function exitInOrder(signal: NodeJS.Signals): never {
  process.exit(128 + constants.signals[signal]);
}

async function tryFind(folder: string): Promise<LocalDynamoDB | undefined> {
  const read = (file: string) => readFile(join(folder, file), "utf8").catch(() => "");
  const endpoint = await read(ENDPOINT_FILE);
  const [, accessKeyId] = /^aws_access_key_id = (\w+)$/m.exec(await read(CREDENTIALS_FILE)) ?? [];
  if (!endpoint || !accessKeyId) return undefined;
  const credentials = { accessKeyId, secretAccessKey: "local" };
  const client = new DynamoDBClient({ endpoint, region: "local", credentials, maxAttempts: 1 });
  return client.send(new ListTablesCommand()).then(
    () => composeVariables(endpoint, accessKeyId),
    () => undefined,
  );
}
