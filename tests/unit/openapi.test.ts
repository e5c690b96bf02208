import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { requireDocumentedAnswer } from "../../cli/smoke/openapi.ts";

const HEADERS = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };

const check = (operation: string, status: number, body: unknown, headers: Record<string, string> = HEADERS) => {
  const [method = "", path = ""] = operation.split(" ");
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return () => requireDocumentedAnswer(method, path, { status, headers: new Headers(headers), body: text });
};

const CHART = { guid: "episode", duration: 1, data: [{ time: 0, percentage: 100 }] };
const SOURCES = { "Chart-Source": "youtube", "Chart-Sources": "own, youtube", "Chart-Listeners": "7" };
const UNAUTHORIZED = { error: "Unauthorized: a valid admin token is required" };

describe("a response that conforms to openapi.yaml", () => {
  it.each<[string, number, unknown, Record<string, string>]>([
    ["GET /token", 200, { token: "a.b.c" }, {}],
    ["get /token", 400, { error: "Invalid public key" }, {}],
    ["GET /token", 500, { error: "Secret key not configured" }, {}],
    ["POST /charts", 200, CHART, { "Content-Encoding": "gzip", Vary: "Accept-Encoding", ...SOURCES }],
    ["POST /charts", 401, UNAUTHORIZED, { "WWW-Authenticate": "Bearer" }],
    ["POST /charts", 404, { error: "Episode not found" }, {}],
    ["POST /charts", 503, { message: "Service Unavailable" }, {}],
  ])("%s %i passes", (operation, status, body, headers) => {
    expect(check(operation, status, body, { ...HEADERS, ...headers })).not.toThrow();
  });
});

describe("a response is refused", () => {
  it.each<[string, () => void, string | RegExp]>([
    ["to another path", check("GET /tokens", 200, {}), "GET /tokens 200 is not in openapi.yaml."],
    ["to another method", check("POST /token", 200, {}), "POST /token 200 is not in openapi.yaml."],
    ["with another status", check("GET /token", 403, {}), "GET /token 403 is not in openapi.yaml."],
    [
      "with another body",
      check("GET /token", 200, { token: 1 }),
      "GET /token 200 has a wrong body: body/token must be string.",
    ],
    ["with another member", check("GET /token", 200, { token: "a.b.c", admin: true }), /additional properties/],
    ["with another error text", check("POST /charts", 404, { error: "Gone" }), /body\/error must match pattern/],
    [
      "with a gateway's body",
      check("POST /charts", 500, { message: "Internal" }),
      /must have required property 'error'/,
    ],
    [
      "with a point without a time",
      check("POST /charts", 200, { ...CHART, data: [{}] }, { ...HEADERS, ...SOURCES }),
      /body\/data\/0 must have/,
    ],
    ["that is not JSON", check("GET /token", 200, "token"), "GET /token 200 must have a JSON body."],
    [
      "with another media type",
      check("GET /token", 200, {}, { ...HEADERS, "Content-Type": "text/plain" }),
      'GET /token 200 must have the Content-Type application/json, not "text/plain".',
    ],
    [
      "that caches may store",
      check("GET /token", 200, {}, { ...HEADERS, "Cache-Control": "public" }),
      'GET /token 200 has the header "Cache-Control: public", which openapi.yaml does not allow.',
    ],
    [
      "without a challenge",
      check("POST /charts", 401, UNAUTHORIZED),
      "POST /charts 401 must have the header WWW-Authenticate.",
    ],
    [
      "that does not say where the chart is from",
      check("POST /charts", 200, CHART),
      "POST /charts 200 must have the header Chart-Source.",
    ],
  ])("%s", (_, act, message) => {
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
