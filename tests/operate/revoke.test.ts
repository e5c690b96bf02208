import { expect, it } from "vitest";
import { runOperate } from "../support/command-line.ts";
import { callCharts, getAdminToken, readEvent, useConfiguredService } from "../support/service.ts";
import { writeChartItem } from "../support/tables.ts";
import { idOf } from "../support/tokens.ts";

useConfiguredService();

/** Number of concurrent callers, each of which sends one request after the other. */
const CALLERS = 4;

const CHART = { guid: "sample-episode", duration: 1, data: [{ time: 0, percentage: 100 }] };

it("an admin token that is revoked while it is in use gets 401 for every later request", async () => {
  await writeChartItem(CHART);
  const adminToken = await getAdminToken();
  const other = await getAdminToken();
  const ask = async (token: string) => (await callCharts(readEvent("charts", { adminToken: token }))).status;
  const during: unknown[] = [];
  const after: unknown[] = [];
  let isRevoked = false;
  const call = async () => {
    while (after.length < 3 * CALLERS) {
      const statuses = isRevoked ? after : during;
      statuses.push(await ask(adminToken));
    }
  };
  const calls = Promise.all(Array.from({ length: CALLERS }, call));
  await expect.poll(() => during.length).toBeGreaterThan(CALLERS);
  expect(await runOperate("tokens", ["revoke", idOf(adminToken)])).toMatchObject({ code: 0 });
  isRevoked = true;
  await calls;

  expect(during).toContain(200);
  expect(during.filter((status) => status !== 200 && status !== 401)).toEqual([]);
  expect(new Set(after)).toEqual(new Set([401]));
  expect(await ask(other)).toBe(200);
});
