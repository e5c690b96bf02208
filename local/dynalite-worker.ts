import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import dynalite from "dynalite";
import { Level } from "level";
import { guardServer, isFromProgram } from "./guard.ts";

const { folder, closed }: { readonly folder: string; readonly closed: Int32Array } = workerData;

/**
 * Runs dynalite on a folder until it is told to close. A separate thread lets it answer while the main thread waits for
 * a child process.
 *
 * dynalite hangs on a folder that is in use. The folder is therefore locked first, with the lock of a second, empty
 * LevelDB, which the system releases however the process ends.
 *
 * @returns the endpoint, or undefined if another process uses the folder
 */
async function serve(): Promise<string | undefined> {
  const lock = new Level(join(folder, "lock"));
  try {
    await lock.open();
  } catch (error) {
    const { cause } = error as Error & { cause?: { code?: string } };
    if (cause?.code === "LEVEL_LOCKED") return undefined;
    throw cause ?? error;
  }
  const server = dynalite({ path: join(folder, "data"), createTableMs: 0 });
  guardServer(server, isFromProgram, "This local DynamoDB refuses requests of web sites.");
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  parentPort?.once("message", () => close(server, lock));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Closes everything, which ends the thread, and wakes up the main thread. */
async function close(server: Server, lock: Level): Promise<void> {
  // dynalite closes its database with the server, once the requests that it is working on are done.
  const end = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await end;
  await lock.close();
  Atomics.store(closed, 0, 1);
  Atomics.notify(closed, 0);
}

parentPort?.postMessage(await serve());
