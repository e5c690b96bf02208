import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { handler as chartsHandler } from "../../functions/charts.ts";
import { handler as episodesHandler } from "../../functions/episodes.ts";
import { handler as listenHandler } from "../../functions/listen.ts";
import { handler as tokenHandler } from "../../functions/token.ts";
import { type Server, startServer } from "./server.ts";
import { readEvent } from "./service.ts";

/** The routes of the service over HTTP, in this process. */
export interface Routes extends Server {
  /** The requests so far, such as `GET /token` and, with its status, `GET 200`, and their headers. */
  readonly requests: {
    readonly route: string;
    readonly summary: string;
    readonly headers: IncomingMessage["headers"];
  }[];
  /** The largest number of requests that were answered at once. */
  maxConcurrency: number;
  /** What API Gateway answers by itself to the next requests, but for tokens: a status, perhaps with headers. */
  readonly refusals: (number | readonly [status: number, headers: Record<string, string>])[];
}

const HANDLERS = { token: tokenHandler, charts: chartsHandler, episodes: episodesHandler, listen: listenHandler };

/** The routes of the functions, whose events are in events/. A path may have an id. */
const PATTERNS = {
  token: /^GET \/token(?:\?|$)/,
  charts: /^POST \/charts$/,
  episodes: /^POST \/episodes$/,
  listen: /^(?:POST|OPTIONS) \/episodeperformance\/(?<id>[^/?]+)$/,
};

const CONTEXT = { awsRequestId: "request-1" } as Context;

/** Long enough for requests of charts to overlap. */
const CHARTS_MS = 50;

/** Starts a server that passes requests on to the functions as API Gateway does (payload format 2.0). */
export async function startRoutes(): Promise<Routes> {
  let concurrency = 0;
  const server = await startServer(async (request, response) => {
    routes.maxConcurrency = Math.max(routes.maxConcurrency, ++concurrency);
    const route = `${request.method} ${request.url}`;
    const answer = await answerRequest(route, request, routes.refusals);
    routes.requests.push({ route, summary: `${request.method} ${answer.statusCode}`, headers: request.headers });
    concurrency--;
    send(response, answer);
  });
  const routes: Routes = { ...server, requests: [], maxConcurrency: 0, refusals: [] };
  return routes;
}

async function answerRequest(
  route: string,
  request: IncomingMessage,
  refusals: Routes["refusals"],
): Promise<APIGatewayProxyStructuredResultV2> {
  const name = (["token", "charts", "episodes", "listen"] as const).find((one) => PATTERNS[one].test(route));
  const refusal = name === "token" ? undefined : refusals.shift();
  if (refusal !== undefined) {
    const [statusCode, headers] = [refusal].flat() as [number, Record<string, string>?];
    return { statusCode, ...(headers && { headers }), body: '{"message":"Too Many Requests"}' };
  }
  if (!name) return { statusCode: 404 };
  const event = await makeEvent(name, request, PATTERNS[name].exec(route)?.groups?.id);
  if (name === "charts") await setTimeout(CHARTS_MS);
  return HANDLERS[name](event, CONTEXT);
}

async function makeEvent(name: string, request: IncomingMessage, id?: string): Promise<APIGatewayProxyEventV2> {
  const { method = "", url = "", headers, socket } = request;
  const { requestContext, ...event } = readEvent(name);
  const sourceIp = String(socket.remoteAddress);
  const http = { ...requestContext.http, method, path: url, sourceIp, userAgent: headers["user-agent"] ?? "" };
  return {
    ...event,
    rawPath: url,
    queryStringParameters: Object.fromEntries(new URL(url, "http://localhost").searchParams),
    ...(id && { pathParameters: { id } }),
    headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, String(value)])),
    body: await text(request),
    requestContext: { ...requestContext, http },
  };
}

function send(response: ServerResponse, { statusCode = 200, ...answer }: APIGatewayProxyStructuredResultV2): void {
  const body = Buffer.from(answer.body ?? "", answer.isBase64Encoded ? "base64" : "utf8");
  response.writeHead(statusCode, answer.headers as Record<string, string>).end(body);
}
