import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { packChart } from "../../lib/packed-chart.ts";
import { computeSampleChart } from "../../scripts/local/sample-chart.ts";
import { callToken, getAdminToken, invokeCharts, readEvent, useConfiguredService } from "../support/service.ts";
import { writeChartItem } from "../support/tables.ts";

useConfiguredService();

const ROUNDS = 200;

/** Half of what a leak of 10 KB per round adds, in bytes. The engine's own fluctuation is far smaller. */
const MAX_GROWTH = (ROUNDS * 10_000) / 2;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function measureHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

it("the functions do not accumulate memory over requests", async () => {
  await writeChartItem(packChart(computeSampleChart(), new Date()));
  const adminToken = await getAdminToken();
  const serve = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      await callToken(readEvent("token"));
      await invokeCharts(readEvent("charts", { adminToken }));
      await invokeCharts(readEvent("charts-gzip", { adminToken }));
      await invokeCharts(readEvent("charts-without-token"));
    }
  };
  await serve(ROUNDS);
  const warm = measureHeap();
  await serve(ROUNDS);
  expect(measureHeap() - warm).toBeLessThan(MAX_GROWTH);
});
