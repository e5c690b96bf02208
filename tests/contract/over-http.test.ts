import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import jsonwebtoken, { type JwtPayload } from "jsonwebtoken";
import { expect, it } from "vitest";
import { packChart } from "../../lib/episode/packed-chart.ts";
import { requireDocumentedAnswer } from "../../local/openapi/answers.ts";
import { PUBLIC_KEY, SECRET_KEY } from "../support/keys.ts";
import { getService } from "../support/shared.ts";
import { writeChartItem } from "../support/tables.ts";

/** A response with its body as received, before decompression. */
interface Answer {
  readonly headers: IncomingMessage["headers"];
  readonly bytes: Buffer;
}

const service = { url: await getService() };

/** Calls the service. Verifies its response against openapi.yaml, as a generated client would. */
async function call(method: string, path: string, headers: Record<string, string>, body = ""): Promise<Answer> {
  const request = httpRequest(`${service.url}${path}`, { method, headers });
  request.end(body);
  const [response]: IncomingMessage[] = await once(request, "response");
  if (!response) throw new Error("There is no response.");
  const bytes = await buffer(response);
  const text = response.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
  const entries = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const answer = { status: Number(response.statusCode), headers: new Headers(entries), body: text.toString() };
  requireDocumentedAnswer(method, path, answer);
  return { headers: response.headers, bytes };
}

it("GET /token over HTTP works with a feed generator that was written for PodToo's server", async () => {
  const response = await fetch(`${service.url}/token?expiresIn=1`);
  const { token } = (await response.json()) as { token: string };
  const { s, d, exp, iat } = jsonwebtoken.verify(token, SECRET_KEY) as JwtPayload;
  const tag = `<podcast:performance url="https://host.example/episodeperformance/${s}" tokenExpires="${exp}" duration="${d}"/>`;
  expect(tag).toMatch(/performance\/[\da-f-]{36}" tokenExpires="\d{10}" duration="2"\/>$/);
  expect(Number(exp) - Number(iat)).toBe(3_600);
});

it("POST /charts over HTTP serves a packed item byte for byte to a client that accepts gzip, and decompressed to one that does not", async () => {
  const data = [
    { time: 0, percentage: 100 },
    { time: 1, percentage: 99.5 },
  ];
  const chart = { guid: "https://podcast.example/e/1", duration: 3_600, data };
  const item = packChart(chart, new Date());
  await writeChartItem(item);
  const { bytes: token } = await call("GET", "/token", { "X-PUB-KEY": PUBLIC_KEY });
  const authorization = `Bearer ${JSON.parse(token.toString()).token}`;
  // PodToo's admin scripts send this type.
  const headers = { Authorization: authorization, "Content-Type": "application/vnd.api+json" };
  const body = JSON.stringify({ guid: chart.guid });
  const compressed = await call("POST", "/charts", { ...headers, "Accept-Encoding": "gzip" }, body);
  expect(compressed.headers).toMatchObject({
    "content-encoding": "gzip",
    vary: expect.stringContaining("Accept-Encoding"),
  });
  expect(compressed.bytes.equals(item.chart)).toBe(true);

  const plain = await call("POST", "/charts", headers, body);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(JSON.parse(plain.bytes.toString())).toEqual(chart);
});

it.each([
  ["HEAD", "/token"],
  ["POST", "/token"],
  ["GET", "/token/"],
  ["GET", "/charts"],
  ["GET", "/"],
  ["GET", "/favicon.ico"],
  ["POST", "/episodes"],
  ["POST", "/episodeperformance/6f3d2f0e-6f0c-4b8e-9c1d-2f6a0d8f7a11"],
  ["OPTIONS", "/charts"],
])("%s %s has no route, with the collector off, and gets API Gateway's 404", async (method, path) => {
  const response = await fetch(`${service.url}${path}`, { method });
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.text()).toBe(method === "HEAD" ? "" : '{"message":"Not Found"}');
});
