import { describe, expect, it } from "vitest";
import { requireDocumentedAnswer } from "../../scripts/smoke/openapi.ts";

const HEADERS = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };

const check = (operation: string, status: number, body: unknown, headers: Record<string, string> = HEADERS) => {
  const [method = "", path = ""] = operation.split(" ");
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return () => requireDocumentedAnswer(method, path, { status, headers: new Headers(headers), body: text });
};

const CHART = { guid: "episode", duration: 1, data: [{ time: 0, percentage: 100 }] };
const UNAUTHORIZED = { error: "Unauthorized: a valid admin token is required" };

describe("an answer that conforms to openapi.yaml", () => {
  it.each<[string, number, unknown, Record<string, string>]>([
    ["GET /token", 200, { token: "a.b.c" }, {}],
    ["get /token", 400, { error: "Invalid public key" }, {}],
    ["GET /token", 500, { error: "Secret key not configured" }, {}],
    ["POST /charts", 200, CHART, { "Content-Encoding": "gzip", Vary: "Accept-Encoding" }],
    ["POST /charts", 401, UNAUTHORIZED, { "WWW-Authenticate": "Bearer" }],
    ["POST /charts", 404, { error: "Episode not found" }, {}],
    ["POST /charts", 503, { message: "Service Unavailable" }, {}],
  ])("%s %i passes", (operation, status, body, headers) => {
    expect(check(operation, status, body, { ...HEADERS, ...headers })).not.toThrow();
  });
});

describe("an answer is refused", () => {
  it.each<[string, () => void, string | RegExp]>([
    ["to another path", check("GET /tokens", 200, {}), "GET /tokens 200 is not documented"],
    ["to another method", check("POST /token", 200, {}), "POST /token 200 is not documented"],
    ["with another status", check("GET /token", 403, {}), "GET /token 403 is not documented"],
    ["with another body", check("GET /token", 200, { token: 1 }), "GET /token 200 has body/token must be string"],
    ["with too much in it", check("GET /token", 200, { token: "a.b.c", admin: true }), /additional properties/],
    ["with another text", check("POST /charts", 404, { error: "Gone" }), /body\/error must match pattern/],
    [
      "with a gateway's body",
      check("POST /charts", 500, { message: "Internal" }),
      /must have required property 'error'/,
    ],
    ["with a point that has no time", check("POST /charts", 200, { ...CHART, data: [{}] }), /body\/data\/0 must have/],
    ["that is not JSON", check("GET /token", 200, "token"), "GET /token 200 has a body that is not JSON"],
    [
      "as text",
      check("GET /token", 200, {}, { ...HEADERS, "Content-Type": "text/plain" }),
      /Content-Type: text\/plain/,
    ],
    [
      "that may be stored",
      check("GET /token", 200, {}, { ...HEADERS, "Cache-Control": "public" }),
      "GET /token 200 has Cache-Control: public",
    ],
    ["without a challenge", check("POST /charts", 401, UNAUTHORIZED), "POST /charts 401 has no WWW-Authenticate"],
  ])("%s", (_, act, message) => {
    expect(act).toThrow(message);
  });
});
