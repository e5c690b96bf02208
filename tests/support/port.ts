import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Finds a free port, below those that the system gives to whoever asks for any (from 32,768 on): another test may get one
 * of these before the caller listens.
 */
export async function findFreePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const server = createServer().listen(port, "localhost");
  try {
    await once(server, "listening");
  } catch {
    return findFreePort();
  }
  await once(server.close(), "close");
  return port;
}
