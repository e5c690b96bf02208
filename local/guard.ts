import { timingSafeEqual } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isIP, Server } from "node:net";
import { isObject } from "../lib/json.ts";
import { tryParseUrl } from "../lib/url.ts";

/** Of a server with a request. The second takes the place of the first for a request with `Expect: 100-continue`. */
const EVENTS = ["request", "checkContinue"];

/**
 * Puts a check before the listeners of an HTTP server. A request that it refuses reaches none of them.
 *
 * @param admit answers whether the listeners get a request
 * @param refusal the body of the answer to a refused caller
 * @param status of that answer
 */
export function guardServer(
  server: Server,
  admit: (request: IncomingMessage) => boolean,
  refusal: object,
  status = 403,
): void {
  for (const event of EVENTS) {
    const listeners = server.listeners(event) as RequestListener[];
    // A listener more would let Node.js leave the request to it.
    if (listeners.length === 0) continue;
    server.removeAllListeners(event);
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      if (admit(request)) for (const listener of listeners) listener.call(server, request, response);
      else response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(refusal));
    });
  }
}

/**
 * Lets `guard` put its checks before the listeners of each HTTP server that this process starts from now on.
 *
 * @param guard gets a server once, with the port at which it listens
 */
export function guardNewServers(guard: (server: Server, port: number | undefined) => void): void {
  const guarded = new WeakSet<Server>();
  subscribe("http.server.request.start", (message) => {
    const server = isObject(message) ? message.server : undefined;
    if (!(server instanceof Server) || guarded.has(server)) return;
    guarded.add(server);
    const address = server.address();
    guard(server, isObject(address) ? Number(address.port) : undefined);
  });
}

/**
 * Checks whether a request names an access key. Its signature is not checked: only its user can read the key, and nobody else
 * sees what goes through the loopback interface.
 */
export function hasAccessKey({ headers: { authorization = "" } }: IncomingMessage, accessKey: string): boolean {
  const [, shown = ""] = /^AWS4-HMAC-SHA256 Credential=(\w+)\//.exec(authorization) ?? [];
  return shown.length === accessKey.length && timingSafeEqual(Buffer.from(shown), Buffer.from(accessKey));
}

/**
 * Checks whether a request was addressed to this machine by number or as localhost. A web site can let its own name point
 * to this machine (DNS rebinding), and its pages then count as the local service's own.
 */
export function hasLocalHost({ headers: { host = "localhost" } }: IncomingMessage): boolean {
  const name = tryParseUrl(`http://${host}`)?.hostname.replace(/^\[|\]$/g, "") ?? "";
  return isIP(name) !== 0 || name === "localhost" || name.endsWith(".localhost");
}

/** Checks whether a request was made by a program on this machine, not by a page in a browser. */
export function isFromProgram(request: IncomingMessage): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  return origin === undefined && site === undefined && hasLocalHost(request);
}
