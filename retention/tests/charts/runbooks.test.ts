import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { expect, it, vi } from "vitest";
import { ROOT } from "../../../tests/support/checkout.ts";
import { findGuids, writeListens } from "../../../tests/support/fold/listens.ts";
import { readOpenItem } from "../../../tests/support/fold/tables.ts";
import { closeOf, hear, MINUTE, PARTITION, useUpdate } from "../../../tests/support/fold/update.ts";
import { useLog } from "../../../tests/support/log.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { client, readChartItem, readChartItems, writeChartItem } from "../../../tests/support/tables.ts";
import { runInShell, THROUGH_NPM } from "../support/command.ts";

const [BEFORE, HONEST, FLOOD, AFTER] = [26, 27, 28]
  .map((day) => `2026-02-${day}T00:00:00Z`)
  .concat("2026-03-01T00:00:00Z");
const [STUCK = "", OTHER = ""] = findGuids(PARTITION, 2);

const save = useFolder();
const folder = join(save("protected", ""), "..");
useLog();
const { update } = await useUpdate();

const page = readFileSync(join(ROOT, "docs/operating.md"), "utf8");

const FENCED = /^ *```sh\n(.*?)^ *```$/gms;

/** Returns the blocks of a section, or the commands in its sentences, for an episode, a window and a stage's tables. */
function readBlocks(heading: string, form = FENCED, tables = "test-"): string[] {
  const [, section = ""] = page.split(`\n${heading}\n`);
  const found = [...(section.split(/^#+ /m)[0] ?? "").matchAll(form)].map(([, block = ""]) => block);
  expect(found).not.toEqual([]);
  return found.map((block) =>
    block
      .replaceAll(/(?<!")GUID/g, `'${STUCK}'`)
      .replaceAll("GUID", STUCK)
      .replaceAll("2026-01-31T00:00:00Z", String(FLOOD))
      .replaceAll("performance-data-prod-", tables),
  );
}

const readCommands = (heading: string) => readBlocks(heading, /`(npm run charts -- [^`]+)`/g);

/** Runs lines as an operator does, and returns what they print. A restore copies a table. */
async function run(lines: string, restored = ""): Promise<string> {
  const own = lines
    .replaceAll(/(?<![\w/])(\w+\.jsonl)\b/g, `${folder}/$1`)
    .replaceAll("test-charts", String(process.env.CHARTS_TABLE));
  const aws = `aws() { RESTORED=${restored} PROTECTED=${folder}/protected "${process.execPath}" retention/tests/support/aws-stand-in.ts "$@"; }`;
  const { code, stdout, stderr } = await runInShell([aws, THROUGH_NPM, own].join("\n"));
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.anything() });
  return stdout;
}

async function importYoutube(guid: string, percentage: number): Promise<void> {
  const chart = { guid, duration: 60, source: "youtube", data: [{ time: 0, percentage }] };
  await run(`npm run charts -- import ${save("youtube.jsonl", JSON.stringify(chart))}`);
}

/** Makes the run that comes when a window is closed. */
async function updateAfter(window = ""): Promise<void> {
  vi.setSystemTime(closeOf(window));
  await update();
}

/** Restores what is of the own curve, as "Some charts were lost" says. Nothing is lacking in the end. */
async function restoreOwnCurve(kept: string): Promise<void> {
  const [restore = ""] = readBlocks("## Restoring charts");
  await run(restore, kept);
  const [own = "", clean = ""] = readBlocks("### Some charts were lost");
  expect(await run(own)).toMatch(/^1 chart written.*\n$/);
  await run(clean);
}

const readItems = () => Promise.all([STUCK, OTHER].map((guid) => readOpenItem(guid)));

/** Counts listens of both episodes, beside a platform's curve. Keeps the table as it is then, to be restored. */
async function keepHeard(): Promise<string> {
  await hear([STUCK, OTHER], String(BEFORE));
  await updateAfter(BEFORE);
  for (const guid of [STUCK, OTHER]) await importYoutube(guid, 50);
  const kept = `${process.env.CHARTS_TABLE}-kept`;
  await run(`aws dynamodb restore-table-to-point-in-time --target-table-name ${kept}`, process.env.CHARTS_TABLE);
  return kept;
}

it("undoing a flood that is counted drops one window of one episode, and changes nothing else", async () => {
  const kept = await keepHeard();
  for (const [window = "", count] of [
    [HONEST, 30],
    [FLOOD, 150],
    [AFTER, 3],
  ] as const)
    for (const guid of [STUCK, OTHER]) await writeListens(window, guid, count, MINUTE);
  // The update was behind: one run counts three windows.
  await updateAfter(AFTER);
  for (const guid of [STUCK, OTHER]) await importYoutube(guid, 70);
  const [flooded, other] = await readItems();
  expect(flooded).toMatchObject({ listeners: 184 });

  const [pause = "", recount = ""] = readCommands("## Counting again");
  const [mark = ""] = readBlocks("### Undoing a flood");
  await run(mark);
  await run(pause);
  await restoreOwnCurve(kept);
  await run(recount);
  await update();
  const [mended, same] = await readItems();
  expect(mended).toMatchObject({ listeners: 34, "curve:youtube": flooded?.["curve:youtube"] });
  expect(same).toEqual(other);
});

it("a stuck episode is deleted once its restore is known to hold it", async () => {
  const kept = await keepHeard();
  const [before, other] = await readItems();
  await writeChartItem({ ...(await readChartItem(STUCK)), source: "elsewhere" });

  const [restore = ""] = readBlocks("## Restoring charts");
  const [remove = ""] = readCommands("### A stuck episode");
  await run(restore, kept);
  expect(readFileSync(join(folder, "charts.jsonl"), "utf8")).toContain(STUCK);
  await run(remove);
  await run("npm run charts -- import --replace charts.jsonl");
  expect(await readItems()).toEqual([{ ...before, "curve:youtube": expect.anything() }, other]);
});

it("deleting the tables counts the charts first, and leaves neither table", async () => {
  const copies = ["tokens", "charts"].map((name) => `${process.env.CHARTS_TABLE}-gone-${name}`);
  for (const guid of [STUCK, OTHER]) await writeChartItem({ guid, duration: 60 });
  for (const copy of copies)
    await run(`aws dynamodb restore-table-to-point-in-time --target-table-name ${copy}`, process.env.CHARTS_TABLE);
  save("protected", copies.join("\n"));
  const before = await readChartItems();
  const [count = "", remove = ""] = readBlocks("### Deleting the tables", FENCED, `${process.env.CHARTS_TABLE}-gone-`);
  expect(await run(count)).toBe(`${before.length}\n`);
  await run(remove);
  const { TableNames = [] } = await client.send(new ListTablesCommand());
  expect(TableNames).toContain(process.env.CHARTS_TABLE);
  expect(TableNames.filter((name) => copies.includes(name))).toEqual([]);
  expect(await readChartItems()).toEqual(before);
});

it("no block reads and deletes: what it has read is looked at first", () => {
  const blocks = [...page.matchAll(FENCED)].map(([block]) => block);
  const deleting = blocks.filter((block) => /delete-table|-- delete/.test(block));
  expect(deleting).not.toEqual([]);
  expect(deleting.filter((block) => /scan|-- (?:export|import)/.test(block))).toEqual([]);
});
