import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import dynalite from "dynalite";
import { Level } from "level";
import type { ServerState } from "./embedded-dynamodb.ts";
import { guardServer, hasAccessKey, isFromProgram } from "./guard.ts";
import { CREDENTIALS_FILE, ENDPOINT_FILE } from "./own-folder.ts";

/** How long closing may take. LevelDB repairs what a process that is killed leaves behind. */
const CLOSING_MS = 5_000;

/** As AWS's SDKs understand it. */
const composeRefusal = (message: string) => {
  return { __type: "AccessDeniedException", message: `This local DynamoDB ${message}` };
};

/** Between two looks at whether another process has released the folder. */
const PAUSE_MS = 100;

/**
 * Runs dynalite on a folder until the process that has started it ends, or disconnects.
 *
 * dynalite hangs on a folder that is in use. The folder is therefore locked first, with the lock of a second, empty
 * LevelDB, which the system releases however the process ends.
 */
async function serve(folder: string): Promise<void> {
  const lock = await takeLock(join(folder, "lock"));
  // Of a process that was killed. Another user may have its port by now.
  for (const file of [ENDPOINT_FILE, CREDENTIALS_FILE]) await rm(join(folder, file), { force: true });
  const server = dynalite({ path: join(folder, "data"), createTableMs: 0 });
  // Other users of the machine reach the port, too. They can't read the key: it is told in no argument and no variable.
  const accessKey = randomBytes(16).toString("hex");
  guardServer(
    server,
    (request) => hasAccessKey(request, accessKey),
    composeRefusal("needs the credentials that are in its data folder, in the file credentials."),
  );
  guardServer(server, isFromProgram, composeRefusal("refuses requests of web sites."));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  process.once("disconnect", () => close(server, lock));
  report({ endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, accessKey });
  // It may have ended before this process could notice.
  if (!process.connected) await close(server, lock);
}

/** Takes a folder's lock. Waits for it, and says so, if another process has it. */
async function takeLock(path: string): Promise<Level> {
  let hasSaid = false;
  for (;;) {
    const lock = new Level(path);
    try {
      await lock.open();
      return lock;
    } catch (error) {
      const { cause } = error as Error & { cause?: { code?: string } };
      if (cause?.code !== "LEVEL_LOCKED") throw cause ?? error;
    }
    if (!hasSaid) report({});
    hasSaid = true;
    await setTimeout(PAUSE_MS);
    if (!process.connected) process.exit();
  }
}

/** Tells the process that has started this one how it is. Nobody needs to know if that process has ended. */
function report(state: ServerState, onTold = () => {}): void {
  process.send?.(state, onTold);
}

async function close(server: Server, lock: Level): Promise<void> {
  globalThis.setTimeout(() => process.kill(process.pid, "SIGKILL"), CLOSING_MS);
  // dynalite closes its database with the server, once the requests that it is working on are done.
  const end = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await end;
  await lock.close();
  process.exit();
}

// Ctrl-C reaches all processes of a command, which may still need its database.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.on("uncaughtException", ({ message }) => report({ reason: message }, () => process.exit(1)));

await serve(String(process.argv[2]));
