import { isDeepStrictEqual } from "node:util";
import type { HttpAnswer } from "../cli/http.ts";
import { computeSampleChart, SAMPLE_GUID } from "../local/sample-chart.ts";
import type { Issued } from "./issued.ts";

/** One kind of request. */
export interface Kind {
  readonly name: string;
  readonly path: "/token" | "/charts";
  compose(): RequestInit;
  /** @throws Error if the answer is not exactly what it must be */
  check(answer: HttpAnswer): void;
}

const SAMPLE = JSON.stringify(computeSampleChart());
const COMMON = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };

/** The headers that HTTP adds. */
const TRANSPORT = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

/** Twenty requests, of all kinds. Charts are asked for with the newest admin token. */
export function composeKinds(issued: Issued, publicKey: string): readonly Kind[] {
  const askToken = (headers = {}) => ({ path: "/token", compose: () => ({ headers }) }) as const;
  const askChart = (body: string, encoding = "identity", isAdmin = true) => {
    const headers = { "Content-Type": "application/json", "Accept-Encoding": encoding };
    const authorize = () => (isAdmin ? { Authorization: `Bearer ${issued.adminToken}` } : {});
    return {
      path: "/charts",
      compose: () => ({ method: "POST", body, headers: { ...headers, ...authorize() } }),
    } as const;
  };
  const issue = (isAdmin: boolean) => (answer: HttpAnswer) => {
    requireAnswer(answer, 200, answer.body);
    issued.add(answer.body, isAdmin);
  };
  const sample = JSON.stringify({ guid: SAMPLE_GUID });
  const vary = { vary: "Accept-Encoding" };
  return [
    ...repeat(6, { name: "token", ...askToken(), check: issue(false) }),
    ...repeat(2, { name: "admin token", ...askToken({ "X-PUB-KEY": publicKey }), check: issue(true) }),
    ...repeat(4, { name: "chart, identity", ...askChart(sample), check: expectAnswer(200, SAMPLE, vary) }),
    ...repeat(4, {
      name: "chart, gzip",
      ...askChart(sample, "gzip"),
      check: expectAnswer(200, SAMPLE, { ...vary, "content-encoding": "gzip" }),
    }),
    { name: "wrong key", ...askToken({ "X-PUB-KEY": "wrong" }), check: expectError(400, "Invalid public key") },
    { name: "no token", ...askChart(sample, "gzip", false), check: expectUnauthorized },
    { name: "unknown guid", ...askChart('{"guid":"unknown"}'), check: expectError(404, "Episode not found") },
    { name: "bad body", ...askChart("{"), check: expectError(400, "Invalid request body: not valid JSON") },
  ];
}

const repeat = (times: number, kind: Kind): Kind[] => new Array(times).fill(kind);

const expectAnswer =
  (status: number, body: string, headers = {}) =>
  (answer: HttpAnswer) =>
    requireAnswer(answer, status, body, headers);

const expectError = (status: number, error: string, headers = {}) =>
  expectAnswer(status, JSON.stringify({ error }), headers);

const UNAUTHORIZED = "Unauthorized: a valid admin token is required";
const expectUnauthorized = expectError(401, UNAUTHORIZED, { "www-authenticate": "Bearer" });

/** Compares an answer with the only one that is right. */
function requireAnswer(answer: HttpAnswer, status: number, body: string, headers: object = {}): void {
  const found = Object.fromEntries([...answer.headers].filter(([name]) => !TRANSPORT.has(name)));
  const isRight =
    answer.status === status && answer.body === body && isDeepStrictEqual(found, { ...COMMON, ...headers });
  if (!isRight) throw new Error(`${answer.status} ${JSON.stringify(found)} ${answer.body.slice(0, 100)}`);
}
