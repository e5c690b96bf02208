import { beforeEach, expect, it, vi } from "vitest";
import { type FaultyProxy, pass, refuse } from "../support/faulty-proxy.ts";
import { findGuids, writeListen } from "../support/fold/listens.ts";
import { putChart, readOpenItem } from "../support/fold/tables.ts";
import { useUpdate } from "../support/fold/update.ts";
import { useLog } from "../support/log.ts";
import { useConfiguredService } from "../support/service.ts";

useConfiguredService();
const log = useLog();

const TODAY = "2026-03-01T00:00:00Z";
const MINUTE = [{ start: 0, end: 60 }];
const [FIRST = ""] = findGuids("7", 1);

const edge = useUpdate(Date.parse(TODAY) + 15 * 60_000);
const { update } = edge;
let proxy: FaultyProxy;
beforeEach(() => {
  proxy = edge.proxy;
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
  await putChart({ guid: FIRST, duration: 60 });
  await writeListen(TODAY, FIRST, 1, MINUTE);
  let writes = 0;
  proxy.always = (response, forward) => {
    const isFirst = proxy.requests.at(-1)?.operation === "UpdateItem" && ++writes === 1;
    return (isFirst ? refuse : pass)(response, forward);
  };
  await expect(update()).rejects.toThrow("could not be folded");
  expect(log.errors).toMatchObject([{ kind: "outage", guid: FIRST }]);
  expect(await readOpenItem(FIRST)).toEqual({ guid: FIRST, duration: 60 });
  await update();
  expect(await readOpenItem(FIRST)).toMatchObject({ listeners: 1, points: expect.any(Number) });
});

it("partitions are not folded if the salts to be deleted can't be found, which the log says", async () => {
  await putChart({ guid: FIRST, duration: 60 });
  await writeListen(TODAY, FIRST, 1, MINUTE);
  proxy.always = (response, forward) => {
    const isOfSalts = JSON.stringify(proxy.requests.at(-1)?.input).includes('{"S":"salts"}');
    return (isOfSalts ? refuse : pass)(response, forward);
  };
  await expect(update()).rejects.toMatchObject({ name: "AccessDeniedException" });
  expect(log.errors).toMatchObject([{ kind: "outage", error: { name: "AccessDeniedException" } }]);
  expect(log.infos).toMatchObject([{ message: "Update ended", listens: 0, behind: 900 }]);
  expect(await readOpenItem(FIRST)).toEqual({ guid: FIRST, duration: 60 });
});
