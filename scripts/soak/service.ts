import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { findFreePort } from "../local/port.ts";
import { Inspector } from "./inspector.ts";
import { loadMemory, type Memory } from "./memory.ts";

/** The service as `npm start` runs it, with keys and a DynamoDB of its own. */
export interface Service {
  readonly port: number;
  readonly secretKey: string;
  readonly publicKey: string;
  /** Where its DynamoDB is. */
  readonly endpoint: string;
  /** What it has in memory once it rests: 11 s after the last answer. */
  loadMemory(): Promise<Memory>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

const READY = "Ctrl-C ends it";

/** For how long a function's thread is kept without work: longer than a soak takes. */
const IDLE_SECONDS = 86_400;

/** For how long the local server keeps an answer, the functions' time-out, and a little more, in milliseconds. */
const REST_MS = 11_000;

/** How much of its output is kept, to tell why it ended, in characters. */
const TAIL_LENGTH = 4_000;

/**
 * Starts the service on a free port.
 *
 * @throws Error if it ends instead, with the end of its output
 */
export async function startService(): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), "performance-data-soak-"));
  const port = await findFreePort();
  const [secretKey, publicKey] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];
  const variables = {
    PORT: String(port),
    DYNAMODB_FOLDER: folder,
    PERFORMANCE_SECRET_KEY: secretKey,
    PERFORMANCE_PUBLIC_KEY: publicKey,
    EXPIRES_IN: "1h",
    AWS_REGION: "us-east-1",
    // Empty and not missing, for .env could name it.
    AWS_ENDPOINT_URL_DYNAMODB: "",
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --inspect=127.0.0.1:0`,
  };
  const child = spawn("serverless", ["offline", "start", "--terminateIdleLambdaTime", String(IDLE_SECONDS)], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let inspector: Inspector | undefined;
  const stop = async () => {
    inspector?.close();
    if (child.exitCode === null && child.kill("SIGINT")) await once(child, "exit");
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const threads = await Inspector.connect(await waitUntilReady(child));
    inspector = threads;
    const endpoint = await readFile(join(folder, "endpoint"), "utf8");
    const rest = async () => {
      await setTimeout(REST_MS);
      return loadMemory(threads, Number(child.pid));
    };
    return { port, secretKey, publicKey, endpoint, loadMemory: rest, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Reads the output for as long as there is any: a full pipe would stop the service.
 *
 * @returns the URL of its inspector
 */
async function waitUntilReady(child: ChildProcess): Promise<string> {
  let tail = "";
  let url: string | undefined;
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (data) => {
        tail = (tail + data).slice(-TAIL_LENGTH);
        url ??= /listening on (ws:\S+)\n/.exec(tail)?.[1];
        if (url && tail.includes(READY)) resolve(url);
      });
    }
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`The service ended:\n${tail}`)));
  });
}
