import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { requireDocumentedAnswer } from "../../local/openapi/answers.ts";

const HEADERS = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };

const check = (operation: string, status: number, body: unknown, changes: Record<string, string>) => {
  const [method = "", path = ""] = operation.split(" ");
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = new Headers({ ...HEADERS, ...changes });
  return () => requireDocumentedAnswer(method, path, { status, headers, body: text });
};

const CHART = { guid: "episode", duration: 1, data: [{ time: 0, percentage: 100 }] };
const SOURCES = {
  "Chart-Source": "youtube",
  "Chart-Sources": "own, youtube",
  "Chart-Listeners": "7",
  "Chart-Feeds": "id https%3A%2F%2Fe.test",
};
const LISTEN = "POST /episodeperformance/{id}";
const READABLE = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Retry-After" };
const PLAIN = { "Content-Type": "text/plain" };
const PUBLIC = { "Cache-Control": "public" };
const UNAUTHORIZED = { error: "Unauthorized: a valid admin token is required" };

describe("a response that conforms to openapi.yaml", () => {
  it.each<[string, number, unknown, Record<string, string>]>([
    ["get /token", 200, { token: "a.b.c" }, {}],
    ["POST /charts", 200, CHART, { "Content-Encoding": "gzip", Vary: "Accept-Encoding", ...SOURCES }],
    ["POST /charts", 503, { message: "Service Unavailable" }, {}],
    ["POST /charts", 413, { message: "Request Entity Too Large" }, {}],
    ["POST /episodes", 413, { message: "Request Entity Too Large" }, {}],
    ["POST /episodes", 404, { message: "Not Found" }, {}],
    [LISTEN, 413, { message: "Request Entity Too Large" }, {}],
    [LISTEN, 404, { message: "Not Found" }, READABLE],
    // What API Gateway answers has no header of the service, as docs/api.md says.
    [LISTEN, 429, { message: "Too Many Requests" }, {}],
    [LISTEN, 503, { message: "Service Unavailable" }, {}],
  ])("%s %i passes", (operation, status, body, headers) => {
    expect(check(operation, status, body, headers)).not.toThrow();
  });
});

describe("a response is refused", () => {
  it.each<[string, string, number, unknown, Record<string, string>, string]>([
    ["to another path", "GET /tokens", 200, {}, {}, "is not in openapi.yaml."],
    ["to another method", "POST /token", 200, {}, {}, "is not in openapi.yaml."],
    ["with another status", "GET /token", 403, {}, {}, "is not in openapi.yaml."],
    ["with another body", "GET /token", 200, { token: 1 }, {}, "has a wrong body: body/token must be string."],
    ["with another member", "GET /token", 200, { token: "a.b.c", admin: true }, {}, "additional properties"],
    ["with another error text", "POST /charts", 404, { error: "Gone" }, {}, "body/error must match pattern"],
    ["with a gateway's body", "POST /charts", 500, { message: "Internal" }, {}, "must have required property 'error'"],
    ["with a point without a time", "POST /charts", 200, { ...CHART, data: [{}] }, SOURCES, "body/data/0 must have"],
    ["that is not JSON", "GET /token", 200, "token", {}, "must have a JSON body."],
    ["with another media type", "GET /token", 200, {}, PLAIN, 'the Content-Type application/json, not "text/plain".'],
    ["that caches may store", "GET /token", 200, {}, PUBLIC, 'has the header "Cache-Control: public", which'],
    ["without a challenge", "POST /charts", 401, UNAUTHORIZED, {}, "must have the header WWW-Authenticate."],
    ["that pages can't read", LISTEN, 202, { seconds: 1 }, {}, "must have the header Access-Control-Allow-Origin."],
    [
      "with an owner that is not encoded",
      "POST /charts",
      200,
      CHART,
      { ...SOURCES, "Chart-Feeds": "ö" },
      "Chart-Feeds",
    ],
    ["that does not say where the chart is from", "POST /charts", 200, CHART, {}, "must have the header Chart-Source."],
  ])("%s: %s %i", (_, operation, status, body, headers, message) => {
    const act = check(operation, status, body, headers);
    expect(act).toThrow(`${operation} ${status} `);
    expect(act).toThrow(message);
  });
});

it("the public key is a header parameter, too, because typed clients can't send a security scheme", async () => {
  const description: unknown = parse(await readFile("openapi.yaml", "utf8"));
  const parameters = expect.arrayContaining([expect.objectContaining({ name: "X-PUB-KEY", in: "header" })]);
  expect(description).toMatchObject({
    paths: { "/token": { get: { parameters } } },
    components: { securitySchemes: { publicKey: { name: "X-PUB-KEY", in: "header" } } },
  });
});

it("a report of listening may be sent as browsers send it without asking first", async () => {
  const description: unknown = parse(await readFile("openapi.yaml", "utf8"));
  const content = { "application/json": {}, "text/plain": { schema: { contentMediaType: "application/json" } } };
  expect(description).toMatchObject({ paths: { "/episodeperformance/{id}": { post: { requestBody: { content } } } } });
});
