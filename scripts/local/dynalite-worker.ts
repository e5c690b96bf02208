import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import dynalite from "dynalite";
import { Level } from "level";
import { guardServer, isFromProgram } from "./guard.ts";

/**
 * Runs dynalite on a folder until the process ends. A separate thread lets it answer while the main thread waits for
 * a child process.
 *
 * dynalite hangs on a folder that is in use. The folder is therefore locked first, with the lock of a second, empty
 * LevelDB, which the system releases however the process ends.
 *
 * @returns the endpoint, or undefined if another process uses the folder
 */
async function serve(folder: string): Promise<string | undefined> {
  try {
    await new Level(join(folder, "lock")).open();
  } catch (error) {
    const { cause } = error as Error & { cause?: { code?: string } };
    if (cause?.code === "LEVEL_LOCKED") return undefined;
    throw cause ?? error;
  }
  const server = dynalite({ path: join(folder, "data"), createTableMs: 0 });
  guardServer(server, isFromProgram, "This local DynamoDB refuses requests of web sites.");
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

parentPort?.postMessage(await serve(workerData));
