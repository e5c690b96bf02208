import { decodeJwt, decodeProtectedHeader, type JWTPayload } from "jose";
import { requireDocumentedAnswer } from "./openapi.ts";

/** The service that is looked at. */
export interface Target {
  /** Without a slash at the end. */
  readonly url: string;
  /** Normalized. */
  readonly publicKey: string;
  /** An episode that has a chart. */
  readonly guid?: string;
}

/** An answer that is as openapi.yaml says. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

const TIMEOUT_MS = 15_000;

/**
 * Calls an operation.
 *
 * @throws Error if there is no answer within 15 s, or it is not as openapi.yaml says
 */
export async function call({ url }: Target, operation: string, query: string, init: RequestInit): Promise<Answer> {
  const [method = "", path = ""] = operation.split(" ");
  const response = await fetch(`${url}${path}${query}`, { ...init, method, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const { status, headers } = response;
  const body = await response.text();
  requireDocumentedAnswer(method, path, { status, headers, body });
  return { status, headers, body: JSON.parse(body) };
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
