import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const PAUSE_MS = 200;

/** A service that runs as `npm start` runs it, on the tables of the tests. */
export interface OfflineService {
  readonly url: string;
}

/** Runs the service while a file's tests run; its URL is there once they do. */
export function useOfflineService(): OfflineService {
  const service = { url: "" };
  let stop = async () => {};
  beforeAll(async () => {
    const port = await findFreePort();
    const args = ["offline", "start", "--stage", String(process.env.TEST_STAGE)];
    const child = spawn("node_modules/.bin/serverless", args, {
      cwd: root,
      env: { ...process.env, PORT: String(port) },
      stdio: "ignore",
    });
    const exited = once(child, "exit");
    stop = async () => {
      child.kill();
      await exited;
    };
    const url = `http://localhost:${port}`;
    while (child.exitCode === null && !(await isUp(url))) await setTimeout(PAUSE_MS);
    service.url = url;
  });
  afterAll(() => stop());
  return service;
}

async function isUp(url: string): Promise<boolean> {
  return fetch(`${url}/token`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}
