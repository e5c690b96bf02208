import { decodeJwt, decodeProtectedHeader, type JWTPayload } from "jose";
import type { RequestInit } from "undici";
import { isObject, tryParseJson } from "../lib/json.ts";
import { requireDocumentedAnswer } from "../local/openapi/answers.ts";
import { type HttpAnswer, sendRequest } from "./shell/http.ts";
import type { Service } from "./shell/service.ts";

/** The service to check. */
export interface CheckedService extends Service {
  /** GUID of an episode that has a chart. */
  readonly guid?: string | undefined;
  /** Whether its collector must be on. */
  readonly collector?: true | undefined;
}

/** A response that conforms to openapi.yaml. */
export interface SmokeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Calls an operation, such as `GET` of `/token`.
 *
 * @throws Error if there is no complete response within 15 s, or if it does not conform to openapi.yaml
 */
export async function call(
  { url }: CheckedService,
  method: string,
  path: string,
  query: string,
  init: RequestInit,
): Promise<SmokeAnswer> {
  return requireDocumented(method, path, await sendRequest(`${url}${path}${query}`, { ...init, method }));
}

/**
 * Sends a report of listening. Its sender objects to being counted, so that the service does not log the unknown episode.
 *
 * @returns undefined if the API has no such route: the collector is off
 * @throws Error as {@link call}
 */
export async function sendListen(
  { url }: CheckedService,
  id: string,
  report: object,
): Promise<SmokeAnswer | undefined> {
  const headers = { "Content-Type": "application/json", "Sec-GPC": "1" };
  const init = { method: "POST", body: JSON.stringify(report), headers };
  const answer = await sendRequest(`${url}/episodeperformance/${encodeURIComponent(id)}`, init);
  // API Gateway's own answers have a message. The service's have an error.
  const parsed = tryParseJson(answer.body);
  if (answer.status === 404 && isObject(parsed) && parsed.message !== undefined) return undefined;
  return requireDocumented("POST", "/episodeperformance/{id}", answer);
}

function requireDocumented(method: string, path: string, answer: HttpAnswer): SmokeAnswer {
  requireDocumentedAnswer(method, path, answer);
  return { ...answer, body: JSON.parse(answer.body) };
}

/**
 * @param expected a status, such as `200`, or that of an error with the beginning of its text: `401 Unauthorized`
 * @throws Error if the response is another one
 */
export function requireAnswer({ status, body }: SmokeAnswer, expected: string): void {
  const answer = `${status} ${body.error ?? ""}`.trim();
  if (!answer.startsWith(expected)) throw new Error(`The answer must be "${expected}", not "${answer}".`);
}

/**
 * Returns the token in a response, with its claims.
 *
 * @throws Error if there is no token, or if its algorithm or the names of its claims are wrong
 */
export function requireToken(answer: SmokeAnswer, isAdmin: boolean): { token: string; claims: JWTPayload } {
  requireAnswer(answer, "200");
  const token = String(answer.body.token);
  const { alg, claims } = decodeToken(token);
  if (alg !== "HS256") throw new Error(`The token must be signed with HS256, not ${alg}.`);
  const expected = isAdmin ? "a,d,exp,iat,s" : "d,exp,iat,s";
  const names = Object.keys(claims).sort().join();
  if (names !== expected) throw new Error(`The token's claims must be ${expected}, not ${names}.`);
  return { token, claims };
}

function decodeToken(token: string): { alg: string | undefined; claims: JWTPayload } {
  try {
    return { alg: decodeProtectedHeader(token).alg, claims: decodeJwt(token) };
  } catch (error) {
    throw new Error("The token must be a JSON Web Token.", { cause: error });
  }
}
