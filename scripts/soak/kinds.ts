import { gunzipSync } from "node:zlib";
import { computeSampleChart, SAMPLE_GUID } from "../local/sample-chart.ts";
import type { Answer, Request } from "./client.ts";
import { requireAnswer } from "./expectation.ts";
import type { Issued } from "./issued.ts";

/** One kind of request. */
export interface Kind {
  readonly name: string;
  /** How many of a hundred requests are of this kind. */
  readonly share: number;
  compose(): Request;
  /** @throws Error if the answer is not exactly what it has to be */
  check(answer: Answer): void;
}

const SAMPLE = JSON.stringify(computeSampleChart());
const VARY = { vary: "Accept-Encoding" };

const error = (text: string) => JSON.stringify({ error: text });

const refuse =
  (status: number, text: string, headers = {}) =>
  (answer: Answer) =>
    requireAnswer(answer, status, error(text), headers);

const askToken = (headers = {}): Request => ({ method: "GET", path: "/token", headers });

export const askAdminToken = (publicKey: string): Request => askToken({ "X-PUB-KEY": publicKey });

/** All kinds; the charts are asked for with the newest admin token there is. */
export function composeKinds(issued: Issued, publicKey: string): readonly Kind[] {
  const askCharts = (body: string, headers: Record<string, string>): Request => ({
    method: "POST",
    path: "/charts",
    headers: { "Content-Type": "application/json", ...headers },
    body,
  });
  const asAdmin = (body: object | string, encoding = "identity") =>
    askCharts(typeof body === "string" ? body : JSON.stringify(body), {
      Authorization: `Bearer ${issued.adminToken}`,
      "Accept-Encoding": encoding,
    });
  const guid = SAMPLE_GUID;
  return [
    { name: "token", share: 30, compose: () => askToken(), check: (answer) => issued.take(answer, false) },
    {
      name: "admin token",
      share: 10,
      compose: () => askAdminToken(publicKey),
      check: (answer) => issued.take(answer, true),
    },
    {
      name: "chart, gzip",
      share: 20,
      compose: () => asAdmin({ guid }, "gzip"),
      check: ({ body, ...answer }) =>
        requireAnswer({ ...answer, body: gunzipSync(body) }, 200, SAMPLE, { ...VARY, "content-encoding": "gzip" }),
    },
    {
      name: "chart, identity",
      share: 20,
      compose: () => asAdmin({ guid }),
      check: (answer) => requireAnswer(answer, 200, SAMPLE, VARY),
    },
    {
      name: "wrong public key",
      share: 5,
      compose: () => askAdminToken(publicKey.slice(1)),
      check: refuse(400, "Invalid public key"),
    },
    {
      name: "missing token",
      share: 5,
      compose: () => askCharts(JSON.stringify({ guid }), {}),
      check: refuse(401, "Unauthorized: a valid admin token is required", { "www-authenticate": "Bearer" }),
    },
    {
      name: "unknown guid",
      share: 5,
      compose: () => asAdmin({ guid: "unknown" }),
      check: refuse(404, "Episode not found"),
    },
    {
      name: "bad body",
      share: 5,
      compose: () => asAdmin('{"guid":'),
      check: refuse(400, "Invalid request body: not valid JSON"),
    },
  ];
}
