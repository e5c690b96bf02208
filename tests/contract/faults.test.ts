import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { describe, expect, it, vi } from "vitest";
import { api } from "../../lib/api.ts";
import { logFault, logInfo, logWarning } from "../../lib/log.ts";
import { useColdStarts } from "../support/cold-starts.ts";
import { useLog } from "../support/log.ts";
import { callToken, HEADERS, readEvent, useConfiguredService } from "../support/service.ts";
import { serve } from "../support/stand-in.ts";

useConfiguredService();
const startCold = useColdStarts();
const log = useLog();

/** Asks for a token as in a cold start, with another DynamoDB endpoint. */
async function callWithDynamoDBAt(endpoint: string, event: APIGatewayProxyEventV2, context = {}) {
  startCold();
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", endpoint);
  const { handler } = await import("../../functions/token.ts");
  return handler(event, { awsRequestId: "request-1", ...context } as Context);
}

describe("when DynamoDB rejects the signature", () => {
  it("the log has DynamoDB's reason without the session token in it", async () => {
    vi.stubEnv("AWS_SESSION_TOKEN", "a session token");
    const url = await serve((request, response) => {
      const quoted = `x-amz-security-token:${request.headers["x-amz-security-token"]}`;
      const message = `The request signature does not match.\n\nThe Canonical String should have been:\n${quoted}\n`;
      response.writeHead(400).end(JSON.stringify({ __type: "x#InvalidSignatureException", message }));
    });
    await callWithDynamoDBAt(url, readEvent("token"));
    const message = expect.stringContaining("x-amz-security-token:(AWS_SESSION_TOKEN)");
    expect(log.errors).toMatchObject([{ error: { name: "InvalidSignatureException", message } }]);
    expect(JSON.stringify(log.errors)).not.toContain("a session token");
  });
});

describe("when DynamoDB hangs", () => {
  it("the answer comes before Lambda's time-out", async () => {
    const url = await serve(() => {});
    const context = { getRemainingTimeInMillis: () => 600 };
    const answer = await callWithDynamoDBAt(url, readEvent("token"), context);
    expect(answer).toEqual({ statusCode: 500, headers: HEADERS, body: '{"error":"Error generating token"}' });
    expect(log.errors).toMatchObject([{ error: { name: "TimeoutError" } }]);
  });
});

describe("when a request does not finish", () => {
  it("the answer is a 500, half a second before Lambda's time-out", async () => {
    const handler = api("Internal server error", () => new Promise(() => undefined));
    const wait = vi.spyOn(timers, "setTimeout");
    syncBuiltinESMExports();
    const answer = await handler(readEvent("token"), { getRemainingTimeInMillis: () => 700 } as Context);
    const [[, milliseconds] = []] = wait.mock.calls;
    wait.mockRestore();
    syncBuiltinESMExports();
    expect(milliseconds).toBe(200);
    expect(answer).toMatchObject({ statusCode: 500, body: '{"error":"Internal server error"}' });
  });
});

describe("the log", () => {
  it("has no line for a refused request", async () => {
    expect(await callToken(readEvent("token-invalid-public-key"))).toMatchObject({ status: 400 });
    expect(console.error).not.toHaveBeenCalled();
  });

  it("has only warnings and errors at the level WARN of Lambda's logs", () => {
    vi.stubEnv("AWS_LAMBDA_LOG_LEVEL", "INFO");
    logInfo("update-ended", "event", { requestId: "request-1" });
    vi.stubEnv("AWS_LAMBDA_LOG_LEVEL", "WARN");
    logInfo("update-ended", "event", { requestId: "request-1" });
    logWarning("weak-key", "text");
    expect(log.infos).toMatchObject([{ level: "INFO", message: "event" }]);
    expect(log.warnings).toMatchObject([{ level: "WARN", message: "text" }]);
  });

  it("is one line of JSON, or an object with Lambda's JSON log format", () => {
    logWarning("weak-key", "text");
    expect(console.warn).toHaveBeenLastCalledWith('{"level":"WARN","code":"weak-key","message":"text"}');
    vi.stubEnv("AWS_LAMBDA_LOG_FORMAT", "JSON");
    logWarning("weak-key", "object");
    expect(console.warn).toHaveBeenLastCalledWith({ level: "WARN", code: "weak-key", message: "object" });
    logFault(new Error("fault"), "request-1");
    expect(console.error).toHaveBeenLastCalledWith(
      expect.objectContaining({ level: "ERROR", code: "fault", requestId: "request-1" }),
    );
  });

  it("has any thrown value, with its causes, and the errors of an AggregateError", () => {
    const refused = new TypeError("connect ECONNREFUSED ::1:80");
    logFault("text", undefined);
    logFault(new Error("outer", { cause: new AggregateError([refused, "inner"], "") }), "request-2");
    const errors = [{ name: "TypeError", message: "connect ECONNREFUSED ::1:80" }, { message: "inner" }];
    expect(log.errors).toMatchObject([
      { level: "ERROR", error: { message: "text" } },
      { level: "ERROR", requestId: "request-2", error: { message: "outer", cause: { errors } } },
    ]);
  });
});

const LONG = "x".repeat(10_000_000);
const SHORTENED = expect.stringMatching(/^x+…x+$/);

/** An error that is its own cause, or the cause of its own errors. */
function makeRing(): Error {
  const error = new Error(LONG);
  return Object.assign(error, { cause: error, errors: Array.from({ length: 50 }, () => error) });
}

const unreadable = (name: string) =>
  Object.defineProperty(new Error("outer"), name, {
    get: () => {
      throw new Error("inner");
    },
  });

describe("whatever is thrown", () => {
  it.each([
    ["an error that is its own cause", makeRing(), { name: "Error", message: SHORTENED }],
    ["an error whose cause is such a one", new Error("outer", { cause: makeRing() }), { message: "outer" }],
    ["an error without a readable message", unreadable("message"), { message: "(unreadable)" }],
    ["an error without a readable stack", unreadable("stack"), { message: "(unreadable)" }],
    ["an error whose name is an object", Object.assign(new Error("text"), { name: { a: 1n } }), { message: "text" }],
    ["a message of 10 MB", new Error(LONG), { message: SHORTENED }],
    ["a text of 10 MB", LONG, { message: SHORTENED }],
    ["an object", { code: "ECONN", nested: { deep: {} } }, { message: "{ code: 'ECONN', nested: [Object] }" }],
    ["an object without a prototype", Object.create(null), { message: "[Object: null prototype] {}" }],
    ["an object that won't be text", { toString: null }, { message: "{ toString: null }" }],
    ["a symbol", Symbol("fault"), { message: "Symbol(fault)" }],
    ["nothing", undefined, { message: "undefined" }],
  ])("the answer is a 500 without details, and the log has a line: %s", async (_, thrown, error) => {
    const handler = api("Internal server error", () => Promise.reject(thrown));
    const body = '{"error":"Internal server error"}';
    const answer = await handler(readEvent("token"), { awsRequestId: "request-1" } as Context);
    expect(answer).toEqual({ statusCode: 500, headers: HEADERS, body });
    expect(log.errors).toMatchObject([{ level: "ERROR", requestId: "request-1", error }]);
    // CloudWatch's limit per event.
    expect(JSON.stringify(log.errors).length).toBeLessThan(256 * 1_024);
  });

  it("a message of up to 2,000 characters is there as it is, and one that is longer as its two ends", () => {
    logFault(new Error("x".repeat(2_000)), "request-1");
    logFault(new Error(`begin${"x".repeat(1_995)}e`), "request-1");
    expect(log.errors).toMatchObject([
      { error: { message: "x".repeat(2_000) } },
      { error: { message: `begin${"x".repeat(995)}…${"x".repeat(999)}e` } },
    ]);
  });

  it("a long message does not displace the stack's last lines", () => {
    logFault(new Error(LONG), "request-1");
    expect(log.errors).toMatchObject([{ error: { stack: expect.stringContaining("faults.test.ts") } }]);
  });
});
