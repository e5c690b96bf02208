import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** Finds a free port. Another process may take it before the caller does. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "localhost"), "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
