import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { charts } from "../../../../lib/dynamodb.ts";
import { findCurve, listCurves } from "../../../../lib/episode/curves.ts";
import { scanItems } from "../../../../lib/table.ts";
import { scanTokenRecords } from "../../../../lib/token-table.ts";
import { serve } from "../../../../tests/support/stand-in.ts";
import { readChartItem, writeChartItem } from "../../../../tests/support/tables.ts";
import { saveCurve } from "../../../cli/bulk/curve-writes.ts";
import { findObstacle } from "../../../sources/item/curve-update.ts";
import { computeMemberBytes } from "../../../sources/item/imported-curve.ts";

describe("an episode's curves", () => {
  const curve = (points: number, updatedAt?: string) => ({ chart: new Uint8Array(1), points, updatedAt });

  it("come in order of their platforms, without those that have no points", () => {
    const item = { guid: "g", "curve:youtube": curve(2), "curve:apple": curve(2), "curve:op3": curve(0) };
    expect(listCurves(item).map(({ source }) => source)).toEqual(["apple", "youtube"]);
    const reversed = { guid: "g", "curve:apple": curve(2), "curve:youtube": curve(2) };
    expect(listCurves(reversed).map(({ source }) => source)).toEqual(["apple", "youtube"]);
  });

  it("are answered for by the newest platform if the one that is shown is gone, also where a time is missing", () => {
    const curves = {
      "curve:apple": curve(2, "2026-01-01"),
      "curve:op3": curve(2),
      "curve:youtube": curve(2, "2026-02-01"),
    };
    const item = { guid: "g", shown: "gone", ...curves };
    expect(findCurve(item, listCurves(item))?.source).toBe("youtube");
  });
});

it("an app's curve without a time is older than any that has one", async () => {
  const undated = { guid: "undated app", duration: 60, source: "spc-a" };
  const stored = { guid: "undated app", duration: 60, "curve:spc-a": { updatedAt: "2026-01-01T00:00:00.000Z" } };
  expect(findObstacle(stored, undated)).toMatchObject({ kind: "with a later curve" });
  await writeChartItem(stored);
  expect(await saveCurve(charts, undated, true)).toBeUndefined();
  expect(await readChartItem("undated app")).toEqual(stored);
});

it.each([
  ["charts", (table: Parameters<typeof scanItems>[0]) => scanItems(table)],
  ["tokens", (table: Parameters<typeof scanItems>[0]) => scanTokenRecords(table, true)],
])("a page without items adds nothing to a scan of %s", async (_, scan) => {
  const endpoint = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end("{}");
  });
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const plain = new DynamoDBClient({ endpoint, region: "us-east-1", credentials });
  const items = [];
  for await (const item of scan({ client: DynamoDBDocumentClient.from(plain), name: "table" })) items.push(item);
  expect(items).toEqual([]);
});

it("what a line has besides its chart takes the bytes of names and texts, and 21 for each number", () => {
  expect(computeMemberBytes({ listeners: 5, source: "own", feeds: ["ab", "c"] })).toBe(9 + 21 + 6 + 3 + 5 + 3);
});
