import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { computeFingerprint } from "../../lib/digest.ts";
import { charts } from "../../lib/dynamodb.ts";
import { update } from "../support/collector.ts";
import { describeWith } from "../support/describe-with.ts";
import { findGuids, loadFoldedTo, writeListens } from "../support/fold/listens.ts";
import { readOpenItem, useOwnTables } from "../support/fold/tables.ts";
import { useLog } from "../support/log.ts";
import { useConfiguredService } from "../support/service.ts";
import { writeChartItem } from "../support/tables.ts";

useConfiguredService();
useLog();

const [BEFORE, FLOOD, AFTER] = ["2026-02-27T00:00:00Z", "2026-02-28T00:00:00Z", "2026-03-01T00:00:00Z"] as const;
const MINUTE = [{ start: 0, end: 60 }];
const PARTITION = "7";
const [FIRST = "", SECOND = ""] = findGuids(PARTITION, 2);

const closeWindow = (window: string) => vi.setSystemTime(Date.parse(window) + 15 * 60_000);

useOwnTables(Date.now());

beforeEach(async () => {
  vi.stubEnv("LISTEN_WINDOW", "1d");
  vi.stubEnv("MIN_LISTENERS", "1");
  for (const guid of [FIRST, SECOND]) await writeChartItem({ guid, duration: 60 });
});

/** Runs the command of docs/operating.md that changes a table, as a shell does, for an episode and a window. */
async function runCommand(table: "charts" | "listens", guid: string, window: string): Promise<void> {
  const docs = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");
  const blocks = docs.split("```").filter((block) => block.includes("update-item") && block.includes(`-${table} `));
  expect(blocks).toHaveLength(1);
  const script = String(blocks[0])
    .replace(/^sh/, "")
    .replaceAll("GUID", guid)
    .replaceAll("2026-01-31T00:00:00Z", window);
  const stub = "aws() { printf '%s\\n' \"$@\"; }\n";
  const args = execFileSync("sh", ["-c", stub + script.replaceAll(/^ {3}/gm, "")], { encoding: "utf8" }).split("\n");
  const optionOf = (option: string) => String(args[args.indexOf(option) + 1]);
  await charts.client.send(
    new UpdateItemCommand({
      TableName: process.env[`${table.toUpperCase()}_TABLE`],
      Key: JSON.parse(optionOf("--key")),
      UpdateExpression: optionOf("--update-expression"),
      ConditionExpression: optionOf("--condition-expression"),
      ExpressionAttributeValues: JSON.parse(optionOf("--expression-attribute-values")),
    }),
  );
}

const loadListeners = async (guid: string) => (await readOpenItem(guid))?.listeners;

describe("undoing a flood", () => {
  it("drops one window of one episode that is not counted yet, and counts the windows before and after it", async () => {
    await writeListens(BEFORE, FIRST, 2, MINUTE);
    closeWindow(BEFORE);
    await update();
    for (const guid of [FIRST, SECOND]) await writeListens(FLOOD, guid, 10, MINUTE);
    await writeListens(AFTER, FIRST, 3, MINUTE);
    await runCommand("charts", FIRST, FLOOD);
    closeWindow(AFTER);
    await update();
    expect([await loadListeners(FIRST), await loadListeners(SECOND)]).toEqual([5, 10]);
  });

  it("works for an episode that was never counted", async () => {
    await writeListens(FLOOD, FIRST, 10, MINUTE);
    await runCommand("charts", FIRST, FLOOD);
    closeWindow(FLOOD);
    await update();
    expect(await loadListeners(FIRST)).toBeUndefined();
  });

  it("is refused for a window that is counted already, and for an unknown episode", async () => {
    await writeListens(FLOOD, FIRST, 10, MINUTE);
    closeWindow(FLOOD);
    await update();
    await expect(runCommand("charts", FIRST, FLOOD)).rejects.toThrow("conditional");
    await expect(runCommand("charts", "unknown", FLOOD)).rejects.toThrow("conditional");
  });
});

describeWith("openssl", "a partition that an episode holds", () => {
  it("goes on after that episode, once its checkpoint is moved past it", async () => {
    closeWindow(BEFORE);
    await update();
    for (const guid of [FIRST, SECOND]) await writeListens(FLOOD, guid, 2, MINUTE);
    await runCommand("listens", FIRST, FLOOD);
    expect(await loadFoldedTo(PARTITION)).toBe(`${FLOOD}#${computeFingerprint(FIRST).slice(0, 32)}~`);
    closeWindow(FLOOD);
    await update();
    expect([await loadListeners(FIRST), await loadListeners(SECOND)]).toEqual([undefined, 2]);
    expect(await loadFoldedTo(PARTITION)).toBe(`${FLOOD}~`);
  });
});
