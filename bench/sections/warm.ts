import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { median } from "d3-array";
import { SAMPLE_GUID } from "../../scripts/local/sample-chart.ts";
import { type Figures, round } from "../figures.ts";
import { buildBundle, buildDefaultBundle } from "../measure/bundle.ts";
import { startStub } from "../measure/stub.ts";

const ROUNDS = 9;
const WARM_UP_ROUNDS = 3;
const CALLS = 200;

/** The part of Lambda's context that the handlers read. Without a remaining time, they don't time out early. */
const CONTEXT = { awsRequestId: "bench" } as Context;

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/** A request, or the bare calls that it is compared with. */
type Call = () => Promise<unknown>;

/** Measures the CPU time of a request to the deployed bundles, and of the same calls of the document client alone. */
export async function measureWarm(folder: string): Promise<Figures> {
  const { env, readEvent, tokenId, feedTokenId, stop } = await startStub(folder);
  Object.assign(process.env, env);
  const load = async (entry: string, build = buildBundle) => {
    const file = join(folder, `${crypto.randomUUID()}.cjs`);
    await writeFile(file, (await build(entry)).outputFiles[0]?.contents ?? "");
    return createRequire(import.meta.url)(file);
  };
  try {
    const token = await load("functions/token.ts");
    const charts = await load("functions/charts.ts");
    const listen = await load("functions/listen.ts");
    const bare: typeof import("../programs/bare.ts") = await load("bench/programs/bare.ts", buildDefaultBundle);
    const [tokenEvent, chartsEvent] = [await readEvent("token"), await readEvent("charts-gzip")];
    const listenEvent = { ...(await readEvent("listen")), body: composeListen() };
    const times = await measureCalls({
      "bare PutItem": bare.saveRecord,
      token: () => callHandler(token.handler, tokenEvent),
      "two bare GetItems": () => bare.loadBoth(tokenId, SAMPLE_GUID),
      charts: () => callHandler(charts.handler, chartsEvent),
      "bare GetItem and PutItem": () => bare.loadTokenAndSaveListen(feedTokenId),
      listen: () => callHandler(listen.handler, listenEvent),
    });
    const bases: Record<string, string> = {
      token: "bare PutItem",
      charts: "two bare GetItems",
      listen: "bare GetItem and PutItem",
    };
    const figures = Object.entries(times).map(([name, time]) => {
      const base = Number(times[bases[name] ?? name]);
      return [name, { "CPU ms": round(time), "of bare": round(time / base) }];
    });
    return Object.fromEntries(figures);
  } finally {
    stop();
  }
}

/** Measures the CPU time of each call in milliseconds: medians of rounds in which the calls take turns. */
async function measureCalls(calls: Record<string, Call>): Promise<Record<string, number>> {
  const times = new Map(Object.keys(calls).map((name): [string, number[]] => [name, []]));
  for (let turn = -WARM_UP_ROUNDS; turn < ROUNDS; turn++) {
    for (const [name, call] of Object.entries(calls)) {
      // The garbage of the previous call must not count for this one.
      await call();
      globalThis.gc?.();
      const before = process.cpuUsage();
      for (let count = 0; count < CALLS; count++) await call();
      const { user, system } = process.cpuUsage(before);
      if (turn >= 0) times.get(name)?.push((user + system) / 1_000 / CALLS);
    }
  }
  return Object.fromEntries([...times].map(([name, each]) => [name, median(each) ?? Number.NaN]));
}

/** Composes what a player sends of ten minutes, at one event per second. */
function composeListen(): string {
  const data = Array.from({ length: 600 }, (_, time) => ({ time, event: "play" }));
  return JSON.stringify({ episodeGUID: SAMPLE_GUID, data });
}

async function callHandler(handler: Handler, event: APIGatewayProxyEventV2): Promise<void> {
  const { statusCode, body } = await handler(event, CONTEXT);
  if (statusCode !== 200 && statusCode !== 202) throw new Error(`${statusCode} ${body}`);
}
