import { readFileSync } from "node:fs";
import type { Context } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { useColdStarts } from "../support/cold-starts.ts";
import {
  answerWith,
  breakOff,
  type Fault,
  type FaultyProxy,
  loseAnswer,
  pass,
  startFaultyProxy,
} from "../support/faulty-proxy.ts";
import { useLog } from "../support/log.ts";
import { inspectLine } from "../support/log-guard.ts";
import { configureService, readEvent, useConfiguredService } from "../support/service.ts";
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

const realUrl = String(process.env.AWS_ENDPOINT_URL_DYNAMODB);
const proxies: FaultyProxy[] = [];

afterAll(() => Promise.all(proxies.map((proxy) => proxy.close())));

/** Loads both functions as a cold start does, behind a proxy of their own, to call them with Lambda's time limit. */
async function startService() {
  const proxy = await startFaultyProxy(realUrl);
  proxies.push(proxy);
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", proxy.url);
  startCold();
  const [token, charts] = await Promise.all([import("../../functions/token.ts"), import("../../functions/charts.ts")]);
  const handlers = { token: token.handler, charts: charts.handler };
  let adminToken = "";
  const call = async (name: keyof typeof handlers, awsRequestId = "request-1") => {
    const deadline = Date.now() + TIMEOUT_MS;
    const context = { awsRequestId, getRemainingTimeInMillis: () => deadline - Date.now() } as Context;
    const event = name === "token" ? readEvent("token-admin") : readEvent("charts-unknown-episode", { adminToken });
    const { statusCode, body } = await handlers[name](event, context);
    return { status: statusCode, body: JSON.parse(body ?? "") };
  };
  const callBoth = (requestId?: string) => Promise.all([call("token", requestId), call("charts", requestId)]);
  adminToken = String((await call("token")).body.token);
  proxy.requests.length = 0;
  return { proxy, call, callBoth };
}

type Service = Awaited<ReturnType<typeof startService>>;

/** Lists the tokens' records that were to be written. */
const listWrites = ({ requests }: FaultyProxy) =>
  requests.filter(({ operation }) => operation === "PutItem").map(({ input }) => input.Item);

const FAILED = [
  { status: 500, body: { error: "Error generating token" } },
  { status: 500, body: { error: "Internal server error" } },
];
const WORKED = [
  { status: 200, body: { token: expect.any(String) } },
  { status: 404, body: { error: "Episode not found" } },
];

/** Expects that both functions logged the fault with its own reason, not middy's time-out. */
function expectLogged(lines: readonly object[], reason: string): void {
  const said = lines.map((line) => Object(line).error).map(({ name, message }) => `${name}: ${message}`);
  expect(said.map((text) => text.slice(0, reason.length))).toEqual([reason, reason]);
}

it("the address that docs/operating.md has probed answers 200 as long as the table of tokens is there", async () => {
  const { proxy } = await startService();
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
  const lines: { readonly requestId: string }[] = [];
  const findLines = (id: string) => lines.filter(({ requestId }) => requestId === id);

  /** Has a fault at each request, then at none, and then at the first one of each endpoint. */
  async function observe({ proxy, callBoth }: Service, [what, fault]: Failure) {
    proxy.always = fault;
    const failed = await callBoth(what);
    const writes = listWrites(proxy);
    proxy.always = pass;
    const next = await callBoth(what);
    proxy.next.push(fault, fault);
    return { failed, writes, next, once: await callBoth(`${what} once`) };
  }

  const observed = new Map<string, ReturnType<typeof observe>>();

  // All faults at the same time, because some are found by a time-out.
  beforeAll(async () => {
    configureService();
    vi.spyOn(console, "error").mockImplementation((line) => {
      inspectLine(line);
      lines.push(JSON.parse(line));
    });
    for (const failure of FAULTS) observed.set(failure[0], observe(await startService(), failure));
    await Promise.all(observed.values());
  });

  it.each(FAULTS)("%s, both endpoints answer 500, and the next request succeeds", async (what, _, reason) => {
    const { failed, writes, next } = (await observed.get(what)) ?? {};
    expect([failed, next]).toEqual([FAILED, WORKED]);
    if (SAVED_BY_RETRY.some(([one]) => one === what)) expect(writes).toHaveLength(3);
    expectLogged(findLines(what), reason);
  });

  it.each(SAVED_BY_RETRY)("%s once, the request succeeds", async (what) => {
    expect((await observed.get(what))?.once).toEqual(WORKED);
    expect(findLines(`${what} once`)).toEqual([]);
  });

  it("refuses connections, both endpoints answer 500, and the next request succeeds", async () => {
    const { proxy, callBoth } = await startService();
    await proxy.close();
    expect(await callBoth()).toEqual(FAILED);
    expectLogged(log.errors, "Error: connect ECONNREFUSED");
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
    const { call } = await startService();
    vi.stubEnv(variable, "performance-data-prod-gone");
    expect((await call(name)).status).toBe(500);
    const message = expect.stringMatching(/ not found: performance-data-prod-gone$/);
    expect(log.errors).toMatchObject([{ error: { name: "ResourceNotFoundException", message } }]);
  });

  it("is named of several episodes that are read at once, too", async () => {
    startCold();
    const [{ charts }, { loadOutlines }] = await Promise.all([
      import("../../lib/dynamodb.ts"),
      import("../../lib/episode/charts-table.ts"),
    ]);
    await expect(loadOutlines({ ...charts, name: "gone" }, ["ep-1"])).rejects.toThrow(/ not found: gone$/);
  });
});

describe("a token", () => {
  it("has one record if DynamoDB's answer to the first write is lost", async () => {
    const { proxy, call } = await startService();
    proxy.next.push(loseAnswer);
    const { status, body } = await call("token");
    expect(status).toBe(200);
    expect(await readRecord(idOf(String(body.token)))).toBeDefined();
    const [first] = listWrites(proxy);
    expect(listWrites(proxy)).toEqual([first, first]);
  });

  it("is not returned if every write fails, even though its record may exist", async () => {
    const { proxy, call } = await startService();
    proxy.always = loseAnswer;
    expect(await call("token")).toEqual(FAILED[0]);
    const [first] = listWrites(proxy);
    expect(listWrites(proxy)).toEqual([first, first, first]);
  });
});

describe("a chart", () => {
  it("is served after a consistent read of the token's record, so that a revocation takes effect at once", async () => {
    const { proxy, call } = await startService();
    await call("charts");
    const [read] = proxy.requests.filter(({ input }) => input.TableName === process.env.TOKENS_TABLE);
    expect(read).toMatchObject({ operation: "GetItem", input: { ConsistentRead: true } });
  });

  it("is not served if the token's record can't be read", async () => {
    const { proxy, call } = await startService();
    proxy.disturb(({ input }) => JSON.stringify(input).includes("tokens"), answerWith("ThrottlingException"));
    expect((await call("charts")).status).toBe(500);
  });
});
