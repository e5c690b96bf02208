import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  request as sendRequest,
} from "node:http";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { refuseForeignRequests } from "../../local/foreign-requests.ts";
import { startListening } from "../support/server.ts";

const SITE = "https://site.example";

interface Answer {
  readonly status: number | undefined;
  /** The headers that reached the server's listener, or the text of a refusal. */
  readonly seen: IncomingHttpHeaders;
}

async function call(url: string, line: string, headers: Record<string, string>): Promise<Answer> {
  const [method = "", path = ""] = line.split(" ");
  const request = sendRequest(`${url}${path}`, { method, headers });
  request.end();
  const [response]: IncomingMessage[] = await once(request, "response");
  if (!response) throw new Error("There is no response.");
  return { status: response.statusCode, seen: JSON.parse(await text(response)) };
}

/** Starts a server that answers with the headers that it gets, also to requests that wait for leave to send a body, as hapi does. */
async function startEcho(): Promise<string> {
  const echo: RequestListener = (request, response) => response.end(JSON.stringify(request.headers));
  return (await startListening(createServer(echo).on("checkContinue", echo))).url;
}

describe("a local server", () => {
  let url: string;

  beforeAll(async () => {
    url = await startEcho();
    refuseForeignRequests(false, Number(new URL(url).port));
  });

  it.each([
    ["GET /token", {}],
    ["GET /token", { host: "localhost:3000" }],
    ["GET /token", { host: "[::1]:3000" }],
    ["GET /token", { host: "192.168.1.5:3000" }],
    ["GET /token", { host: "api.localhost" }],
    ["POST /charts", { host: "localhost:3000", origin: "http://localhost:3000" }],
    ["POST /episodeperformance/1", { origin: SITE }],
    ["OPTIONS /episodeperformance/1?x=/", { origin: SITE, host: "site.example" }],
    ["GET /token", { "sec-fetch-site": "none" }],
    ["GET /token", { "sec-fetch-site": "same-origin" }],
    ["POST /episodeperformance/1", { "sec-fetch-site": "cross-site" }],
  ])("gets %s with %j, without its origin", async (line, headers) => {
    const { status, seen } = await call(url, line, headers);
    expect(status).toBe(200);
    expect(seen).not.toHaveProperty("origin");
  });

  it.each([
    ["GET /token", { origin: SITE }],
    ["OPTIONS /token", { origin: SITE }],
    ["POST /charts", { origin: "null" }],
    ["POST /charts", { origin: "" }],
    ["POST /charts", { host: "localhost:3000", origin: "http://localhost:5173" }],
    ["GET /token", { "sec-fetch-site": "cross-site" }],
    ["POST /charts", { "sec-fetch-site": "cross-site", host: "localhost:3000" }],
    ["GET /token", { host: "site.example:3000" }],
    ["GET /token", { host: "site.example:3000", origin: "http://site.example:3000" }],
    ["GET /token", { host: "127.0.0.1.site.example" }],
    ["GET /token", { host: "localhost.site.example" }],
    ["GET /token", { host: "a b" }],
    ["GET /episodeperformance/1", { origin: SITE }],
    ["POST /episodeperformance/1/../../charts", { origin: SITE }],
    ["POST /charts?/episodeperformance/1", { origin: SITE }],
  ])("does not get %s with %j", async (line, headers) => {
    const { status, seen } = await call(url, line, headers);
    expect(status).toBe(403);
    expect(seen).toEqual({
      message: expect.stringMatching(
        /^This local service refuses requests of web sites, and by the names of machines\. From a container, use an address/,
      ),
    });
  });

  it("refuses all requests at any other port, such as that of Lambda's own API", async () => {
    const other = await startEcho();
    for (const headers of [{}, { expect: "100-continue" }, { host: "localhost" }])
      expect(await call(other, "POST /2015-03-31/functions/token/invocations", headers)).toEqual({
        status: 403,
        seen: { message: "Nothing answers at this port. Use the port of npm start." },
      });
  });

  it("guards requests that wait for leave to send a body", async () => {
    const headers = { expect: "100-continue", host: "localhost", origin: SITE };
    expect((await call(url, "GET /token", headers)).status).toBe(403);
    expect((await call(url, "GET /token", { expect: "100-continue" })).status).toBe(200);
  });
});
