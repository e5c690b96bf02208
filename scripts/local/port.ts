import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** @throws Error if nothing can listen on the port, with the way out */
export async function requireFreePort(port: number | string): Promise<void> {
  const number = Number(port);
  if (!Number.isInteger(number) || number < 1 || number > 65_535)
    throw new Error(`PORT is "${port}": not a port number`);
  const server = createServer();
  try {
    await once(server.listen(number, "localhost"), "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "EADDRINUSE" ? "is in use" : `can't be used (${code})`;
    throw new Error(`Port ${port} ${reason}: choose another one, such as PORT=3001 npm start`, { cause: error });
  }
  server.close();
  await once(server, "close");
}

/** A port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "localhost"), "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
