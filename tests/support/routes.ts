import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { handler as chartsHandler } from "../../functions/charts.ts";
import { handler as tokenHandler } from "../../functions/token.ts";
import { type Server, startServer } from "./server.ts";
import { readEvent } from "./service.ts";

/** The routes of the service over HTTP, in this process. */
export interface Routes extends Server {
  /** The requests so far, such as `GET /token`, with their headers. */
  readonly requests: { readonly route: string; readonly headers: IncomingMessage["headers"] }[];
  /** The largest number of charts that were requested at once. */
  maxConcurrency: number;
  /** Statuses with which API Gateway refuses the next requests of charts. */
  readonly refusals: number[];
}

/** Starts a server that passes requests on to the functions as API Gateway does (payload format 2.0). */
export async function startRoutes(): Promise<Routes> {
  let concurrency = 0;
  const server = await startServer(async (request, response) => {
    const route = `${request.method} ${request.url}`;
    routes.requests.push({ route, headers: request.headers });
    if (route === "GET /token") return send(response, await tokenHandler(await makeEvent("token", request), CONTEXT));
    concurrency++;
    routes.maxConcurrency = Math.max(routes.maxConcurrency, concurrency);
    const status = routes.refusals.shift();
    const event = await makeEvent("charts", request);
    await setTimeout(CHARTS_MS);
    send(response, status === undefined ? await chartsHandler(event, CONTEXT) : { statusCode: status, body: REFUSAL });
    concurrency--;
  });
  const routes: Routes = { ...server, requests: [], maxConcurrency: 0, refusals: [] };
  return routes;
}

const CONTEXT = { awsRequestId: "request-1" } as Context;
/** Long enough for requests to overlap. */
const CHARTS_MS = 50;
const REFUSAL = '{"message":"Too Many Requests"}';

async function makeEvent(name: string, request: IncomingMessage): Promise<APIGatewayProxyEventV2> {
  const headers = Object.entries(request.headers).map(([key, value]) => [key, String(value)]);
  return { ...readEvent(name), headers: Object.fromEntries(headers), body: await text(request) };
}

function send(response: ServerResponse, { statusCode = 200, ...answer }: APIGatewayProxyStructuredResultV2): void {
  const body = Buffer.from(answer.body ?? "", answer.isBase64Encoded ? "base64" : "utf8");
  response.writeHead(statusCode, answer.headers as Record<string, string>).end(body);
}
