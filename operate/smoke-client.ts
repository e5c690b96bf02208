import { decodeJwt, decodeProtectedHeader, type JWTPayload } from "jose";
import type { RequestInit } from "undici";
import { requireDocumentedAnswer } from "../local/openapi/answers.ts";
import { sendRequest } from "./shell/http.ts";
import type { Service } from "./shell/service.ts";

/** The service to check. */
export interface CheckedService extends Service {
  /** GUID of an episode that has a chart. */
  readonly guid?: string | undefined;
}

/** A response that conforms to openapi.yaml. */
export interface SmokeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Calls an operation, such as `GET /token`.
 *
 * @throws Error if there is no complete response within 15 s, or if it does not conform to openapi.yaml
 */
export async function call(
  { url }: CheckedService,
  operation: string,
  query: string,
  init: RequestInit,
): Promise<SmokeAnswer> {
  const [method = "", path = ""] = operation.split(" ");
  const answer = await sendRequest(`${url}${path}${query}`, { ...init, method });
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
  const { alg } = decodeProtectedHeader(token);
  if (alg !== "HS256") throw new Error(`The token must be signed with HS256, not ${alg}.`);
  const claims = decodeJwt(token);
  const expected = isAdmin ? "a,d,exp,iat,s" : "d,exp,iat,s";
  const names = Object.keys(claims).sort().join();
  if (names !== expected) throw new Error(`The token's claims must be ${expected}, not ${names}.`);
  return { token, claims };
}
