import type { Context, EventBridgeEvent } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, expect, vi } from "vitest";
import { PARTITIONS } from "../../../lib/collector/checkpoint.ts";
import { useColdStarts } from "../cold-starts.ts";
import { pass, refuse, startFaultyProxy } from "../faulty-proxy.ts";
import { writeChartItem } from "../tables.ts";
import { putListens, writeListen } from "./listens.ts";
import { useOwnTables } from "./tables.ts";

/** The last windows that are closed when a test begins. */
export const [YESTERDAY, TODAY] = ["2026-02-28T00:00:00Z", "2026-03-01T00:00:00Z"] as const;
export const MINUTE = [{ start: 0, end: 60 }];
/** Where the episodes of the tests are. Other partitions are folded when a test begins, so that a run hardly asks for them. */
export const PARTITION = "7";

const OTHERS = PARTITIONS.filter((partition) => partition !== PARTITION).map((partition) => ({
  partition,
  id: "checkpoint",
  foldedTo: `${TODAY}~`,
}));

/** Registers episodes of a minute, all of which one listener has heard in each of the windows. */
export async function hear(guids: readonly string[], ...windows: readonly string[]): Promise<void> {
  for (const guid of guids) {
    await writeChartItem({ guid, duration: 60 });
    for (const window of windows) await writeListen(window, guid, 1, MINUTE);
  }
}

/** Computes when a window of a day is closed. */
export const closeOf = (window: string) => Date.parse(window) + 15 * 60_000;

/**
 * Loads the function `update` behind a proxy, with tables of its own for each test. A window is a day, and each listener is
 * drawn. `update` takes the milliseconds until Lambda's time-out, whenever the function asks.
 */
export async function useUpdate() {
  const proxy = await startFaultyProxy();
  const startCold = useColdStarts();
  let handler: typeof import("../../../functions/update.ts")["handler"];

  const update = async (remaining = () => 900_000) => {
    const context = { awsRequestId: "request-1", getRemainingTimeInMillis: remaining } as Context;
    await handler({} as EventBridgeEvent<"Scheduled Event", object>, context, () => {});
  };

  beforeAll(async () => {
    vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", proxy.url);
    startCold();
    handler = (await import("../../../functions/update.ts")).handler;
    // A client keeps the endpoint that the environment names at its first request. This one is refused, because on a busy
    // machine it may take longer than the function waits.
    proxy.always = refuse;
    for (const method of ["error", "info"] as const) vi.spyOn(console, method).mockImplementation(() => {});
    await expect(update()).rejects.toThrow();
    vi.restoreAllMocks();
  });

  afterAll(() => proxy.close());

  useOwnTables(closeOf(TODAY));
  beforeEach(async () => {
    vi.stubEnv("MIN_LISTENERS", "1");
    vi.stubEnv("LISTEN_WINDOW", "1d");
    proxy.always = pass;
    proxy.requests.length = 0;
    await putListens(...OTHERS);
  });

  return { proxy, update };
}
