import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { beforeEach, vi } from "vitest";
import { handler as chartsHandler } from "../../functions/charts.ts";
import { handler as episodesHandler } from "../../functions/episodes.ts";
import { handler as tokenHandler } from "../../functions/token.ts";
import { PUBLIC_KEY, SECRET_KEY } from "./keys.ts";

/** What a process keeps, however often it loads modules anew: to compile openapi.yaml takes long. */
const kept: { openApi?: Promise<typeof import("../../local/openapi/answers.ts")> } = Object(globalThis);
kept.openApi ??= import("../../local/openapi/answers.ts");
const { requireDocumentedAnswer } = await kept.openApi;

/** A response of the service, with its body parsed. */
export interface Response {
  readonly status: number | undefined;
  readonly headers: Record<string, unknown>;
  readonly body: Record<string, unknown>;
}

/** The headers of every answer. */
export const HEADERS = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };

/** The answer to a request for an unknown episode, whose credential was accepted. */
export const NOT_FOUND: Response = { status: 404, headers: HEADERS, body: { error: "Episode not found" } };

/** The answer to a request without a credential. */
export const MISSING: Response = {
  status: 401,
  headers: { ...HEADERS, "WWW-Authenticate": "Bearer" },
  body: { error: "Unauthorized: a valid admin token is required" },
};

/** The answer to a request with any credential that is none. */
export const REJECTED: Response = {
  ...MISSING,
  headers: { ...HEADERS, "WWW-Authenticate": 'Bearer error="invalid_token"' },
};

/** Configures the service with both keys, and no other settings, for each test of a file. */
export function useConfiguredService(): void {
  beforeEach(configureService);
}

/** Configures the service so until the next test. */
export function configureService(): void {
  vi.stubEnv("PERFORMANCE_SECRET_KEY", SECRET_KEY);
  vi.stubEnv("PERFORMANCE_PUBLIC_KEY", PUBLIC_KEY);
  vi.stubEnv("EXPIRES_IN", undefined);
  vi.stubEnv("MAX_EXPIRES_IN", undefined);
}

/** Reads an event from events/, replaces ADMIN_TOKEN with an admin token, and applies changes. */
export function readEvent(
  name: string,
  { adminToken = "ADMIN_TOKEN", headers = {}, ...changes }: EventChanges = {},
): APIGatewayProxyEventV2 {
  const json = readFileSync(new URL(`../../events/${name}.json`, import.meta.url), "utf8");
  const event: APIGatewayProxyEventV2 = JSON.parse(
    json.replace("ADMIN_TOKEN", () => JSON.stringify(adminToken).slice(1, -1)),
  );
  return { ...event, ...changes, headers: { ...event.headers, ...headers } };
}

type EventChanges = Partial<APIGatewayProxyEventV2> & { readonly adminToken?: string };

export async function callToken(event: APIGatewayProxyEventV2): Promise<Response> {
  return parse(documented("GET", "/token", await tokenHandler(event, context)));
}

export async function callCharts(event: APIGatewayProxyEventV2): Promise<Response> {
  return parse(await invokeCharts(event));
}

/** Asks for an unknown episode with an admin token, or with a request that is changed. */
export async function callChartsWith(changes: Parameters<typeof readEvent>[1]): Promise<Response> {
  return callCharts(readEvent("charts-unknown-episode", { adminToken: await getAdminToken(), ...changes }));
}

export async function callEpisodes(event: APIGatewayProxyEventV2): Promise<Response> {
  return parse(documented("POST", "/episodes", await episodesHandler(event, context)));
}

/** Returns the result of POST /charts as API Gateway gets it, for tests of its encoding. */
export async function invokeCharts(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  return documented("POST", "/charts", await chartsHandler(event, context));
}

/** Gets a token as a client does. */
export async function getToken(event = readEvent("token")): Promise<string> {
  return String((await callToken(event)).body.token);
}

export async function getAdminToken(): Promise<string> {
  return getToken(readEvent("token-admin"));
}

const context = { awsRequestId: "request-1" } as Context;

/** Returns the result of a function, which must answer as openapi.yaml says. */
export function documented(
  method: string,
  path: string,
  result: APIGatewayProxyStructuredResultV2,
): APIGatewayProxyStructuredResultV2 {
  const { statusCode: status = 0, headers, body = "" } = result;
  const text = result.isBase64Encoded ? gunzipSync(Buffer.from(body, "base64")).toString() : body;
  requireDocumentedAnswer(method, path, {
    status,
    headers: new Headers(headers as Record<string, string>),
    body: text,
  });
  return result;
}

function parse({ statusCode, headers, body }: APIGatewayProxyStructuredResultV2): Response {
  return { status: statusCode, headers: headers ?? {}, body: JSON.parse(body ?? "") };
}
