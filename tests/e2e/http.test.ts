import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import jsonwebtoken, { type JwtPayload } from "jsonwebtoken";
import { describe, expect, it } from "vitest";
import { requireDocumentedAnswer } from "../../cli/smoke/openapi.ts";
import { packChart } from "../../lib/episode/packed-chart.ts";
import { PUBLIC_KEY, SECRET_KEY } from "../support/keys.ts";
import { getShared } from "../support/shared.ts";
import { writeChartItem } from "../support/tables.ts";

/** A response with its body as received, before decompression. */
interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly bytes: Buffer;
}

async function call(method: string, url: string, headers: Record<string, string> = {}, body = ""): Promise<Answer> {
  const request = httpRequest(url, { method, headers });
  request.end(body);
  const [response]: IncomingMessage[] = await once(request, "response");
  if (!response) throw new Error("There is no response.");
  const answer = { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
  requireDocumented(method, url, answer);
  return answer;
}

/** Verifies a response against openapi.yaml, as a generated client would. */
function requireDocumented(method: string, url: string, { status = 0, headers, bytes }: Answer): void {
  const text = headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
  const entries = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const answer = { status, headers: new Headers(entries), body: text.toString() };
  requireDocumentedAnswer(method, new URL(url).pathname, answer);
}

const parse = ({ bytes }: Answer): Record<string, unknown> => JSON.parse(bytes.toString());

const service = { url: await getShared("service") };

async function getToken(headers: Record<string, string>): Promise<string> {
  return String(parse(await call("GET", `${service.url}/token`, headers)).token);
}

async function postCharts(body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const authorization = `Bearer ${await getToken({ "X-PUB-KEY": PUBLIC_KEY })}`;
  const all = { Authorization: authorization, "Content-Type": "application/json", ...headers };
  return call("POST", `${service.url}/charts`, all, typeof body === "string" ? body : JSON.stringify(body));
}

describe("GET /token over HTTP", () => {
  it("works with a feed generator that was written for PodToo's server", async () => {
    const response = await fetch(`${service.url}/token?expiresIn=1`);
    const { token } = (await response.json()) as { token: string };
    const { s, d, exp, iat } = jsonwebtoken.verify(token, SECRET_KEY) as JwtPayload;
    const tag = `<podcast:performance url="https://host.example/episodeperformance/${s}" tokenExpires="${exp}" duration="${d}"/>`;
    expect(tag).toMatch(/performance\/[\da-f-]{36}" tokenExpires="\d{10}" duration="2"\/>$/);
    expect(Number(exp) - Number(iat)).toBe(3_600);
  });

  it("answers 400 to a repeated expiresIn", async () => {
    const answer = await call("GET", `${service.url}/token?expiresIn=1h&expiresIn=2h`);
    expect([answer.status, parse(answer)]).toEqual([400, { error: expect.stringMatching(/^Invalid expiresIn: /) }]);
  });
});

describe("POST /charts over HTTP", () => {
  const chart = {
    guid: "https://podcast.example/e/1",
    duration: 3_600,
    data: [
      { time: 0, percentage: 100 },
      { time: 1, percentage: 99.5 },
    ],
  };

  it("serves a plain item right after another tool wrote it", async () => {
    await writeChartItem({ guid: "by-hand", duration: 2, data: [{ time: 0, percentage: 100 }] });
    const answer = await postCharts({ guid: "by-hand" });
    expect([answer.status, parse(answer)]).toEqual([
      200,
      { guid: "by-hand", duration: 2, data: [{ time: 0, percentage: 100 }] },
    ]);
  });

  it("serves a packed item byte for byte to a client that accepts gzip, and decompressed to one that does not", async () => {
    const item = packChart(chart, new Date());
    await writeChartItem(item);
    const compressed = await postCharts({ guid: chart.guid }, { "Accept-Encoding": "gzip" });
    expect(compressed.headers).toMatchObject({
      "content-encoding": "gzip",
      vary: expect.stringContaining("Accept-Encoding"),
    });
    expect(compressed.bytes.equals(item.chart)).toBe(true);
    expect(JSON.parse(gunzipSync(compressed.bytes).toString())).toEqual(chart);

    const plain = await postCharts({ guid: chart.guid });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(parse(plain)).toEqual(chart);
  });

  it.each([
    ["{", {}, 400, /not valid JSON$/],
    ["", {}, 400, /not valid JSON$/],
    ['{"guid":"nobody has it"}', { "Content-Type": "text/plain" }, 400, /Content-Type must be/],
    // PodToo's admin scripts send it.
    ['{"guid":"nobody has it"}', { "Content-Type": "application/vnd.api+json" }, 404, /not found$/],
  ])("answers the body %j with %j by %i", async (body, headers, status, reason) => {
    const answer = await postCharts(body, headers);
    expect([answer.status, parse(answer)]).toEqual([status, { error: expect.stringMatching(reason) }]);
  });
});
