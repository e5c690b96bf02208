import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import dynalite from "dynalite";
import { Level } from "level";

/**
 * Runs dynalite on a folder, in a thread of its own: it answers while the main thread waits for a
 * child process. Posts its endpoint, or nothing if another process has the folder, and then runs
 * until its process ends.
 *
 * dynalite hangs on a folder that is in use. LevelDB's lock, which goes with its process however that
 * ends, is therefore taken here first, on a database of its own.
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
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

parentPort?.postMessage(await serve(workerData));
