import { describe, expect, it, vi } from "vitest";
import { PARTITIONS } from "../../../lib/collector/checkpoint.ts";
import { pass, refuse } from "../../../tests/support/faulty-proxy.ts";
import { findGuids, loadFoldedTo, putListens, writeListen } from "../../../tests/support/fold/listens.ts";
import { readOpenItem } from "../../../tests/support/fold/tables.ts";
import { hear, MINUTE, PARTITION, TODAY, useUpdate, YESTERDAY } from "../../../tests/support/fold/update.ts";
import { useLog } from "../../../tests/support/log.ts";
import { findStatements, loadPolicy } from "../../../tests/support/policies.ts";
import { useConfiguredService } from "../../../tests/support/service.ts";
import { deleteChartItem, readListenItems, writeChartItem } from "../../../tests/support/tables.ts";
import { runCommand } from "../support/command.ts";

useConfiguredService();
const log = useLog();

const FIRST_DAY = "2026-02-27T00:00:00Z";
const [FIRST = "", SECOND = ""] = findGuids(PARTITION, 2);

const { proxy, update } = await useUpdate();

const recount = (...args: string[]) => runCommand("charts", ["recount", ...args]);
const recountThroughProxy = (...args: string[]) =>
  runCommand("charts", ["recount", ...args], { env: { AWS_ENDPOINT_URL_DYNAMODB: proxy.url } });

const readCheckpoints = async () => (await readListenItems()).filter(({ id }) => id === "checkpoint");

/** Writes listens of one listener for both episodes and all windows, and counts them. */
async function countAll(): Promise<void> {
  await hear([FIRST, SECOND], FIRST_DAY, YESTERDAY, TODAY);
  await update();
}

describe("charts -- recount", () => {
  it("counts what a chart lacks after it was restored, and nothing twice", async () => {
    await countAll();
    const counted = await readOpenItem(FIRST);
    const other = await readOpenItem(SECOND);
    await writeChartItem({ guid: FIRST, duration: 60 });
    await update();
    expect(await readOpenItem(FIRST)).toEqual({ guid: FIRST, duration: 60 });
    expect(await recount()).toEqual({
      code: 0,
      stdout: `The next update reads all listens that are still in ${process.env.LISTENS_TABLE} in DynamoDB at ${process.env.AWS_ENDPOINT_URL_DYNAMODB}. Charts get what they lack.\n`,
      stderr: "",
    });
    await update();
    expect(await readOpenItem(FIRST)).toEqual({ ...counted, updatedAt: expect.any(String) });
    expect(await readOpenItem(SECOND)).toEqual(other);
    expect(log.infos.at(-1)).toMatchObject({ counted: 3, "counted before": 3, behind: 0 });
  });

  it.each([0, 1])("is not undone by a run under way, which ends in silence, after %d before it", async (before) => {
    for (let index = 0; index < before; index++) await recount();
    for (const guid of [FIRST, SECOND]) await writeListen(TODAY, guid, 1, MINUTE);
    await writeChartItem({ guid: SECOND, duration: 60 });
    const restore = async () => {
      await writeChartItem({ guid: FIRST, duration: 60 });
      await recount();
    };
    let restored: Promise<void> | undefined;
    proxy.always = async (response, forward) => {
      if (JSON.stringify(proxy.requests.at(-1)?.input).includes(`"guid":{"S":"${SECOND}"}`)) restored ??= restore();
      // A request that is sent again after its time-out waits as well.
      await restored;
      await pass(response, forward);
    };
    await update();
    expect(await loadFoldedTo(PARTITION)).toBe("0");
    // Other partitions may have been under way, too.
    expect(log.infos.at(-1)).toMatchObject({ stopped: expect.any(Number), gone: 1, counted: 1 });
    expect(log.errors).toEqual([]);
    await update();
    for (const guid of [FIRST, SECOND]) expect(await readOpenItem(guid)).toMatchObject({ listeners: 1 });
  });

  it("says so if there is no table of listens", async () => {
    expect(await runCommand("charts", ["recount"], { env: { LISTENS_TABLE: "no-such-table" } })).toEqual({
      code: 1,
      stdout: "",
      stderr: `The table no-such-table is missing in DynamoDB at ${process.env.AWS_ENDPOINT_URL_DYNAMODB}. Turn the collector on, or check --stage and --region, and LISTENS_TABLE if it is set.\n`,
    });
  });

  it("says so if it has no right to write", async () => {
    proxy.always = refuse;
    expect(await recountThroughProxy()).toMatchObject({ code: 1, stderr: expect.stringContaining("denies access") });
  });
});

describe("charts -- recount --pause", () => {
  it("lets nothing be counted until recount, and says from when nothing is under way", async () => {
    await countAll();
    expect(await recount("--pause", "--region", "eu-west-1")).toEqual({
      code: 0,
      stdout: [
        `Counting is paused: ${process.env.LISTENS_TABLE} in DynamoDB at ${process.env.AWS_ENDPOINT_URL_DYNAMODB}.\n`,
        "From 2026-03-01T00:30:00Z on, no earlier update can write to a chart. Restore or mend only then.\n",
        "After that: npm run charts -- recount --region eu-west-1\nListens are deleted after ten days, counted or not.\n",
      ].join(""),
      stderr: "",
    });
    await deleteChartItem(FIRST);
    await writeChartItem({ guid: FIRST, duration: 60 });
    proxy.requests.length = 0;
    await update();
    expect(proxy.requests.filter(({ operation }) => operation !== "GetItem")).toMatchObject([{ operation: "Query" }]);
    expect(await readOpenItem(FIRST)).toEqual({ guid: FIRST, duration: 60 });
    expect(log.warnings).toEqual([
      {
        level: "WARN",
        code: "counting-paused",
        message: 'Counting is paused. "npm run charts -- recount", with the --stage of this function, goes on with it.',
        requestId: "request-1",
      },
    ]);
    expect(log.infos.at(-1)).toMatchObject({ paused: 16, listens: 0 });
    expect(log.infos.at(-1)).not.toHaveProperty("behind");
    await recount();
    await update();
    expect(await readOpenItem(FIRST)).toMatchObject({ listeners: 3, countedUntil: TODAY });
    expect(await readOpenItem(SECOND)).toMatchObject({ listeners: 3 });
  });

  it("stops a run that is under way at its next checkpoint", async () => {
    const guids = findGuids(PARTITION, 12);
    await hear(guids, YESTERDAY, TODAY);
    let paused: Promise<unknown> | undefined;
    proxy.always = async (response, forward) => {
      if (proxy.requests.at(-1)?.operation === "UpdateItem") paused ??= recount("--pause");
      await paused;
      await pass(response, forward);
    };
    await update();
    const counted = await Promise.all(guids.map(readOpenItem));
    expect(counted.filter((item) => item?.countedUntil === YESTERDAY)).toHaveLength(10);
    expect(log.infos.at(-1)).not.toHaveProperty("behind");
  });
});

describe("a checkpoint", () => {
  it("that is later than now counts as none, which one error says", async () => {
    await hear([FIRST], TODAY);
    for (const partition of [PARTITION, "8", "9"])
      await putListens({ partition, id: "checkpoint", foldedTo: "2026-03-01T00:15:01Z~" });
    await update();
    expect(await readOpenItem(FIRST)).toMatchObject({ listeners: 1 });
    expect(await loadFoldedTo(PARTITION)).toBe(`${TODAY}~`);
    const message = expect.stringMatching(/is later than now, 2026-03-01T00:15:01Z~/);
    expect(log.errors).toMatchObject([{ code: "fault", error: { name: "LaterError", message } }]);
  });

  it("of a window that closes only now, or is longer now, is no mistake", async () => {
    await putListens({ partition: PARTITION, id: "checkpoint", foldedTo: "2026-03-01T00:14:00Z~" });
    await update();
    expect(log.errors).toEqual([]);
    expect(await loadFoldedTo(PARTITION)).toBe("2026-03-01T00:14:00Z~");
  });

  it("has the attributes that the policy for everyday work lets somebody write, and no others", async () => {
    await recount("--pause");
    const written = new Set((await readCheckpoints()).flatMap((checkpoint) => Object.keys(checkpoint)));
    const listens = "arn:aws:dynamodb:us-east-1:123456789012:table/performance-data-prod-listens";
    const [statement, ...others] = findStatements(await loadPolicy("everyday-policy"), "dynamodb:PutItem", listens);
    expect(others).toEqual([]);
    expect(statement?.Condition).toEqual({
      "ForAllValues:StringEquals": {
        "dynamodb:LeadingKeys": PARTITIONS,
        "dynamodb:Attributes": expect.toSatisfy(
          (names: string[]) => names.sort().join() === [...written].sort().join(),
        ),
      },
      StringEqualsIfExists: { "dynamodb:ReturnValues": ["NONE", "UPDATED_OLD"] },
    });
  });

  it("keeps the mark of the last recount", async () => {
    await recount();
    const before = await readCheckpoints();
    await update();
    expect(await readCheckpoints()).toEqual(before.map((one) => ({ ...one, foldedTo: `${TODAY}~` })));
  });
});

it("the time of a pause is counted from when the last partition is paused", async () => {
  proxy.always = async (response, forward) => {
    vi.setSystemTime(Date.now() + 1_000);
    await pass(response, forward);
  };
  const { stdout } = await recountThroughProxy("--pause");
  expect(stdout).toContain("From 2026-03-01T00:30:16Z on");
});
