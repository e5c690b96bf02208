import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { computeFingerprint } from "../../lib/digest.ts";
import { charts } from "../../lib/dynamodb.ts";
import { describeWith } from "../support/describe-with.ts";
import { findGuids, loadFoldedTo, writeListens } from "../support/fold/listens.ts";
import { readOpenItem } from "../support/fold/tables.ts";
import { closeOf, hear, MINUTE, PARTITION, useUpdate } from "../support/fold/update.ts";
import { useLog } from "../support/log.ts";
import { useConfiguredService } from "../support/service.ts";

useConfiguredService();
useLog();

const [BEFORE, FLOOD, AFTER] = ["2026-02-27T00:00:00Z", "2026-02-28T00:00:00Z", "2026-03-01T00:00:00Z"] as const;
const [FIRST = "", SECOND = ""] = findGuids(PARTITION, 2);

const { update } = await useUpdate();

beforeEach(() => hear([FIRST, SECOND]));

/** Makes the run that comes when a window is closed. */
async function updateAfter(window: string): Promise<void> {
  vi.setSystemTime(closeOf(window));
  await update();
}

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
  it("drops one window of one episode that is not counted yet, and counts the windows before and after it, also if the update is behind", async () => {
    await writeListens(BEFORE, FIRST, 2, MINUTE);
    for (const guid of [FIRST, SECOND]) await writeListens(FLOOD, guid, 10, MINUTE);
    await writeListens(AFTER, FIRST, 3, MINUTE);
    await runCommand("charts", FIRST, FLOOD);
    await updateAfter(AFTER);
    expect([await loadListeners(FIRST), await loadListeners(SECOND)]).toEqual([5, 10]);
  });

  it("works for an episode that was never counted", async () => {
    await writeListens(FLOOD, FIRST, 10, MINUTE);
    await runCommand("charts", FIRST, FLOOD);
    await updateAfter(FLOOD);
    expect(await loadListeners(FIRST)).toBeUndefined();
  });

  it("changes nothing of a window that is counted already, and is refused for an unknown episode", async () => {
    await writeListens(FLOOD, FIRST, 10, MINUTE);
    await updateAfter(FLOOD);
    await runCommand("charts", FIRST, FLOOD);
    await updateAfter(AFTER);
    expect(await loadListeners(FIRST)).toBe(10);
    await expect(runCommand("charts", "unknown", FLOOD)).rejects.toThrow("conditional");
  });
});

describeWith("openssl", "a partition that an episode holds", () => {
  it("goes on after that episode, once its checkpoint is moved past it", async () => {
    await updateAfter(BEFORE);
    for (const guid of [FIRST, SECOND]) await writeListens(FLOOD, guid, 2, MINUTE);
    await runCommand("listens", FIRST, FLOOD);
    expect(await loadFoldedTo(PARTITION)).toBe(`${FLOOD}#${computeFingerprint(FIRST).slice(0, 32)}~`);
    await updateAfter(FLOOD);
    expect([await loadListeners(FIRST), await loadListeners(SECOND)]).toEqual([undefined, 2]);
    expect(await loadFoldedTo(PARTITION)).toBe(`${FLOOD}~`);
  });
});
