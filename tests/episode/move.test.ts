import { NumberValue } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { charts } from "../../lib/dynamodb.ts";
import { loadItemToChange, loadNewestItem, updateItem } from "../../lib/episode/charts-table.ts";
import { composeMove, readEarlierItem } from "../../lib/episode/earlier-items.ts";
import { packChart } from "../../lib/episode/packed-chart.ts";
import type { Item } from "../../lib/item.ts";
import { createOwnTables, deleteChart, putChart, readRawItem } from "../support/fold/tables.ts";
import { useConfiguredService } from "../support/service.ts";

useConfiguredService();

let deleteTables: () => Promise<void>;

beforeEach(async () => {
  deleteTables = await createOwnTables();
});

afterEach(() => deleteTables());

const pack = (percentage: number, updatedAt: string) => {
  const { guid: _, ...curve } = packChart({ guid: "g", duration: 4, data: [{ time: 0, percentage }] }, new Date(0));
  return { ...curve, chart: Uint8Array.from(curve.chart), updatedAt };
};
const NEWER = pack(2, "2026-01-02");
const ITEM = { guid: "g", ...pack(1, "2026-01-01"), listeners: 8, source: "apple" };
const PLAIN = { guid: "g", duration: 4, data: [{ time: 0, percentage: 50 }], source: "apple" };

/** Moves the curve of an item that has become another one since it was read. Returns whether that took place. */
async function move(read: Item, stored?: Item): Promise<boolean> {
  await (stored ? putChart(stored) : deleteChart("g"));
  const change = composeMove(read);
  if (!change) throw new TypeError("There is nothing to move.");
  return updateItem(charts, change);
}

describe("the move of a curve takes place", () => {
  it("once, and is the same for whoever reads the item", async () => {
    const read = { ...ITEM, duration: 5, title: "kept" };
    await putChart(read);
    const seen = await loadNewestItem(charts, "g");
    expect(await move(read, read)).toBe(true);
    expect(await readRawItem("g")).toEqual(seen);
    const { guid, source, duration: _, ...curve } = ITEM;
    const { duration } = ITEM;
    expect(seen).toEqual({
      ...{ guid, duration: 5, title: "kept", shown: source, sources: new Set([source]) },
      "curve:apple": { ...curve, duration },
    });
    // As the SDK does if the answer is lost.
    const change = composeMove(read);
    expect(change && (await updateItem(charts, change))).toBe(false);
    expect(await readRawItem("g")).toEqual(seen);
  });

  it("for a plain curve, too", async () => {
    expect(await move(PLAIN, PLAIN)).toBe(true);
    expect(await readRawItem("g")).toMatchObject({ "curve:apple": { data: PLAIN.data, duration: 4 } });
  });

  it.each<[string, Item, Item | undefined]>([
    ["is deleted", ITEM, undefined],
    ["is imported anew by the older version", ITEM, { ...ITEM, ...NEWER }],
    ["is imported anew at the same time", ITEM, { ...ITEM, chart: NEWER.chart }],
    ["is of another platform", ITEM, { ...ITEM, source: "spotify" }],
    ["has been moved, and has an own curve", ITEM, { guid: "g", ...NEWER, source: "own", "curve:apple": NEWER }],
    [
      "has been moved, and is counted",
      ITEM,
      { guid: "g", duration: 4, source: "collector", counts: 1, countedUntil: "2026" },
    ],
    ["is plain, and written anew", { ...PLAIN, updatedAt: "1" }, { ...PLAIN, updatedAt: "2" }],
    ["is counted", ITEM, { ...ITEM, countedUntil: "2026-01-01T00:00:00Z" }],
    ["has counts", ITEM, { ...ITEM, counts: new Uint8Array(1) }],
    ["has a curve of the platform from a version between", ITEM, { ...ITEM, "curve:apple": NEWER }],
    ["has none any more", { ...ITEM, "curve:apple": NEWER }, ITEM],
    ["has another shape", ITEM, PLAIN],
    ["has data beside its chart", ITEM, { ...ITEM, data: [] }],
  ])("not if the item %s", async (_, read, stored) => {
    expect(await move(read, stored)).toBe(false);
    expect(await readRawItem("g")).toEqual(stored);
  });
});

describe("an item with two curves of a platform", () => {
  it.each([
    ["older", { ...ITEM, "curve:apple": NEWER }, NEWER],
    ["newer", { ...ITEM, ...NEWER, "curve:apple": pack(1, "2026-01-01") }, { ...NEWER, listeners: 8 }],
    ["the only readable one", { ...ITEM, "curve:apple": "text" }, expect.objectContaining({ listeners: 8 })],
  ])("keeps the newer one if the one at its top is %s", async (_, stored, curve) => {
    await putChart(stored);
    expect(await loadNewestItem(charts, "g")).toMatchObject({ "curve:apple": curve });
    expect(await loadItemToChange(charts, "g")).toEqual(await readRawItem("g"));
    const { chart: _chart, ...item } = (await readRawItem("g")) ?? {};
    expect(item).toEqual({ guid: "g", duration: 4, "curve:apple": curve, shown: "apple", sources: new Set(["apple"]) });
    expect(_chart).toBeUndefined();
  });
});

describe("nothing is moved of an item", () => {
  it.each([
    ["without a curve", { guid: "g", duration: 4, source: "apple" }],
    ["with empty data", { ...PLAIN, data: [] }],
    ["with counts", { ...ITEM, counts: new Uint8Array(1) }],
    ["whose source can't name a platform", { ...ITEM, source: "Radio App" }],
    ["with an own chart", { ...ITEM, source: "own" }],
  ])("%s", async (_, stored) => {
    await putChart(stored);
    expect(await loadItemToChange(charts, "g")).toEqual(stored);
    expect(await loadNewestItem(charts, "g")).toEqual(stored);
  });

  it("that is never as it was read, which is an error", async () => {
    // The SDK does not keep so many digits.
    await putChart({ ...ITEM, updatedAt: NumberValue.from("1.00000000000000000000000001") });
    await expect(loadItemToChange(charts, "g")).rejects.toThrow('The chart item of "g" changed at each of 5 attempts.');
  });
});

describe("an item whose curve has no time", () => {
  it("is read as newer than one without a time, and as older than one with a time", () => {
    const other = { chart: NEWER.chart, points: 1, duration: 4 };
    expect(readEarlierItem({ ...PLAIN, "curve:apple": other })["curve:apple"]).toMatchObject({ data: PLAIN.data });
    const timed = { ...other, updatedAt: "2026-01-02" };
    expect(readEarlierItem({ ...PLAIN, "curve:apple": timed })["curve:apple"]).toEqual(timed);
  });

  it("keeps the duration of the episode if it can't be read", () => {
    const malformed = { ...PLAIN, data: [{ time: "0" }] };
    expect(readEarlierItem(malformed)["curve:apple"]).toEqual({ data: malformed.data, duration: 4 });
  });
});
