import { decodeJwt, decodeProtectedHeader, type JWTPayload } from "jose";
import { sendRequest } from "../cli/http.ts";
import type { Service } from "../cli/service.ts";
import { requireDocumentedAnswer } from "./openapi.ts";

/** The service that is looked at. */
export interface Target extends Service {
  /** An episode that has a chart. */
  readonly guid?: string;
}

/** An answer that is as openapi.yaml says. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Calls an operation.
 *
 * @throws Error if there is no whole answer within 15 s, or it is not as openapi.yaml says
 */
export async function call({ url }: Target, operation: string, query: string, init: RequestInit): Promise<Answer> {
  const [method = "", path = ""] = operation.split(" ");
  const answer = await sendRequest(`${url}${path}${query}`, { ...init, method });
  requireDocumentedAnswer(method, path, answer);
  return { ...answer, body: JSON.parse(answer.body) };
}

/** @throws Error if the answer has another status, or its error begins otherwise */
export function requireAnswer({ status, body }: Answer, expected: number, error = ""): void {
  const text = String(body.error ?? "");
  if (status !== expected) throw new Error(`${status} ${text}, expected ${expected} ${error}`.trim());
  if (!text.startsWith(error)) throw new Error(`"${text}", expected "${error}..."`);
}

/**
 * The claims of the token in an answer.
 *
 * @throws Error if there is none, or it has other claims than those expected
 */
export function requireToken(answer: Answer, isAdmin: boolean): { token: string; claims: JWTPayload } {
  requireAnswer(answer, 200);
  const token = String(answer.body.token);
  const { alg } = decodeProtectedHeader(token);
  if (alg !== "HS256") throw new Error(`signed with ${alg} instead of HS256`);
  const claims = decodeJwt(token);
  const expected = isAdmin ? "a,d,exp,iat,s" : "d,exp,iat,s";
  const names = Object.keys(claims).sort().join();
  if (names !== expected) throw new Error(`a token with the claims ${names} instead of ${expected}`);
  return { token, claims };
}
