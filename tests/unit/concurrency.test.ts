import type { RequestListener } from "node:http";
import { afterEach, expect, it } from "vitest";
import { adviseConcurrency } from "../../plugins/concurrency.ts";
import type { AwsProvider } from "../../plugins/serverless.ts";
import { type Server, startServer } from "../support/server.ts";

const SETTINGS = { collector: "on", listenRate: 200, listenConcurrency: null };

let lambda: Server;
let asked: string[];

/** Access to an account whose Lambda answers as it is told. */
async function startAccount(listener: RequestListener): Promise<AwsProvider> {
  asked = [];
  lambda = await startServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const config = { endpoint: lambda.url, region: "eu-west-1", credentials, maxAttempts: 1 };
  return {
    getRegion: () => config.region,
    getAwsSdkV3Config: async () => config,
  } as Partial<AwsProvider> as AwsProvider;
}
const startAccountOf = (limit: number) =>
  startAccount((_, response) => response.end(JSON.stringify({ AccountLimit: { ConcurrentExecutions: limit } })));

afterEach(() => lambda.stop());

it.each([
  [1_000, 200, "all 1000 executions that this account may have at once. Set it to 24."],
  [124, 200, "all 124 executions that this account may have at once. Set it to 24."],
  [1_000, "201", "Set it to 25."],
])(
  "in an account of %i executions at once, listenRate %s advises a value that AWS takes",
  async (limit, listenRate, end) => {
    const advice = await adviseConcurrency({ ...SETTINGS, listenRate }, await startAccountOf(limit));
    expect(advice).toEqual([
      expect.stringMatching(/^listenConcurrency is not set: if DynamoDB hangs, listens can take all /),
    ]);
    expect(advice[0]).toContain(end);
    expect(asked).toEqual(["GET /2016-08-19/account-settings"]);
  },
);

it.each([10, 123])("in an account of %i executions at once, nothing can be reserved, which is said", async (limit) => {
  expect(await adviseConcurrency(SETTINGS, await startAccountOf(limit))).toEqual([
    `This account may have ${limit} executions at once in eu-west-1. If DynamoDB is slow in a flood, listens can take them all, and /token and /charts then fail. Ask AWS for 1,000, then set listenConcurrency to 24. See docs/deploying.md.`,
  ]);
});

it.each([
  [2_001, 200],
  [1_000, 99],
])(
  "in an account of %i executions at once, nothing is said of listenRate %i, which can't take them all",
  async (limit, listenRate) => {
    expect(await adviseConcurrency({ ...SETTINGS, listenRate }, await startAccountOf(limit))).toEqual([]);
  },
);

it("without the right to read the limit, both are said, and the deployment goes on", async () => {
  const account = await startAccount((_, response) =>
    response.writeHead(403, { "x-amzn-errortype": "AccessDeniedException" }).end('{"message":"Not authorized"}'),
  );
  expect(await adviseConcurrency(SETTINGS, account)).toEqual([
    "listenConcurrency is not set, and how many executions at once this account may have can't be read (Not authorized). With 124 or more, set it to 24: listens then leave the others to /token and /charts.",
  ]);
});

it.each([{ collector: "off" }, { listenConcurrency: 24 }, { listenConcurrency: "24" }])(
  "with %j, nothing is asked or said",
  async (settings) => {
    expect(await adviseConcurrency({ ...SETTINGS, ...settings }, await startAccountOf(10))).toEqual([]);
    expect(asked).toEqual([]);
  },
);
