import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context, EventBridgeEvent } from "aws-lambda";
import { handler as listenHandler } from "../../functions/listen.ts";
import { handler as updateHandler } from "../../functions/update.ts";
import { documented, getToken, readEvent } from "./service.ts";
import { listSeconds, unpackSpans } from "./spans.ts";
import { readListenItems } from "./tables.ts";
import { idOf } from "./tokens.ts";

const context = { awsRequestId: "request-1", getRemainingTimeInMillis: () => 900_000 } as Context;

/** What a test sends in place of what events/listen.json has. */
export interface ListenChanges {
  /** The token's id (default: that of a new token). */
  readonly id?: string;
  readonly guid?: string;
  readonly data?: unknown;
  /** In place of guid and data. */
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
  readonly headers?: Record<string, string>;
  readonly address?: string;
  readonly userAgent?: string;
  readonly method?: string;
}

/** By the table of tokens, which each file of tests has for itself. */
const tokenIds = new Map<string, Promise<string>>();

/** Returns the id of a token for feeds, which is the same for all tests of a file. */
export async function getTokenId(): Promise<string> {
  const table = String(process.env.TOKENS_TABLE);
  const id = tokenIds.get(table) ?? getFreshTokenId();
  tokenIds.set(table, id);
  return id;
}

/** Returns the id of a new token for feeds. */
export async function getFreshTokenId(): Promise<string> {
  return String(idOf(await getToken()));
}

export async function makeListenEvent(changes: ListenChanges): Promise<APIGatewayProxyEventV2> {
  const { guid = "sample-listen", data = [{ time: 0, event: "play" }], address, userAgent, method } = changes;
  const event = readEvent("listen");
  const { http } = event.requestContext;
  const id = changes.id ?? (await getTokenId());
  return {
    ...event,
    headers: { ...event.headers, ...changes.headers },
    pathParameters: { id },
    body: changes.body ?? JSON.stringify({ episodeGUID: guid, data }),
    isBase64Encoded: changes.isBase64Encoded ?? false,
    requestContext: {
      ...event.requestContext,
      http: {
        ...http,
        method: method ?? http.method,
        sourceIp: address ?? http.sourceIp,
        userAgent: userAgent ?? http.userAgent,
      },
    },
  };
}

export async function listen(changes: ListenChanges = {}) {
  return send(await makeListenEvent(changes));
}

/** Sends a listen. Returns the answer, with its body parsed. */
export async function send(event: APIGatewayProxyEventV2) {
  const answer: APIGatewayProxyStructuredResultV2 = await listenHandler(event, context);
  const isPreflight = event.requestContext.http.method === "OPTIONS";
  if (!isPreflight) documented("POST", "/episodeperformance/{id}", answer);
  const { statusCode = 0, headers = {}, body } = answer;
  return { status: statusCode, headers, body: body ? JSON.parse(body) : body };
}

/** Reads the seconds of an episode that somebody has heard, in ascending order. */
export async function readHeardSeconds(guid: string | undefined): Promise<number[]> {
  const listens = (await readListenItems()).filter((item) => item.guid === guid);
  return listSeconds(listens.flatMap(({ spans }) => unpackSpans(spans)));
}

/** Runs the scheduled function. */
export async function update(): Promise<void> {
  await updateHandler({} as EventBridgeEvent<"Scheduled Event", object>, context, () => {});
}
