import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { SAMPLE_GUID } from "../../local/sample-chart.ts";
import { type Figures, round } from "../figures.ts";
import { composeAnswer } from "../measure/answers.ts";
import { buildBundle, buildDefaultBundle } from "../measure/bundle.ts";
import { measureCalls } from "../measure/calls.ts";
import { startStub } from "../measure/stub.ts";

const CALLS = 200;

/** The part of Lambda's context that the handlers read. Without a remaining time, they don't time out early. */
const CONTEXT = { awsRequestId: "bench" } as Context;

/** A token for feeds from a service with `EXPIRES_IN=10h`: players log every ten seconds. */
const TEN_SECONDS = { id: crypto.randomUUID(), admin: false, interval: 10, expiresAt: 1e12 };

/** Seconds after which player/listening.js sends. */
const PERIOD = 600;

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/** Measures the CPU time of a request to the deployed bundles, and of the same calls of the document client alone. */
export async function measureWarm(folder: string): Promise<Figures> {
  const { env, readEvent, tokenId, feedTokenId, stop } = await startStub(folder, {
    [TEN_SECONDS.id]: composeAnswer(TEN_SECONDS),
  });
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
    const everySecond = { ...(await readEvent("listen")), body: composeListen(1) };
    const tenSeconds = { ...everySecond, pathParameters: { id: TEN_SECONDS.id }, body: composeListen(10) };
    const times = await measureCalls(CALLS, {
      "bare PutItem": bare.saveRecord,
      token: () => callHandler(token.handler, tokenEvent),
      "two bare GetItems": () => bare.loadBoth(tokenId, SAMPLE_GUID),
      charts: () => callHandler(charts.handler, chartsEvent),
      "bare GetItem and PutItem": () => bare.loadTokenAndSaveListen(feedTokenId),
      "listen, EXPIRES_IN=1h": () => callHandler(listen.handler, everySecond),
      "listen, EXPIRES_IN=10h": () => callHandler(listen.handler, tenSeconds),
    });
    const bases: Record<string, string> = {
      token: "bare PutItem",
      charts: "two bare GetItems",
      "listen, EXPIRES_IN=1h": "bare GetItem and PutItem",
      "listen, EXPIRES_IN=10h": "bare GetItem and PutItem",
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

/** Composes what a player sends after ten minutes: 600 events with an interval of a second, 61 with ten seconds. */
function composeListen(interval: number): string {
  const last = PERIOD - 1;
  const plays = Array.from({ length: Math.ceil(last / interval) }, (_, index) => index * interval);
  const data = [...plays.map((time) => ({ time, event: "play" })), { time: last, event: "pause" }];
  return JSON.stringify({ episodeGUID: SAMPLE_GUID, data });
}

async function callHandler(handler: Handler, event: APIGatewayProxyEventV2): Promise<void> {
  const { statusCode, body } = await handler(event, CONTEXT);
  if (statusCode !== 200 && statusCode !== 202) throw new Error(`${statusCode} ${body}`);
}
