import { readFileSync } from "node:fs";
import type { Context } from "aws-lambda";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { useColdStarts } from "../support/cold-starts.ts";
import { answerWith, breakOff, type Fault, loseAnswer, pass, startFaultyProxy } from "../support/faulty-proxy.ts";
import { PUBLIC_KEY, SECRET_KEY } from "../support/keys.ts";
import { useLog } from "../support/log.ts";
import { type Response, readEvent, useConfiguredService } from "../support/service.ts";
import { readRecord } from "../support/tables.ts";
import { idOf } from "../support/tokens.ts";

useConfiguredService();
const startCold = useColdStarts();
const log = useLog();

/** The function's timeout in serverless.yml. */
const TIMEOUT_MS = 10_000;

/** Sends the head and the body, but announces two more bytes. */
const truncate: Fault = async (response, forward) => {
  const { headers, body } = await forward();
  response.writeHead(200, { ...headers, "content-length": body.length + 2 }).write(body);
};

const NO_HEAD = "TimeoutError: @smithy/node-http-handler - [ERROR] a request has exceeded the configured 1500 ms";

/** What DynamoDB does, and how the fault that is logged begins. */
type Failure = [what: string, fault: Fault, reason: string];

const fail = (what: string, name: string, status = 400): Failure => {
  return [what, answerWith(name, { status }), `${name}: told to fail`];
};

const FAULTS: Failure[] = [
  ["resets the connection", breakOff, "TimeoutError: socket hang up"],
  [
    "resets the connection in the middle of its answer",
    async (response, forward) => {
      await truncate(response, forward);
      setTimeout(() => response.socket?.destroy(), 20);
    },
    "Error: aborted",
  ],
  ["hangs", () => undefined, NO_HEAD],
  [
    "stops in the middle of its answer",
    truncate,
    "TimeoutError: @smithy/node-http-handler - the request socket timed out after 1500 ms",
  ],
  ["takes 3 s", (response, forward) => void setTimeout(() => pass(response, forward), 3_000), NO_HEAD],
  ["answers garbage", (response) => void response.socket?.end("\0\u0001garbage\r\n\r\n"), "Error: Parse Error"],
  [
    "answers JSON that breaks off",
    (response) => void response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end('{"Item":{"id"'),
    "SyntaxError: Expected ':'",
  ],
  [
    "answers HTML",
    (response) => void response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad Gateway</h1>"),
    "SyntaxError: Unexpected token '<'",
  ],
  fail("fails with 500", "InternalServerError", 500),
  fail("fails with 503", "ServiceUnavailable", 503),
  fail("is out of capacity", "ProvisionedThroughputExceededException"),
  fail("throttles", "ThrottlingException"),
  fail("reaches the account's limit", "RequestLimitExceeded"),
  fail("refuses expired credentials", "ExpiredTokenException"),
  fail("denies access", "AccessDeniedException"),
  fail("does not find the table", "ResourceNotFoundException"),
];

/** Faults after which the SDK retries in time, so that the request succeeds if the fault does not occur again. */
const SAVED_BY_RETRY = FAULTS.filter(([what]) => !/credentials|access|table|garbage|breaks off/.test(what));

const proxy = await startFaultyProxy();
let call: (name: Endpoint) => Promise<Outcome>;
let adminToken = "";

beforeEach(async () => {
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", proxy.url);
  Object.assign(proxy, { always: pass });
  call = await startService();
  adminToken = String((await call("token")).body.token);
  proxy.requests.length = 0;
});

afterAll(() => proxy.close());

type Endpoint = "token" | "charts";

type Outcome = Pick<Response, "status" | "body">;

/** Loads both functions as a cold start does. Returns a function that calls them with Lambda's time limit. */
async function startService(): Promise<(name: Endpoint) => Promise<Outcome>> {
  startCold();
  const [token, charts] = await Promise.all([import("../../functions/token.ts"), import("../../functions/charts.ts")]);
  const handlers = { token: token.handler, charts: charts.handler };
  return async (name) => {
    const deadline = Date.now() + TIMEOUT_MS;
    const context = { awsRequestId: "request-1", getRemainingTimeInMillis: () => deadline - Date.now() } as Context;
    const event = name === "token" ? readEvent("token-admin") : readEvent("charts-unknown-episode", { adminToken });
    const { statusCode, body } = await handlers[name](event, context);
    return { status: statusCode, body: JSON.parse(body ?? "") };
  };
}

const callBoth = () => Promise.all([call("token"), call("charts")]);

const FAILED = [
  { status: 500, body: { error: "Error generating token" } },
  { status: 500, body: { error: "Internal server error" } },
];
const WORKED = [
  { status: 200, body: { token: expect.any(String) } },
  { status: 404, body: { error: "Episode not found" } },
];

/** Expects that both functions logged the fault with its own reason, not middy's time-out, and no secret. */
function expectLogged(reason: string): void {
  const lines = log.errors as { requestId: string; error: { name: string; message: string } }[];
  expect(lines).toHaveLength(2);
  for (const { requestId, error } of lines) {
    expect(requestId).toBe("request-1");
    expect(`${error.name}: ${error.message}`.slice(0, reason.length)).toBe(reason);
  }
  const text = JSON.stringify(log);
  for (const secret of [SECRET_KEY, PUBLIC_KEY, adminToken]) expect(text).not.toContain(secret);
}

it("the address that docs/operating.md has probed answers 200 as long as the table of tokens is there", async () => {
  const [, section = ""] = readFileSync("docs/operating.md", "utf8").split("### Probing from outside");
  const [, address = ""] = /'(https:[^']+)'/.exec(section) ?? [];
  const { pathname, searchParams } = new URL(address);
  expect(pathname).toBe("/token");
  const { handler } = await import("../../functions/token.ts");
  const event = readEvent("token", { queryStringParameters: Object.fromEntries(searchParams) });
  const probe = async () => (await handler(event, { awsRequestId: "request-1" } as Context)).statusCode;
  expect(await probe()).toBe(200);
  proxy.always = answerWith("ResourceNotFoundException");
  expect(await probe()).toBe(500);
});

describe("when DynamoDB", () => {
  it.each(FAULTS)("%s, both endpoints answer 500, and the next request succeeds", async (what, fault, reason) => {
    proxy.always = fault;
    expect(await callBoth()).toEqual(FAILED);
    expectLogged(reason);
    const writes = proxy.requests.filter(({ operation }) => operation === "PutItem");
    if (SAVED_BY_RETRY.some(([one]) => one === what)) expect(writes).toHaveLength(3);
    proxy.always = pass;
    expect(await callBoth()).toEqual(WORKED);
  });

  it.each(SAVED_BY_RETRY)("%s once, the request succeeds", async (_, fault) => {
    proxy.next.push(fault, fault);
    expect(await callBoth()).toEqual(WORKED);
    expect(log.errors).toEqual([]);
  });

  it("refuses connections, both endpoints answer 500, and the next request succeeds", async () => {
    await proxy.close();
    expect(await callBoth()).toEqual(FAILED);
    expectLogged("Error: connect ECONNREFUSED");
    await proxy.open();
    expect(await callBoth()).toEqual(WORKED);
  });
});

describe("a missing table", () => {
  it.each([
    ["token", "TOKENS_TABLE"],
    ["charts", "TOKENS_TABLE"],
    ["charts", "CHARTS_TABLE"],
  ] as const)("of %s is named in the log: %s", async (name, variable) => {
    vi.stubEnv(variable, "performance-data-prod-gone");
    expect((await call(name)).status).toBe(500);
    const message = expect.stringMatching(/ not found: performance-data-prod-gone$/);
    expect(log.errors).toMatchObject([{ error: { name: "ResourceNotFoundException", message } }]);
  });

  it("is named of several episodes that are read at once, too", async () => {
    const [{ charts }, { loadOutlines }] = await Promise.all([
      import("../../lib/dynamodb.ts"),
      import("../../lib/episode/charts-table.ts"),
    ]);
    await expect(loadOutlines({ ...charts, name: "gone" }, ["ep-1"])).rejects.toThrow(/ not found: gone$/);
  });
});

describe("a token", () => {
  const recorded = () =>
    proxy.requests.filter(({ operation }) => operation === "PutItem").map(({ input }) => input.Item);

  it("has one record if DynamoDB's answer to the first write is lost", async () => {
    let writes = 0;
    // A read of an earlier test may still be tried again.
    proxy.disturb(({ operation }) => operation === "PutItem" && writes++ === 0, loseAnswer);
    const { status, body } = await call("token");
    expect(status).toBe(200);
    expect(await readRecord(idOf(String(body.token)))).toBeDefined();
    expect(recorded()).toHaveLength(2);
    expect(new Set(recorded().map((item) => JSON.stringify(item))).size).toBe(1);
  });

  it("is not returned if every write fails, even though its record may exist", async () => {
    proxy.always = loseAnswer;
    expect(await call("token")).toEqual(FAILED[0]);
    expect(new Set(recorded().map((item) => JSON.stringify(item))).size).toBe(1);
  });
});

describe("a chart", () => {
  it("is served after a consistent read of the token's record, so that a revocation takes effect at once", async () => {
    await call("charts");
    const [read] = proxy.requests.filter(({ input }) => input.TableName === process.env.TOKENS_TABLE);
    expect(read).toMatchObject({ operation: "GetItem", input: { ConsistentRead: true } });
  });

  it("is not served if the token's record can't be read", async () => {
    proxy.disturb(({ input }) => JSON.stringify(input).includes("tokens"), answerWith("ThrottlingException"));
    expect((await call("charts")).status).toBe(500);
  });
});
