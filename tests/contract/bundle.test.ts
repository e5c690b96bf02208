import { createRequire } from "node:module";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { buildBundle } from "../../bench/measure/function-bundle.ts";
import { useLog } from "../support/log.ts";
import { useFolder } from "../support/process.ts";
import { startServer } from "../support/server.ts";
import { readEvent, useConfiguredService } from "../support/service.ts";

useConfiguredService();
const log = useLog();
const save = useFolder();

/** The names of the errors that DynamoDB returns, one per request. When the list is empty, requests succeed. */
let errors: string[] = [];
let requests = 0;

const { url, stop } = await startServer((request, response) => {
  request.resume();
  requests++;
  const name = errors.shift();
  const body = name ? { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: "told to fail" } : {};
  response.writeHead(name ? 400 : 200, { "Content-Type": "application/x-amz-json-1.0" }).end(JSON.stringify(body));
});

let bundle: string;

beforeAll(async () => {
  bundle = save("token.cjs", (await buildBundle("functions/token.ts")).outputFiles[0]?.contents ?? "");
});

beforeEach(() => {
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", url);
  requests = 0;
});

afterAll(stop);

const call = async () =>
  createRequire(import.meta.url)(bundle).handler(readEvent("token"), { awsRequestId: "request-1" });

it("retries when DynamoDB throttles, although the bundle has no classes of DynamoDB's errors", async () => {
  errors = ["ProvisionedThroughputExceededException", "ThrottlingException"];
  expect(await call()).toMatchObject({ statusCode: 200 });
  expect(requests).toBe(3);
  expect(log.errors).toEqual([]);
});

it.each([
  ["ResourceNotFoundException", `told to fail: ${process.env.TOKENS_TABLE}`],
  ["AccessDeniedException", "told to fail"],
  ["NeverHeardOfException", "told to fail"],
])("gives up at %s and logs its name, and the table only if that is missing", async (name, message) => {
  errors = [name];
  expect(await call()).toMatchObject({ statusCode: 500 });
  expect(requests).toBe(1);
  expect(log.errors).toMatchObject([{ error: { name, message } }]);
});

it("logs a fault with the names of its functions in the source", async () => {
  vi.stubEnv("EXPIRES_IN", "soon");
  expect(await call()).toMatchObject({ statusCode: 500 });
  const [{ error }] = log.errors as [{ error: { stack: string } }];
  expect(error.stack.match(/at (?:async )?(\w+) /g)).toEqual(
    expect.arrayContaining(["at parsePeriod ", "at parseWithin ", "at parseLifetimes "]),
  );
});
