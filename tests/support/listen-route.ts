import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { handler } from "../../functions/listen.ts";
import { type Server, startServer } from "./server.ts";
import { readEvent } from "./service.ts";

/** The route that players send to, over HTTP. */
export interface ListenRoute extends Server {
  /** What was asked so far, such as `OPTIONS 204`, with the request's headers. */
  readonly requests: { readonly summary: string; readonly headers: IncomingMessage["headers"] }[];
  /** The statuses with which API Gateway answers the next requests by itself: without CORS headers, or with these. */
  readonly refusals: (number | readonly [status: number, headers: Record<string, string>])[];
}

const PATH = /^\/episodeperformance\/([^/?]+)$/;

/** Starts a server that passes requests on to the function `listen` as API Gateway does (payload format 2.0). */
export async function startListenRoute(): Promise<ListenRoute> {
  const requests: ListenRoute["requests"] = [];
  const refusals: ListenRoute["refusals"] = [];
  const server = await startServer(async (request, response) => {
    const { method = "", headers } = request;
    const refusal = refusals.shift();
    const answer = refusal ? refuse(refusal) : await answerRequest(request);
    const { statusCode = 200, body } = answer;
    requests.push({ summary: `${method} ${statusCode}`, headers });
    response.writeHead(statusCode, { ...answer.headers } as Record<string, string>).end(body);
  });
  return { ...server, requests, refusals };
}

function refuse(refusal: ListenRoute["refusals"][number]): APIGatewayProxyStructuredResultV2 {
  return typeof refusal === "number" ? { statusCode: refusal } : { statusCode: refusal[0], headers: refusal[1] };
}

async function answerRequest(request: IncomingMessage): Promise<APIGatewayProxyStructuredResultV2> {
  const id = PATH.exec(request.url ?? "")?.[1];
  if (!id || !["POST", "OPTIONS"].includes(request.method ?? "")) return { statusCode: 404 };
  return handler(await makeEvent(request, id), { awsRequestId: "request-1" } as Context);
}

async function makeEvent(request: IncomingMessage, id: string): Promise<APIGatewayProxyEventV2> {
  const { url = "", method = "", headers, socket } = request;
  const { requestContext, ...event } = readEvent("listen");
  const routeKey = `${method} /episodeperformance/{id}`;
  const sourceIp = String(socket.remoteAddress);
  const http = { ...requestContext.http, method, path: url, sourceIp, userAgent: headers["user-agent"] ?? "" };
  return {
    ...event,
    routeKey,
    rawPath: url,
    pathParameters: { id },
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: await text(request),
    requestContext: { ...requestContext, routeKey, http },
  };
}
