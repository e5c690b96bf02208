import { randomBytes } from "node:crypto";
import { NumberValue } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { composeListen } from "../../lib/collector/listen-item.ts";
import { packSpans } from "../../lib/collector/packed-spans.ts";
import { formatInstant } from "../../lib/collector/window.ts";
import { packCounts } from "../../lib/episode/counts.ts";
import { packChart } from "../../lib/episode/packed-chart.ts";
import { breakOff, loseAnswer, pass, type Requested, refuse } from "../support/faulty-proxy.ts";
import { findGuids, loadFoldedTo, makeHash, makePseudonyms, putListens, writeListen } from "../support/fold/listens.ts";
import { readOpenItem } from "../support/fold/tables.ts";
import { closeOf, hear, MINUTE, PARTITION, TODAY, useUpdate, YESTERDAY } from "../support/fold/update.ts";
import { useLog } from "../support/log.ts";
import { useConfiguredService } from "../support/service.ts";
import { deleteListenItems, readChartItem, writeChartItem } from "../support/tables.ts";

useConfiguredService();
const log = useLog();

const TOMORROW = "2026-03-02T00:00:00Z";

/** Episodes of one partition, in the order in which a run comes to them. */
const [FIRST = "", SECOND = ""] = findGuids(PARTITION, 2);

const { proxy, update } = await useUpdate();

/** Has a fault for each request for a chart's item of an episode. */
function disturbChart(guid: string, fault = refuse): void {
  proxy.disturb(({ input }) => JSON.stringify(input).includes(`"guid":{"S":"${guid}"}`), fault);
}

/** Breaks off at a write for the partition, from 0, before or after it takes place, and refuses all later requests. */
function killAt(at: number, isForwarded: boolean): void {
  let writes = 0;
  proxy.always = (response, forward) => {
    const { operation, input } = proxy.requests.at(-1) ?? {};
    const isWrite = operation === "UpdateItem" || JSON.stringify(input?.Item)?.includes(`{"S":"${PARTITION}"}`);
    if (writes > at) return refuse(response, forward);
    if (!isWrite || writes++ < at) return pass(response, forward);
    return (isForwarded ? loseAnswer : breakOff)(response, forward);
  };
}

describe("a chart", () => {
  /** Folds windows one after another, each with so many listeners. Returns the listeners in the drawing after each. */
  async function fold(...windows: readonly number[]): Promise<unknown[]> {
    const shown: unknown[] = [];
    for (const [index, listeners] of windows.entries()) {
      const end = Date.parse(TODAY) + index * 86_400_000;
      const window = formatInstant(end / 1_000);
      for (let listener = 0; listener < listeners; listener++) await writeListen(window, FIRST, listener, MINUTE);
      vi.setSystemTime(closeOf(window));
      await update();
      shown.push((await readChartItem(FIRST))?.drawnListeners);
    }
    return shown;
  }

  beforeEach(async () => {
    vi.stubEnv("MIN_LISTENERS", "2");
    await writeChartItem({ guid: FIRST, duration: 60 });
  });

  it("is drawn if a window alone has enough listeners, with those of the windows before", async () => {
    expect(await fold(1, 1, 2, 1, 3)).toEqual([0, 0, 4, 4, 8]);
  });

  it.each([
    ["1d", 13, 0],
    ["1d", 14, 14],
    ["12h", 27, 0],
    ["12h", 28, 28],
    ["7d", 14, 14],
  ])(
    "is not drawn of one person who listens all the time, unless it is for weeks: windows of %s, %i",
    async (length, all, drawn) => {
      vi.stubEnv("LISTEN_WINDOW", length);
      const others = { counts: packCounts(Uint32Array.of(all - 1)), listeners: all - 1 };
      await writeChartItem({ guid: FIRST, duration: 60, ...others });
      vi.setSystemTime(closeOf(TODAY));
      await writeListen("2026-02-26T00:00:00Z", FIRST, 1, MINUTE);
      await update();
      expect(await readChartItem(FIRST)).toMatchObject({ listeners: all, drawnListeners: drawn });
    },
  );

  it("that was imported shows all of its listeners, and is drawn again by the same rule", async () => {
    const sessions = { counts: packCounts(Uint32Array.of(9)), listeners: 9 };
    const imported = packChart({ guid: FIRST, duration: 60, data: [{ time: 0, percentage: 100 }] }, new Date(0));
    await writeChartItem({ ...imported, ...sessions });
    expect(await fold(1)).toEqual([9]);
    expect(await readOpenItem(FIRST)).toMatchObject({ listeners: 10, points: 1, updatedAt: imported.updatedAt });
    expect(await fold(0, 2)).toEqual([9, 12]);
    expect(await readOpenItem(FIRST)).toMatchObject({ listeners: 12, points: 60, updatedAt: new Date().toISOString() });
  });
});

it("a chart that was imported without counts stays as it is, and is named as imported at the run's end", async () => {
  const data = [{ time: 0, percentage: 100 }];
  await writeChartItem(packChart({ guid: FIRST, duration: 60, data }, new Date(0)));
  const before = await readChartItem(FIRST);
  await writeListen(TODAY, FIRST, 1, MINUTE);
  await hear([SECOND], TODAY);
  await update();
  expect(await readChartItem(FIRST)).toEqual(before);
  expect(log.infos).toMatchObject([{ imported: 1, counted: 1 }]);
});

it("what a run has counted is not counted again without its checkpoint, and is named as counted before", async () => {
  await hear([FIRST], TODAY);
  await update();
  await putListens({ partition: PARTITION, id: "checkpoint" });
  await update();
  expect(await readOpenItem(FIRST)).toMatchObject({ listeners: 1 });
  expect(log.infos).toMatchObject([{ counted: 1 }, { "counted before": 1 }]);
});

describe("whoever heard only what lies after the end", () => {
  const AFTER = [{ start: 60, end: 61 }];

  it("is no listener, and brings no drawing about, but what they heard counts", async () => {
    vi.stubEnv("MIN_LISTENERS", "5");
    await writeChartItem({ guid: FIRST, duration: 59.5 });
    for (let listener = 0; listener < 40; listener++) await writeListen(TODAY, FIRST, listener, AFTER);
    await writeListen(TODAY, FIRST, 40, MINUTE);
    await update();
    const counts = [...new Array(60).fill(1), 40];
    const known = { guid: FIRST, duration: 59.5, countedUntil: TODAY, source: "collector" };
    expect(await readOpenItem(FIRST)).toEqual({ ...known, counts, listeners: 1 });
  });

  it("is a listener once the duration is corrected: no second has more listeners than the episode", async () => {
    await writeChartItem({ guid: FIRST, duration: 59.5, counts: packCounts(Uint32Array.of(0, 7)), listeners: 3 });
    for (const listener of [1, 2]) await writeListen(TODAY, FIRST, listener, AFTER);
    await update();
    expect(await readChartItem(FIRST)).toMatchObject({ listeners: 7, drawnListeners: 7 });
    await writeChartItem({ ...(await readChartItem(FIRST)), duration: 61, listeners: 1 });
    await writeListen(TOMORROW, FIRST, 1, MINUTE);
    vi.setSystemTime(closeOf(TOMORROW));
    await update();
    expect(await readOpenItem(FIRST)).toMatchObject({ listeners: 8 });
  });
});

it.each([
  [120, 6 * 3_600],
  [9_000.5, 2 * 9_001 + 3_600],
])("counts of an episode of %f s end after %i s, also those of before", async (duration, reach) => {
  const before = new Uint32Array(100_000).fill(1);
  await writeChartItem({ guid: FIRST, duration, counts: packCounts(before), listeners: 1 });
  await writeListen(TODAY, FIRST, 1, [{ start: reach - 1, end: 172_800 }]);
  await update();
  const { counts = [] } = (await readOpenItem(FIRST)) ?? {};
  expect(counts).toHaveLength(reach);
  expect(counts.slice(-2)).toEqual([1, 2]);
});

it.each<[string, object, RegExp]>([
  ["a duration that is text", { duration: "60" }, /duration or listeners is not a number/],
  ["a number of listeners that is text", { duration: 60, listeners: "7" }, /duration or listeners is not a number/],
  ["counts that are not binary", { duration: 60, counts: "AAAA" }, /counts can't be unpacked/],
  ["counts that are not gzip", { duration: 60, counts: Buffer.from("AAAA") }, /counts can't be unpacked/],
  ["a duration of too many digits", { duration: NumberValue.from("60.1234567890123456789") }, /has too many digits/],
  ["no room for counts", { duration: 60, notes: randomBytes(409_500) }, /size/i],
])("an item with %s is left out and logged, and the others go on", async (_, attributes, message) => {
  await writeChartItem({ guid: FIRST, ...attributes });
  await writeChartItem({ guid: SECOND, duration: 60 });
  for (const guid of [FIRST, SECOND]) await writeListen(TODAY, guid, 1, MINUTE);
  await update();
  expect(await readOpenItem(SECOND)).toMatchObject({ listeners: 1 });
  const error = { message: expect.stringMatching(message) };
  const code = "notes" in attributes ? "fault" : "malformed-chart";
  expect(log.errors).toMatchObject([{ requestId: "request-1", code, guid: FIRST, error }]);
  expect(log.infos).toMatchObject([{ code: "update-ended", listens: 2, refused: 1, counted: 1, behind: 0 }]);
  expect(await loadFoldedTo(PARTITION)).toBe(`${TODAY}~`);
});

it.each<[string, object, RegExp]>([
  ["a duration of 3 days", { duration: 3 * 86_400 }, /^The chart is at least [\d.]+ MB of JSON/],
  ["a duration that does not fit into memory", { duration: 2 ** 40 }, /^The chart is at least [\d.]+ MB of JSON/],
  ["no room in its item", { duration: 60, notes: randomBytes(409_350) }, /size/i],
])("a chart that can't be drawn because of %s is logged, and its listeners are counted", async (_, item, message) => {
  await writeChartItem({ guid: FIRST, ...item, counts: packCounts(Uint32Array.of(9)), listeners: 9 });
  await writeListen(TODAY, FIRST, 1, MINUTE);
  await update();
  const counts = [10, ...new Array(59).fill(1)];
  const actual = await readOpenItem(FIRST);
  expect(actual).toMatchObject({ counts, listeners: 10, countedUntil: TODAY });
  expect(actual).not.toHaveProperty("chart");
  expect(log.errors).toMatchObject([{ requestId: "request-1", error: { message: expect.stringMatching(message) } }]);
  expect(log.infos).toMatchObject([{ counted: 1 }]);
});

describe("an episode whose item can't be reached", () => {
  it("because of a mistake in the code is held, and not left out for ever", async () => {
    await hear([FIRST], TODAY);
    // The SDK does not expect it, and throws a TypeError.
    disturbChart(FIRST, (response) => {
      response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end('{"Item":{"guid":null}}');
    });
    await expect(update()).rejects.toThrow();
    expect(log.errors).toMatchObject([{ code: "fault", guid: FIRST, error: { name: "TypeError" } }]);
    proxy.always = pass;
    await update();
    expect(await readOpenItem(FIRST)).toMatchObject({ listeners: 1 });
  });

  it("holds its partition's later windows, but no others, and the run fails. The next one counts all once", async () => {
    const [other = ""] = findGuids("2", 1);
    await deleteListenItems();
    await hear([FIRST, SECOND, other], YESTERDAY, TODAY);
    disturbChart(FIRST);
    await expect(update()).rejects.toThrow("Partitions that could not be folded: 1.");
    expect(log.errors).toMatchObject([{ code: "outage", guid: FIRST, error: { name: "AccessDeniedException" } }]);
    expect(await readOpenItem(SECOND)).toMatchObject({ listeners: 1, countedUntil: YESTERDAY });
    expect(await readOpenItem(other)).toMatchObject({ listeners: 2, countedUntil: TODAY });
    expect(await loadFoldedTo(PARTITION)).toBeUndefined();
    proxy.always = pass;
    await update();
    for (const guid of [FIRST, SECOND, other]) expect(await readOpenItem(guid)).toMatchObject({ listeners: 2 });
  });

  it("is tried three times if it changes at each attempt, and then waits for the next run", async () => {
    await hear([FIRST], TODAY);
    const writes = new Map<string, Promise<void>>();
    proxy.always = async (response, forward) => {
      const { operation, input } = proxy.requests.at(-1) ?? {};
      const write = JSON.stringify(input);
      // The SDK may send a write again on a slow machine.
      if (operation === "UpdateItem" && !writes.has(write))
        writes.set(write, writeChartItem({ guid: FIRST, duration: 61 + writes.size }));
      await writes.get(write);
      await pass(response, forward);
    };
    await expect(update()).rejects.toThrow();
    expect(writes.size).toBe(3);
    const message = `The chart item of "${FIRST}" changed at each of 3 attempts.`;
    expect(log.errors).toMatchObject([{ code: "fault", guid: FIRST, error: { message } }]);
    expect(await readOpenItem(FIRST)).toEqual({ guid: FIRST, duration: 63 });
    proxy.always = pass;
    await update();
    expect(await readOpenItem(FIRST)).toMatchObject({ duration: 63, listeners: 1 });
  });
});

describe("a run", () => {
  it("counts once although the answers to all of its writes are lost at first", async () => {
    await deleteListenItems();
    await hear([FIRST], YESTERDAY, TODAY);
    const seen = new Set<string>();
    proxy.disturb(({ operation, input }) => {
      const write = JSON.stringify([operation, input]);
      const isMeant = ["PutItem", "UpdateItem"].includes(operation) && !seen.has(write);
      if (isMeant) seen.add(write);
      return isMeant;
    }, loseAnswer);
    await update();
    // Two of the chart, a checkpoint of the first window, and one of each of 16 partitions.
    expect(seen.size).toBe(19);
    expect(log.infos.at(-1)).not.toHaveProperty("stopped");
    expect(await readOpenItem(FIRST)).toMatchObject({ listeners: 2, countedUntil: TODAY });
  });

  // Killed before the next write, it leaves the same as after this one.
  it.each([[0, "before", false] as const, ...[0, 1, 2, 3, 4, 5].map((at) => [at, "after", true] as const)])(
    "that is killed at its write %i, %s it, has lost nothing, and counted nothing twice",
    async (at, _, isForwarded) => {
      await hear([FIRST, SECOND], YESTERDAY, TODAY);
      killAt(at, isForwarded);
      await expect(update()).rejects.toThrow();
      proxy.always = pass;
      await update();
      for (const guid of [FIRST, SECOND])
        expect(await readOpenItem(guid)).toMatchObject({ listeners: 2, counts: new Array(60).fill(2) });
    },
  );

  it("that is overtaken moves no checkpoint back", async () => {
    await hear([FIRST], TODAY);
    proxy.always = async (response, forward) => {
      if (proxy.requests.at(-1)?.operation === "UpdateItem")
        await putListens({ partition: PARTITION, id: "checkpoint", foldedTo: `${TOMORROW}~` });
      await pass(response, forward);
    };
    await update();
    expect(await loadFoldedTo(PARTITION)).toBe(`${TOMORROW}~`);
  });

  it("asks for nothing but checkpoints and salts if there is nothing new", async () => {
    await deleteListenItems();
    await update();
    proxy.requests.length = 0;
    await update();
    const operations = proxy.requests.map(({ operation }) => operation);
    expect(operations.toSorted()).toEqual([...new Array(16).fill("GetItem"), "Query"]);
  });

  it("warns once of windows that are too old, and counts what is not", async () => {
    const old = "2026-02-18T23:00:00Z";
    await hear([FIRST, SECOND], old, YESTERDAY);
    vi.setSystemTime(Date.parse(old) + (10 * 24 - 1) * 3_600_000);
    vi.stubEnv("LISTEN_WINDOW", "1h");
    await update();
    expect(log.warnings.map(({ message }) => message)).toEqual([
      `Listens of the window ${old} are too old to be counted`,
    ]);
    expect(log.infos).toMatchObject([{ expired: 2, counted: 2 }]);
    for (const guid of [FIRST, SECOND]) expect(await readOpenItem(guid)).toMatchObject({ listeners: 1 });
  });

  it("takes an item that is no listen for one of an unknown episode", async () => {
    await putListens({ partition: PARTITION, id: TODAY });
    await update();
    expect(log.infos).toMatchObject([{ gone: 1 }]);
  });

  it("takes an answer without items for the end of a partition", async () => {
    const isQuery = ({ operation }: Requested) => operation === "Query";
    proxy.disturb(isQuery, (response) => void response.end("{}"));
    await update();
    expect(await loadFoldedTo(PARTITION)).toBe(`${TODAY}~`);
  });

  it("leaves a malformed listen out, and logs that with its episode, but without its id", async () => {
    await writeChartItem({ guid: FIRST, duration: 60 });
    const empty = composeListen(TODAY, FIRST, makePseudonyms(1), []);
    for (const spans of ["text", Uint8Array.of(0x80), Uint8Array.of(1), packSpans([{ start: 0, end: 172_801 }])])
      await putListens({ ...empty, id: `${empty.id}${spans}`, spans });
    await writeListen(TODAY, FIRST, 2, MINUTE);
    await update();
    expect(await readOpenItem(FIRST)).toMatchObject({ listeners: 1 });
    const message = `The episode "${FIRST}" has a malformed listen. It is left out.`;
    const causes = [
      "A span reaches beyond 48 hours.",
      "The last span is cut off.",
      "The last number is cut off.",
      "The attribute spans is not binary.",
    ];
    expect(log.errors).toMatchObject(
      causes.map((cause) => ({ code: "fault", guid: FIRST, error: { message, cause: { message: cause } } })),
    );
    expect(JSON.stringify(log.errors)).not.toContain(makeHash(1));
  });
});
