import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage, ServerResponse } from "node:http";
import { isObject } from "../lib/json.ts";
import { toPrintable } from "../lib/printable.ts";

/**
 * Prints a line for each request to a port of this process: `GET /token 200 12 ms`. Omits query strings, which may
 * contain private data.
 *
 * @param isPrinted whether something else prints a line of an answered request
 */
export function printRequests(port: number, isPrinted: (request: IncomingMessage, status: number) => boolean): void {
  subscribe("http.server.request.start", (message) => {
    if (!isExchange(message) || message.request.socket.localPort !== port) return;
    const { request, response } = message;
    const start = performance.now();
    response.once("close", () => {
      if (response.writableFinished && isPrinted(request, response.statusCode)) return;
      const path = toPrintable(String(request.url).replace(/\?.*/, ""));
      const status = response.writableFinished ? response.statusCode : "not answered";
      console.log(`${request.method} ${path} ${status} ${Math.round(performance.now() - start)} ms`);
    });
  });
}

/** The message that Node publishes for an incoming request (node:diagnostics_channel, "Built-in Channels"). */
interface IncomingExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function isExchange(message: unknown): message is IncomingExchange {
  return isObject(message) && message.request instanceof IncomingMessage && message.response instanceof ServerResponse;
}
