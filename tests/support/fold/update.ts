import type { Context, EventBridgeEvent } from "aws-lambda";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { type FaultyProxy, pass, startFaultyProxy } from "../faulty-proxy.ts";
import { createOwnTables } from "./tables.ts";

/** The function `update` behind a proxy, with tables of its own for each test. */
export interface ProxiedUpdate {
  readonly proxy: FaultyProxy;
  /** @param remaining milliseconds until Lambda's time-out, whenever the function asks */
  update(remaining?: () => number): Promise<void>;
}

/** Settings: a window is a day, and each listener is drawn. */
export function useUpdate(now: number): ProxiedUpdate {
  let proxy: FaultyProxy;
  let deleteTables: () => Promise<void>;
  let handler: typeof import("../../../functions/update.ts")["handler"];

  const update = async (remaining = () => 900_000) => {
    const context = { awsRequestId: "request-1", getRemainingTimeInMillis: remaining } as Context;
    await handler({} as EventBridgeEvent<"Scheduled Event", object>, context, () => {});
  };

  beforeAll(async () => {
    proxy = await startFaultyProxy(String(process.env.AWS_ENDPOINT_URL_DYNAMODB));
    vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", proxy.url);
    vi.resetModules();
    handler = (await import("../../../functions/update.ts")).handler;
    // A client keeps the endpoint that the environment names at its first request.
    deleteTables = await createOwnTables();
    vi.stubEnv("AWS_LAMBDA_LOG_LEVEL", "WARN");
    await update();
    await deleteTables();
  });

  afterAll(() => proxy.close());

  beforeEach(async () => {
    deleteTables = await createOwnTables();
    vi.useFakeTimers({ toFake: ["Date"], now });
    vi.stubEnv("MIN_LISTENERS", "1");
    vi.stubEnv("LISTEN_WINDOW", "1d");
    proxy.always = pass;
    proxy.requests.length = 0;
  });

  afterEach(async () => {
    vi.useRealTimers();
    await deleteTables();
  });

  return {
    get proxy() {
      return proxy;
    },
    update,
  };
}
