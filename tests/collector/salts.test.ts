import { randomUUID } from "node:crypto";
import type { Context } from "aws-lambda";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { useColdStarts } from "../support/cold-starts.ts";
import { makeListenEvent } from "../support/collector.ts";
import { type Fault, pass, refuse } from "../support/faulty-proxy.ts";
import { loadSalts, readOpenItem } from "../support/fold/tables.ts";
import { useUpdate } from "../support/fold/update.ts";
import { useLog } from "../support/log.ts";
import { useConfiguredService } from "../support/service.ts";
import { writeChartItem, writeRecord } from "../support/tables.ts";

useConfiguredService();
const startCold = useColdStarts();
const log = useLog();

const context = { awsRequestId: "request-1" } as Context;
const token = { id: randomUUID(), admin: false, interval: 1, expiresAt: 1e12 };

const { proxy, update } = await useUpdate();

beforeAll(() => writeRecord(token));

beforeEach(async () => {
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", proxy.url);
  vi.setSystemTime(Date.UTC(2026, 1, 28, 12));
  await writeChartItem({ guid: "one", duration: 60 });
});

/** Loads the function as a cold start does. Returns a function that sends it a listen, and returns the status. */
async function startContainer(): Promise<() => Promise<unknown>> {
  startCold();
  const { handler } = await import("../../functions/listen.ts");
  const event = await makeListenEvent({ id: token.id, guid: "one" });
  return async () => (await handler(event, context)).statusCode;
}

/** Applies a fault to requests of an operation for a salt. */
function disturbSalts(operation: string, fault: Fault): void {
  proxy.disturb((one) => one.operation === operation && JSON.stringify(one.input).includes('"S":"salts"'), fault);
}

describe("the salt of a window", () => {
  it("is the same for two containers that both come first", async () => {
    const containers = [await startContainer(), await startContainer()];
    const creators = Promise.withResolvers<void>();
    let arrived = 0;
    disturbSalts("PutItem", async (response, forward) => {
      if (++arrived === 2) creators.resolve();
      await creators.promise;
      await pass(response, forward);
    });
    expect(await Promise.all(containers.map((listen) => listen()))).toEqual([202, 202]);
    expect(await loadSalts()).toEqual(["2026-03-01T00:00:00Z"]);
    vi.setSystemTime(Date.UTC(2026, 2, 1, 0, 15));
    await update();
    expect(await readOpenItem("one")).toMatchObject({ listeners: 1 });
  });

  it("is loaded once by a container, and so is the episode", async () => {
    const listen = await startContainer();
    await listen();
    proxy.requests.length = 0;
    expect(await listen()).toBe(202);
    expect(proxy.requests.map(({ operation }) => operation)).toEqual(["GetItem", "PutItem"]);
  });

  it("gives 500 and a line of the log if it disappears while its window is open", async () => {
    expect(await (await startContainer())()).toBe(202);
    disturbSalts("GetItem", (response) => {
      response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end("{}");
    });
    expect(await (await startContainer())()).toBe(500);
    expect(log.errors).toMatchObject([{ error: { message: expect.stringContaining("while the window was open") } }]);
  });

  it("is asked for again after it could not be loaded", async () => {
    const listen = await startContainer();
    disturbSalts("GetItem", refuse);
    expect(await listen()).toBe(500);
    expect(log.errors).toHaveLength(1);
    proxy.always = pass;
    expect(await listen()).toBe(202);
  });

  it("is deleted by the first run after the window has closed, and not before", async () => {
    const listen = await startContainer();
    await listen();
    vi.setSystemTime(Date.UTC(2026, 2, 1, 0, 14, 59));
    await listen();
    await update();
    expect(await loadSalts()).toEqual(["2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z"]);
    vi.setSystemTime(Date.UTC(2026, 2, 1, 0, 15));
    await update();
    expect(await loadSalts()).toEqual(["2026-03-02T00:00:00Z"]);
  });

  it("is deleted as soon as that if the length of windows has grown since", async () => {
    vi.stubEnv("LISTEN_WINDOW", "1h");
    await (await startContainer())();
    vi.stubEnv("LISTEN_WINDOW", "1d");
    vi.setSystemTime(Date.UTC(2026, 1, 28, 13, 14, 59));
    await update();
    expect(await loadSalts()).toEqual(["2026-02-28T13:00:00Z"]);
    vi.setSystemTime(Date.UTC(2026, 1, 28, 13, 15));
    await update();
    expect(await loadSalts()).toEqual([]);
  });

  it("is deleted by a run that then can't reach a chart, too", async () => {
    await (await startContainer())();
    vi.setSystemTime(Date.UTC(2026, 2, 1, 0, 15));
    proxy.disturb(({ input }) => input.TableName === process.env.CHARTS_TABLE, refuse);
    await expect(update()).rejects.toThrow();
    expect(await loadSalts()).toEqual([]);
  });
});
