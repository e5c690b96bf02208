import { once } from "node:events";
import { createServer, type Server as HttpServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server on this machine. */
export interface Server {
  readonly url: string;
  /** Stops listening, and breaks every connection. */
  stop(): void;
}

export async function startServer(listener: RequestListener): Promise<Server> {
  return startListening(createServer(listener));
}

/** Lets a server listen at a free port. */
export async function startListening(server: HttpServer): Promise<Server> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
