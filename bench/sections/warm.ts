import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { median } from "d3-array";
import { type Figures, round } from "../figures.ts";
import { buildBundle, buildDefaultBundle } from "../measure/bundle.ts";
import { guidOf, type Stub, startStub } from "../measure/stub.ts";

const ROUNDS = 25;
const CALLS = 200;
const POINTS = 3_600;
const LENGTHS = [100, 3_600, 14_400, 60_000];

/** The next length, 60,000, exceeds DynamoDB's 400 KB for a plain item. */
const MAX_PLAIN_POINTS = 14_400;

/** The part of Lambda's context that the handlers read. Without a remaining time, they don't time out early. */
const CONTEXT = { awsRequestId: "bench" } as Context;

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/** A request, or the bare calls that it is compared with. */
type Call = () => Promise<unknown>;

/** Measures the CPU time of a request, and of the same calls of the document client alone. */
export async function measureWarm(folder: string): Promise<Figures> {
  return withService(folder, [POINTS], async ({ token, charts, bare }, { readEvent, tokenId }) => {
    const guid = guidOf(POINTS, "packed");
    const tokenEvent = await readEvent("token");
    const chartsEvent = await readEvent("charts-gzip", guid);
    const times = await measureCalls({
      "bare PutItem": bare.saveRecord,
      token: () => callHandler(token, tokenEvent),
      "two bare GetItems": () => bare.loadBoth(tokenId, guid),
      charts: () => callHandler(charts, chartsEvent),
    });
    const pairs = { token: "bare PutItem", charts: "two bare GetItems" };
    const ratios = new Map(
      Object.entries(pairs).map(([name, base]) => [name, Number(times[name]) / Number(times[base])]),
    );
    return Object.fromEntries(
      Object.entries(times).map(([name, time]) => [
        name,
        { "CPU ms": round(time), "of bare": round(ratios.get(name) ?? 1) },
      ]),
    );
  });
}

/** Measures the CPU time of POST /charts by length and shape of the chart, with and without gzip. */
export async function measureSizes(folder: string): Promise<Figures> {
  return withService(folder, LENGTHS, async ({ charts }, { readEvent }) => {
    const calls: Record<string, Call> = {};
    for (const points of LENGTHS) {
      for (const shape of ["packed", "plain"] as const) {
        if (shape === "plain" && points > MAX_PLAIN_POINTS) continue;
        for (const [client, name] of Object.entries({ gzip: "charts-gzip", identity: "charts" })) {
          const event = await readEvent(name, guidOf(points, shape));
          calls[`${points} points, ${shape}, ${client}`] = () => callHandler(charts, event);
        }
      }
    }
    const times = await measureCalls(calls, 9, 12);
    const of = (other: string) => (time: number) => round(time / Number(times[other]));
    return Object.fromEntries(
      Object.entries(times).map(([name, time]) => [
        name,
        {
          "CPU ms": round(time),
          "of 100 packed, gzip": of("100 points, packed, gzip")(time),
          "of 3600 packed, gzip": of("3600 points, packed, gzip")(time),
        },
      ]),
    );
  });
}

interface Service {
  readonly token: Handler;
  readonly charts: Handler;
  readonly bare: typeof import("../programs/bare.ts");
}

/** Loads the deployed bundles into this process, with the stub's environment. */
async function withService(
  folder: string,
  lengths: readonly number[],
  work: (service: Service, stub: Stub) => Promise<Figures>,
): Promise<Figures> {
  const stub = await startStub(folder, lengths);
  Object.assign(process.env, stub.env);
  const load = async (entry: string, build = buildBundle) => {
    const file = join(folder, `${crypto.randomUUID()}.cjs`);
    await writeFile(file, (await build(entry)).outputFiles[0]?.contents ?? "");
    return createRequire(import.meta.url)(file);
  };
  try {
    const [token, charts] = [await load("functions/token.ts"), await load("functions/charts.ts")];
    const bare = await load("bench/programs/bare.ts", buildDefaultBundle);
    return await work({ token: token.handler, charts: charts.handler, bare }, stub);
  } finally {
    stub.stop();
  }
}

/** Measures the CPU time of each call in milliseconds: medians of rounds in which the calls take turns. */
async function measureCalls(calls: Record<string, Call>, rounds = ROUNDS, perRound = CALLS) {
  const times = new Map(Object.keys(calls).map((name): [string, number[]] => [name, []]));
  // The first three rounds only warm up.
  for (let turn = -3; turn < rounds; turn++) {
    for (const [name, call] of Object.entries(calls)) {
      // The garbage of the previous call must not count for this one.
      await call();
      globalThis.gc?.();
      const before = process.cpuUsage();
      for (let count = 0; count < perRound; count++) await call();
      const { user, system } = process.cpuUsage(before);
      if (turn >= 0) times.get(name)?.push((user + system) / 1_000 / perRound);
    }
  }
  return Object.fromEntries([...times].map(([name, each]) => [name, median(each) ?? Number.NaN]));
}

async function callHandler(handler: Handler, event: APIGatewayProxyEventV2): Promise<void> {
  const { statusCode, body } = await handler(event, CONTEXT);
  if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
}
