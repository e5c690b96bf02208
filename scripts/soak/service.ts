import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findFreePort } from "../port.ts";

/** The service as `npm start` runs it, with keys and a DynamoDB of its own. */
export interface Service {
  readonly port: number;
  readonly secretKey: string;
  readonly publicKey: string;
  /** Where its DynamoDB is. */
  readonly endpoint: string;
  /** What its process has in memory, its DynamoDB and all its workers included, in bytes. */
  loadMemory(): Promise<number>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

const READY = "Ctrl-C ends it";

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
  };
  const child = spawn("serverless", ["offline", "start"], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = async () => {
    if (child.exitCode === null && child.kill("SIGINT")) await once(child, "exit");
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(child);
    const endpoint = await readFile(join(folder, "endpoint"), "utf8");
    return { port, secretKey, publicKey, endpoint, loadMemory: () => loadMemory(Number(child.pid)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Reads the output for as long as there is any: a full pipe would stop the service. */
async function waitUntilReady(child: ChildProcess): Promise<void> {
  let tail = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (data) => {
        tail = (tail + data).slice(-TAIL_LENGTH);
        if (tail.includes(READY)) resolve();
      });
    }
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`The service ended:\n${tail}`)));
  });
}

async function loadMemory(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(stdout) * 1_024;
}
