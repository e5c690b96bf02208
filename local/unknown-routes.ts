import type { IncomingMessage } from "node:http";
import type { Serverless } from "../deploy/framework/serverless.ts";
import { guardNewServers, guardServer } from "./guard.ts";

/**
 * Answers requests to a port of this process for which the API has no route as API Gateway does. serverless-offline takes HEAD
 * for GET, and `/token/` for `/token`, and answers others with an error of its own.
 */
export function refuseUnknownRoutes(port: number, { service }: Serverless): void {
  const routes = Object.values(service.functions).flatMap(({ events = [] }) => events.flatMap(findRoute));
  const admit = ({ method, url = "" }: IncomingMessage) => {
    // API Gateway answers preflights by itself.
    const isPreflight = method === "OPTIONS" && service.provider.httpApi.cors !== false;
    return isPreflight || routes.some((route) => route.test(`${method} ${url.replace(/\?.*/, "")}`));
  };
  guardNewServers((server, serverPort) => {
    if (serverPort === port) guardServer(server, admit, { message: "Not Found" }, 404);
  });
}

/** Finds the route of an event, such as `POST /episodeperformance/{id}`, as an expression. */
function findRoute(event: object): RegExp | [] {
  const { httpApi: route } = { httpApi: undefined, ...event };
  return typeof route === "string" ? new RegExp(`^${String(route).replace(/\{\w+\}/g, "[^/]+")}$`) : [];
}
