import { afterEach, beforeEach, expect, it } from "vitest";
import { charts } from "../../lib/dynamodb.ts";
import { createItem } from "../../lib/episode/charts-table.ts";
import { computeVersion } from "../../lib/episode/update.ts";
import type { Item } from "../../lib/item.ts";
import { createOwnTables, readRawItem } from "../support/fold/tables.ts";
import { useConfiguredService } from "../support/service.ts";

useConfiguredService();

let deleteTables: () => Promise<void>;

beforeEach(async () => {
  deleteTables = await createOwnTables();
});

afterEach(() => deleteTables());

it("an item is created only where there is none", async () => {
  expect(await createItem(charts, { guid: "g", duration: 60 })).toBe(true);
  expect(await createItem(charts, { guid: "g", duration: 90 })).toBe(false);
  expect(await readRawItem("g")).toEqual({ guid: "g", duration: 60 });
});

it.each<[string, ...Item[]]>([
  ["has come", { data: [] }, { chart: Uint8Array.of(1) }, { feeds: new Set(["a"]) }],
  ["has changed", { duration: 61 }, { counts: Uint8Array.of(1) }, { listeners: 1 }],
])("an item is another one after an attribute %s", (_, ...attributes) => {
  const item = { guid: "g", duration: 60 };
  const versions = attributes.map((attribute) => computeVersion({ ...item, ...attribute }));
  expect(versions).not.toContain(computeVersion(item));
  expect(computeVersion({ ...item, feeds: new Set(["a"]) })).toBe(computeVersion({ ...item, feeds: new Set(["b"]) }));
});
