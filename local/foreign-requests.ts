import type { IncomingMessage } from "node:http";
import { isObject } from "../lib/json.ts";
import { guardNewServers, guardServer, hasLocalHost } from "./guard.ts";

const REASON =
  "This local service refuses requests of web sites, and by the names of machines. From a container, use an address in place of a name. To let a web site in, as deployed, set the parameter cors in serverless.yml.";

const OTHER_PORT = "Nothing answers at this port. Use the port of npm start.";

/** The route that every web site may use, because players are on all of them. */
const OPEN_ROUTE = /^(POST|OPTIONS) \/episodeperformance\/[^/?]+(\?|$)/;

/**
 * Refuses requests that web sites make in the developer's browser, to all HTTP servers that this process starts from now
 * on. Without it, any page could get an admin token with the development key: serverless-offline lets every origin in.
 *
 * @param cors the setting of the HTTP API. Without it, the API has no CORS headers, and so has the local service
 * @param port the only one that answers. serverless-offline also serves Lambda's own API, which takes any event
 */
export function refuseForeignRequests(cors: unknown, port: number): void {
  const admit = (request: IncomingMessage) => {
    const isAdmitted = isOfPlayer(request) || (hasLocalHost(request) && !isOfForeignSite(request, cors));
    // serverless-offline answers any request that has an origin with CORS headers of its own.
    if (!cors) delete request.headers.origin;
    return isAdmitted;
  };
  guardNewServers((server, serverPort) => {
    if (serverPort === port) guardServer(server, admit, { message: REASON });
    else guardServer(server, () => false, { message: OTHER_PORT });
  });
}

/** Checks whether a request is, or asks to be, a listen. */
export function isOfPlayer({ method, url }: IncomingMessage): boolean {
  return OPEN_ROUTE.test(`${method} ${url}`);
}

/** Browsers leave out the origin where a page only shows an image or follows a link, but say that another site asked. */
function isOfForeignSite({ headers }: IncomingMessage, cors: unknown): boolean {
  const { origin, host, "sec-fetch-site": site } = headers;
  if (origin === undefined) return site === "cross-site";
  if (origin === `http://${host}` || origin === `https://${host}`) return false;
  const allowed = isObject(cors) && Array.isArray(cors.allowedOrigins) ? cors.allowedOrigins : [];
  return cors !== true && !allowed.includes(origin) && !allowed.includes("*");
}
