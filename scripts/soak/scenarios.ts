import { isDeepStrictEqual } from "node:util";
import type { HttpAnswer } from "../cli/http.ts";
import { computeSampleChart, SAMPLE_GUID } from "../local/sample-chart.ts";
import type { IssuedTokens } from "./issued.ts";

/** A request and a check of its response. */
export interface Scenario {
  readonly name: string;
  readonly path: "/token" | "/charts";
  makeRequest(): RequestInit;
  /** @throws Error if the response is not exactly the expected one */
  check(answer: HttpAnswer): void;
}

const SAMPLE = JSON.stringify(computeSampleChart());
const COMMON = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };

/** The headers that the HTTP server adds. */
const TRANSPORT = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

/** Makes a mix of twenty scenarios. Those for charts send the newest admin token. */
export function makeScenarios(issued: IssuedTokens, publicKey: string): readonly Scenario[] {
  const askToken = (headers = {}) => ({ path: "/token", makeRequest: () => ({ headers }) }) as const;
  const askChart = (body: string, encoding = "identity", isAdmin = true) => {
    const headers = { "Content-Type": "application/json", "Accept-Encoding": encoding };
    const authorize = () => (isAdmin ? { Authorization: `Bearer ${issued.adminToken}` } : {});
    return {
      path: "/charts",
      makeRequest: () => ({ method: "POST", body, headers: { ...headers, ...authorize() } }),
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

const repeat = (times: number, scenario: Scenario): Scenario[] => new Array(times).fill(scenario);

const expectAnswer =
  (status: number, body: string, headers = {}) =>
  (answer: HttpAnswer) =>
    requireAnswer(answer, status, body, headers);

const expectError = (status: number, error: string, headers = {}) =>
  expectAnswer(status, JSON.stringify({ error }), headers);

const UNAUTHORIZED = "Unauthorized: a valid admin token is required";
const expectUnauthorized = expectError(401, UNAUTHORIZED, { "www-authenticate": "Bearer" });

/** @throws Error if the response differs in status, body or headers, apart from {@link TRANSPORT} */
function requireAnswer(answer: HttpAnswer, status: number, body: string, headers: object = {}): void {
  const expected = { ...COMMON, ...headers };
  const found = Object.fromEntries([...answer.headers].filter(([name]) => !TRANSPORT.has(name)));
  if (answer.status === status && answer.body === body && isDeepStrictEqual(found, expected)) return;
  const [wanted, actual] = [describe(status, expected, body), describe(answer.status, found, answer.body)];
  throw new Error(`The answer must be ${wanted}, not ${actual}.`);
}

function describe(status: number, headers: object, body: string): string {
  return `${status} ${JSON.stringify(headers)} ${body.slice(0, 100)}`;
}
