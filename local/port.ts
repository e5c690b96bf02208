import { once } from "node:events";
import { createServer } from "node:net";

/** @throws Error if this process can't listen on the port of localhost */
export async function requireFreePort(port: number | string): Promise<void> {
  const number = Number(port);
  if (!Number.isInteger(number) || number < 1 || number > 65_535)
    throw new Error(`"${port}" is not a port number. Set PORT to a number from 1 to 65535.`);
  const server = createServer();
  try {
    await once(server.listen(number, "localhost"), "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = code === "EADDRINUSE" ? "is in use" : `can't be used (${code})`;
    throw new Error(`Port ${port} ${problem}. Set PORT to another port.`, { cause: error });
  }
  server.close();
  await once(server, "close");
}
