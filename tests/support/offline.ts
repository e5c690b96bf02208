import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { copyCheckout } from "./checkout.ts";

/** A service that runs by itself, in a copy of the service. */
export interface Service {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the service as `npm start` does, with nothing set but the port. */
export async function startService(): Promise<Service> {
  const { folder, remove } = await copyCheckout();
  const port = await findFreePort();
  const command = [join(folder, "node_modules/serverless/bin/serverless.js"), "offline", "start"];
  const env = { PATH: process.env.PATH, HOME: join(folder, "home"), PORT: String(port) };
  const child = spawn(process.execPath, command, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  child.stderr.resume();
  await waitForGreeting(child);
  const stop = async () => {
    child.kill("SIGINT");
    if (child.exitCode === null) await once(child, "exit");
    await remove();
  };
  return { url: `http://localhost:${port}`, stop };
}

async function waitForGreeting({ stdout }: ChildProcess): Promise<void> {
  if (!stdout) throw new Error("no output to read");
  const lines: string[] = [];
  for await (const line of createInterface(stdout)) {
    lines.push(line);
    if (line.startsWith("Ctrl-C ends it.")) {
      stdout.resume();
      return;
    }
  }
  throw new Error(`serverless offline ended:\n${lines.join("\n")}`);
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "localhost"), "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
