import { beforeEach, describe, expect, it, vi } from "vitest";
import { composeListen } from "../../lib/collector/listen-item.ts";
import { isOutage } from "../../lib/collector/run.ts";
import { answerWith, breakOff, type Fault, pass, type Requested, refuse } from "../support/faulty-proxy.ts";
import {
  findGuids,
  loadFoldedTo,
  makeHash,
  makePseudonyms,
  putListens,
  writeListen,
  writeListens,
} from "../support/fold/listens.ts";
import { readOpenItem } from "../support/fold/tables.ts";
import { hear, MINUTE, PARTITION, TODAY, useUpdate, YESTERDAY } from "../support/fold/update.ts";
import { useLog } from "../support/log.ts";
import { useConfiguredService } from "../support/service.ts";
import { writeChartItem } from "../support/tables.ts";

useConfiguredService();
const log = useLog();

const GUIDS = findGuids(PARTITION, 25);
const [FIRST = "", SECOND = "", THIRD = ""] = GUIDS;

const { proxy, update } = await useUpdate();

const isCheckpoint = (input: Record<string, unknown>) => JSON.stringify(input.Key)?.includes("checkpoint") ?? false;
const isOfChart = ({ input }: Requested) => input.TableName === process.env.CHARTS_TABLE;

describe("a run with a minute left", () => {
  it("succeeds, and the next one goes on after the last episode that was decided", async () => {
    await hear(GUIDS, TODAY);
    const isOver = () => proxy.requests.filter(isOfChart).length >= 2 * 13;
    await update(() => (isOver() ? 59_999 : 60_000));
    const counted = (await Promise.all(GUIDS.map(readOpenItem))).filter((item) => item?.listeners === 1).length;
    expect(counted).toBeGreaterThan(10);
    expect(counted).toBeLessThan(25);
    expect(log.infos).toMatchObject([{ code: "update-ended", stopped: 1, counted, behind: 900 }]);
    expect(log.errors).toEqual([]);
    proxy.requests.length = 0;
    await update();
    expect(proxy.requests.filter(isOfChart)).toHaveLength(2 * (25 - counted));
    for (const guid of GUIDS) expect(await readOpenItem(guid)).toMatchObject({ listeners: 1 });
  });

  it("goes on after the last window that it has ended", async () => {
    await hear([FIRST], YESTERDAY, TODAY);
    await update(() => (proxy.requests.some(({ operation }) => operation === "UpdateItem") ? 59_999 : 60_000));
    expect(await loadFoldedTo(PARTITION)).toBe(`${YESTERDAY}~`);
  });

  it("saves no checkpoint twice: there is one after each ten episodes", async () => {
    await hear(GUIDS, TODAY);
    const count = (operation: string) => proxy.requests.filter((request) => request.operation === operation).length;
    await update(() => (count("UpdateItem") < 10 ? 60_000 : 0));
    const saves = proxy.requests.filter(({ input }) => JSON.stringify(input.Item)?.includes(`${TODAY}#`));
    expect(saves).toHaveLength(1);
    expect(log.infos).toMatchObject([{ counted: 10 }]);
  });

  it("reads nothing more, and begins nothing", async () => {
    await writeListen(TODAY, FIRST, 1, MINUTE);
    let checkpoints = 0;
    await update(() => {
      checkpoints = proxy.requests.filter(({ input }) => isCheckpoint(input)).length;
      return 59_999;
    });
    expect(checkpoints).toBe(0);
    expect(proxy.requests.filter(({ operation }) => operation === "PutItem")).toEqual([]);
    expect(log.infos).toMatchObject([{ stopped: 16, listens: 0, behind: 900 }]);
    expect(await loadFoldedTo(PARTITION)).toBeUndefined();
  });

  it("counts no part of an episode that it can't read to the end, and names it if it began with it", async () => {
    for (const guid of [FIRST, SECOND]) await writeChartItem({ guid, duration: 60 });
    await writeListen(TODAY, FIRST, 1, MINUTE);
    await writeListens(TODAY, SECOND, 520, MINUTE);
    const has = (isMeant: (request: Requested) => boolean) => proxy.requests.some(isMeant);
    await update(() => (has(({ operation }) => operation === "UpdateItem") ? 59_999 : 60_000));
    expect(await readOpenItem(FIRST)).toMatchObject({ listeners: 1 });
    expect(await readOpenItem(SECOND)).toEqual({ guid: SECOND, duration: 60 });
    expect(log.errors).toEqual([]);
    const isPage = ({ input }: Requested) => JSON.stringify(input).includes(`":partition":{"S":"${PARTITION}"}`);
    // A page of DynamoDB's may have no items, and yet not be the last.
    proxy.disturb(isPage, async (response, forward) => {
      const { status, body } = await forward();
      const { LastEvaluatedKey } = JSON.parse(body.toString());
      response.writeHead(status).end(JSON.stringify({ Items: [], LastEvaluatedKey }));
    });
    proxy.requests.length = 0;
    await update(() => (has(isPage) ? 59_999 : 60_000));
    expect(log.errors).toEqual([]);
    proxy.always = pass;
    proxy.requests.length = 0;
    await update(() => (has(isPage) ? 59_999 : 60_000));
    expect(await readOpenItem(SECOND)).toEqual({ guid: SECOND, duration: 60 });
    const message = expect.stringMatching(/^The run ended inside the episode "episode \d+", which holds/);
    expect(log.errors).toMatchObject([{ code: "fault", guid: SECOND, error: { name: "TimeUpError", message } }]);
    await update();
    expect(await readOpenItem(SECOND)).toMatchObject({ listeners: 520 });
  });

  it("does not name the episode that it ends inside if it has tried others, also as many in vain as not", async () => {
    for (const guid of [FIRST, SECOND, THIRD]) await writeChartItem({ guid, duration: 60 });
    for (const guid of [FIRST, SECOND]) await writeListen(TODAY, guid, 1, MINUTE);
    await writeListens(TODAY, THIRD, 520, MINUTE);
    const isOfSecond = (request: Requested) => isOfChart(request) && JSON.stringify(request.input).includes(SECOND);
    proxy.disturb(isOfSecond, refuse);
    const isOver = () => proxy.requests.some(isOfSecond);
    await expect(update(() => (isOver() ? 59_999 : 60_000))).rejects.toThrow("could not be folded");
    expect(log.errors).toMatchObject([{ guid: SECOND, error: { name: "AccessDeniedException" } }]);
    expect(await readOpenItem(THIRD)).toEqual({ guid: THIRD, duration: 60 });
  });

  it("fails if an episode could not be written, and does not go past it", async () => {
    for (const guid of GUIDS) await writeListen(TODAY, guid, 1, MINUTE);
    proxy.disturb((request) => isOfChart(request) && JSON.stringify(request.input).includes(FIRST), refuse);
    // Far enough for a checkpoint after ten episodes.
    const isOver = () => proxy.requests.filter(isOfChart).length > 15;
    await expect(update(() => (isOver() ? 1 : 900_000))).rejects.toThrow("could not be folded");
    expect(await loadFoldedTo(PARTITION)).toBeUndefined();
  });
});

it("an episode whose write is refused is left to a later run as it is", async () => {
  await hear([FIRST], TODAY);
  let writes = 0;
  proxy.disturb(({ operation }) => operation === "UpdateItem" && writes++ === 0, refuse);
  await expect(update()).rejects.toThrow("could not be folded");
  expect(await readOpenItem(FIRST)).toEqual({ guid: FIRST, duration: 60 });
});

describe("the line at a run's end", () => {
  it("says what was read and how far behind charts are, also if the run fails", async () => {
    for (const window of [YESTERDAY, TODAY]) await writeListen(window, FIRST, 1, MINUTE);
    await writeChartItem({ guid: FIRST, duration: 60 });
    proxy.disturb(isOfChart, refuse);
    const begun = performance.now();
    await expect(update()).rejects.toThrow();
    const seconds = (performance.now() - begun) / 1_000;
    expect(Number(log.infos[0]?.seconds)).toBeGreaterThan(0);
    expect(Number(log.infos[0]?.seconds)).toBeLessThanOrEqual(seconds + 0.001);
    const line = {
      level: "INFO",
      code: "update-ended",
      message: "Update ended",
      requestId: "request-1",
      closed: TODAY,
    };
    expect(log.infos).toEqual([{ ...line, seconds: expect.any(Number), listens: 2, failed: 1, behind: 86_400 + 900 }]);
  });

  it("says that charts are not behind if more is folded than is closed by the length of windows that is set now", async () => {
    await putListens({ partition: PARTITION, id: "checkpoint", foldedTo: "2026-03-01T00:14:00Z~" });
    await update(() => 59_999);
    expect(log.infos).toMatchObject([{ stopped: 16, behind: 0 }]);
  });

  it("does not say how far if that can't be read", async () => {
    proxy.always = refuse;
    await expect(update()).rejects.toThrow();
    expect(log.errors).toMatchObject([{ code: "outage", error: { name: "AccessDeniedException" } }]);
    expect(log.infos).toMatchObject([{ code: "update-ended", listens: 0 }]);
    expect(log.infos[0]).not.toHaveProperty("behind");
  });
});

describe("an error's kind", () => {
  beforeEach(async () => {
    await hear([FIRST], TODAY);
  });

  it.each<[string, Fault]>([
    ["refuses", refuse],
    ["throttles", answerWith("ThrottlingException")],
    ["breaks off", breakOff],
    ["is ill", (response) => void response.writeHead(503).end("<html>")],
  ])("is an outage where DynamoDB %s", async (_, fault) => {
    proxy.disturb(isOfChart, fault);
    await expect(update()).rejects.toThrow();
    expect(log.errors).toMatchObject([{ code: "outage", guid: FIRST }]);
  });

  it("is an outage where a partition can't be read, without an episode", async () => {
    const isPage = ({ input }: Requested) => JSON.stringify(input).includes('":partition":{"S":"7"}');
    proxy.disturb(isPage, refuse);
    await expect(update()).rejects.toThrow();
    expect(log.errors).toMatchObject([{ code: "outage" }]);
    expect(log.errors[0]).not.toHaveProperty("guid");
  });
});

it("a flood is passed over page by page within the bounds of the query", async () => {
  await hear([FIRST, SECOND]);
  const seconds = Array.from({ length: 1_010 }, (_, start) => [{ start, end: start + 1 }]);
  for (const guid of [FIRST, SECOND])
    await putListens(...seconds.map((spans) => composeListen(TODAY, guid, makePseudonyms(1), spans)));
  await update();
  for (const guid of [FIRST, SECOND]) {
    const item = await readOpenItem(guid);
    expect(item).toMatchObject({ listeners: 1 });
    expect(item?.counts?.reduce((sum, count) => sum + count, 0)).toBe(500);
  }
  const starts = proxy.requests.flatMap(({ input }) => (input.ExclusiveStartKey ? [JSON.stringify(input)] : []));
  expect(starts).toHaveLength(2);
  expect(starts.filter((start) => start.includes(`#${makeHash(1)}~"`))).toHaveLength(2);
});

it("partitions begin at one of chance, so that a run that ends early leaves others out each time, and eight at a time", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  // A set, because the SDK may send a read again on a slow machine.
  const read = new Set<string>();
  const open = new Set<string>();
  let most = 0;
  const { promise: areEight, resolve } = Promise.withResolvers<void>();
  proxy.always = async (response, forward) => {
    const key = proxy.requests.at(-1)?.input.Key as { partition: { S: string } } | undefined;
    const partition = key?.partition.S;
    if (partition === undefined) return pass(response, forward);
    read.add(partition);
    most = Math.max(most, open.add(partition).size);
    if (open.size === 8) resolve();
    await areEight;
    await pass(response, forward);
    open.delete(partition);
  };
  await update();
  expect([...read].slice(0, 8).sort()).toEqual([..."89abcdef"]);
  expect([read.size, most]).toEqual([16, 8]);
});

it("an episode is not counted without drawing its chart if the write fails for another reason than its size", async () => {
  await hear([FIRST], TODAY);
  let writes = 0;
  proxy.disturb(({ operation }) => operation === "UpdateItem" && ++writes === 1, refuse);
  await expect(update()).rejects.toThrow("could not be folded");
  expect(log.errors).toMatchObject([{ code: "outage", guid: FIRST }]);
  expect(await readOpenItem(FIRST)).toEqual({ guid: FIRST, duration: 60 });
  await update();
  expect(await readOpenItem(FIRST)).toMatchObject({ listeners: 1, points: expect.any(Number) });
});

it("partitions are not folded if the salts to be deleted can't be found, which the log says", async () => {
  await hear([FIRST], TODAY);
  proxy.disturb(({ input }) => JSON.stringify(input).includes('{"S":"salts"}'), refuse);
  await expect(update()).rejects.toMatchObject({ name: "AccessDeniedException" });
  expect(log.errors).toMatchObject([{ code: "outage", error: { name: "AccessDeniedException" } }]);
  expect(log.infos).toMatchObject([{ code: "update-ended", listens: 0, behind: 900 }]);
  expect(await readOpenItem(FIRST)).toEqual({ guid: FIRST, duration: 60 });
});

const named = (name: string, more: object = { $metadata: {} }) => Object.assign(new Error("text"), { name }, more);

it.each([
  ["a request that DynamoDB calls invalid", named("ValidationException")],
  ["a request that the SDK can't write", named("SerializationException")],
  ["an answer that the SDK can't read", named("TypeError")],
  ["an error of our own", named("ThrottlingException", {})],
  ["what is no error", { name: "ThrottlingException", $metadata: {} }],
])("%s is a fault of ours", (_, error) => {
  expect(isOutage(error)).toBe(false);
});
