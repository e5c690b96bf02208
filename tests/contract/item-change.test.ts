import { describe, expect, it } from "vitest";
import { charts } from "../../lib/dynamodb.ts";
import { createItem, updateItem } from "../../lib/episode/charts-table.ts";
import { asRead, computeVersion } from "../../lib/episode/conditional-update.ts";
import type { Item } from "../../lib/item.ts";
import { readOpenItem, useOwnTables } from "../support/fold/tables.ts";
import { useConfiguredService } from "../support/service.ts";
import { readChartItem, writeChartItem } from "../support/tables.ts";

useConfiguredService();

useOwnTables();

const BEFORE = { guid: "one", title: "before" };

/** Changes an item that was read as one, and has become another. Returns whether the change took place. */
async function change(read: Item, stored: Item): Promise<boolean> {
  await writeChartItem(stored);
  return updateItem(charts, { guid: read.guid, set: { changed: 1 }, conditions: [asRead(read)] });
}

describe("a change of a chart's item takes place", () => {
  it("if the item is as it was read, whatever else it has", async () => {
    const known = { updatedAt: "2026-01-01", countedUntil: "2026-01-01", duration: 60, data: [], chart: 1, counts: 1 };
    expect(await change({ ...BEFORE, ...known }, { ...BEFORE, ...known, title: "after" })).toBe(true);
    expect(await change(BEFORE, { ...BEFORE, title: "after" })).toBe(true);
    expect(await readOpenItem("one")).toMatchObject({ title: "after", changed: 1 });
  });

  it.each<[string, unknown, unknown]>([
    ["data", [{ time: 0, percentage: 100 }], [{ time: 0, percentage: 90 }]],
    ["chart", Uint8Array.of(1), Uint8Array.of(2)],
    ["feeds", new Set(["a"]), new Set(["b"])],
  ])("if it has %s as when it was read, whatever is in it", async (name, read, stored) => {
    expect(await change({ ...BEFORE, [name]: read }, { ...BEFORE, [name]: stored })).toBe(true);
  });

  it("not if the item is gone, and brings nothing back", async () => {
    expect(await updateItem(charts, { guid: "one", set: { changed: 1 }, conditions: [asRead(BEFORE)] })).toBe(false);
    expect(await readOpenItem("one")).toBeUndefined();
  });

  it.each(["updatedAt", "countedUntil", "duration", "counts", "listeners", "drawnListeners", "data", "chart", "feeds"])(
    "not if %s has come or gone",
    async (name) => {
      expect(await change(BEFORE, { ...BEFORE, [name]: 1 })).toBe(false);
      expect(await change({ ...BEFORE, [name]: 1 }, BEFORE)).toBe(false);
    },
  );

  it.each(["updatedAt", "countedUntil", "duration", "counts", "listeners", "drawnListeners"])(
    "not if %s has changed",
    async (name) => {
      expect(await change({ ...BEFORE, [name]: 1 }, { ...BEFORE, [name]: 2 })).toBe(false);
    },
  );

  it("not if empty data has become a curve", async () => {
    const data = [{ time: 0, percentage: 100 }];
    expect(await change({ ...BEFORE, data: [] }, { ...BEFORE, data })).toBe(false);
    expect(await change({ ...BEFORE, data: [] }, { ...BEFORE, data: [] })).toBe(true);
  });
});

it("an item is created only where there is none", async () => {
  expect(await createItem(charts, { guid: "g", duration: 60 })).toBe(true);
  expect(await createItem(charts, { guid: "g", duration: 90 })).toBe(false);
  expect(await readChartItem("g")).toEqual({ guid: "g", duration: 60 });
});

it.each<[string, ...Item[]]>([
  ["has come", { data: [] }, { chart: Uint8Array.of(1) }, { feeds: new Set(["a"]) }],
  ["has changed", { duration: 61 }, { counts: Uint8Array.of(1) }, { listeners: 1 }],
])("an item is another one after an attribute %s", (_, ...attributes) => {
  const item = { guid: "g", duration: 60 };
  const versions = attributes.map((attribute) => computeVersion({ ...item, ...attribute }));
  expect(versions).not.toContain(computeVersion(item));
  const [one, other] = [1, 2].map((count) => computeVersion({ ...item, counts: Uint8Array.of(count) }));
  expect(one).not.toBe(other);
  expect(computeVersion({ ...item, feeds: new Set(["a"]) })).toBe(computeVersion({ ...item, feeds: new Set(["b"]) }));
});
