import { expect, it } from "vitest";
import { charts } from "../../../../lib/dynamodb.ts";
import { readChartItem, writeChartItem } from "../../../../tests/support/tables.ts";
import { saveCurve } from "../../../cli/bulk/curve-writes.ts";
import { findObstacle } from "../../../sources/item/curve-update.ts";
import { computeMemberBytes } from "../../../sources/item/imported-curve.ts";

it("an app's curve without a time is older than any that has one", async () => {
  const undated = { guid: "undated app", duration: 60, source: "spc-a" };
  const stored = { guid: "undated app", duration: 60, "curve:spc-a": { updatedAt: "2026-01-01T00:00:00.000Z" } };
  expect(findObstacle(stored, undated)).toMatchObject({ kind: "with a later curve" });
  await writeChartItem(stored);
  expect(await saveCurve(charts, undated, true)).toBeUndefined();
  expect(await readChartItem("undated app")).toEqual(stored);
});

it("what a line has besides its chart takes the bytes of names and texts, and 21 for each number", () => {
  expect(computeMemberBytes({ listeners: 5, source: "own", feeds: ["ab", "c"] })).toBe(9 + 21 + 6 + 3 + 5 + 3);
});
