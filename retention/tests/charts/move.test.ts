import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { beforeAll, expect, it, vi } from "vitest";
import { startLocalDynamoDB } from "../../../local/embedded-dynamodb.ts";
import { createMissingTables, loadDeclaredTables } from "../../../local/tables.ts";
import { ROOT } from "../../../tests/support/checkout.ts";
import { useLog } from "../../../tests/support/log.ts";
import { type Outcome, useFolder } from "../../../tests/support/process.ts";
import { useConfiguredService } from "../../../tests/support/service.ts";
import { useDeclaredTable } from "../../../tests/support/tables.ts";
import { idOf } from "../../../tests/support/tokens.ts";
import { runInShell } from "../support/command.ts";

const DAY = 86_400_000;
const GUID = "moved";
const OTHER = "moved, and corrected since";
const TABLES = {
  CHARTS_TABLE: useDeclaredTable("ChartsTable"),
  TOKENS_TABLE: useDeclaredTable("TokensTable"),
  LISTENS_TABLE: useDeclaredTable("ListensTable"),
};

const save = useFolder();
const folder = join(save("x", ""), "..");
useConfiguredService();
useLog();

const here = { ...process.env };

/** Another engine, with tables of the same names: the new region. */
let there: NodeJS.ProcessEnv;

beforeAll(async () => {
  there = await startLocalDynamoDB(join(folder, "engine"));
  const { ChartsTable, TokensTable, ListensTable } = await loadDeclaredTables("test");
  const declared = { ChartsTable, TokensTable, ListensTable };
  const named = Object.entries(declared).map(([id, table], index) => {
    if (!table) throw new Error(`${id} is not declared.`);
    return [
      id,
      { ...table, Properties: { ...table.Properties, TableName: String(Object.values(TABLES)[index]) } },
    ] as const;
  });
  const credentials = { accessKeyId: String(there.AWS_ACCESS_KEY_ID), secretAccessKey: "local" };
  const client = new DynamoDBClient({ endpoint: String(there.AWS_ENDPOINT_URL_DYNAMODB), credentials });
  await createMissingTables(client, Object.fromEntries(named));
});

/** Loads the functions of a region, as they are at a time. */
async function load(region: NodeJS.ProcessEnv, time: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: time });
  for (const [name, value] of Object.entries({ ...region, ...TABLES })) vi.stubEnv(name, value);
  vi.resetModules();
  const [collector, tables, service] = await Promise.all([
    import("../../../tests/support/collector.ts"),
    import("../../../tests/support/tables.ts"),
    import("../../../tests/support/service.ts"),
  ]);
  return { ...collector, ...tables, ...service };
}

/** Runs the lines of a step of docs/operating.md, each in the region that it names. */
async function runStep(step: number, ...more: readonly string[]): Promise<Outcome> {
  vi.useRealTimers();
  const [, page = ""] = readFileSync(join(ROOT, "docs/operating.md"), "utf8").split("## Moving to another region");
  const [, text = ""] = page.split(`\n${step}. `);
  const [, lines = ""] = text.split(/^ *```(?:sh)?$/m);
  const variables = Object.keys(there).map((name) => `${name}=${there[name]}`);
  const ofHere = Object.keys(there).map((name) => `export ${name}=${here[name]}`);
  const npm = `npm() { shift; [ "$1" != --silent ] || shift; local name=$1; shift 2
    case " $* " in *" eu-west-1 "*) ${variables.join(" ")} "$name" "$@";; *) "$name" "$@";; esac; }`;
  const own = lines.replaceAll(/\b(\w+)\.jsonl/g, `${folder}/$1.jsonl`);
  const names = Object.entries(TABLES).map(([name, value]) => `export ${name}=${value}`);
  return runInShell(["set -e", ...names, ...ofHere, npm, ...more, own].join("\n"));
}

/** Runs steps, each of which must succeed. The comparison prints nothing. */
async function runSteps(...steps: readonly number[]): Promise<void> {
  for (const step of steps) {
    const { code, stdout, stderr } = await runStep(step);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    if (step === 4) expect(stdout).toBe("");
  }
}

it("the steps of docs/operating.md for another region lose no window, no tag, and no revocation", async () => {
  const today = Math.floor(Date.now() / DAY) * DAY;
  const heard = (addresses: readonly string[], id: string) =>
    addresses.map((address) => ({ guid: GUID, id, address, data: [{ time: 0, event: "play" }] }));

  vi.stubEnv("EXPIRES_IN", "30d");
  const old = await load(here, today - 3 * DAY);
  await old.writeChartItem({ guid: GUID, duration: 60, feeds: new Set(["https://one.example/"]) }, TABLES.CHARTS_TABLE);
  await old.writeChartItem({ guid: OTHER, duration: 60 }, TABLES.CHARTS_TABLE);
  const [id, revoked] = [await old.getFreshTokenId(), await old.getFreshTokenId()];
  const admin = String(idOf(await old.getAdminToken()));
  for (const listen of heard(["192.0.2.1", "192.0.2.2"], id)) await old.listen(listen);
  await (await load(here, today - 2 * DAY + 3_600_000)).update();

  await runSteps(2);
  // A killed export leaves half a file. Nothing is made of it.
  const killed = `charts() { [ "$1" != export ] || { echo half; return 137; }; echo "Not to be run: $*"; }`;
  expect(await runStep(3, killed)).toMatchObject({ code: 137, stdout: "" });
  await runSteps(3, 4, 5);
  // In the window in which the domain turns, either region gets some.
  const turning = today - 2 * DAY + 7_200_000;
  for (const listen of heard(["192.0.2.3"], id)) await (await load(here, turning)).listen(listen);
  const now = await load(there, turning);
  for (const listen of heard(["192.0.2.4", "192.0.2.5"], id))
    expect(await now.listen(listen)).toMatchObject({ status: 202 });
  expect(await now.readRecord(admin)).toBeUndefined();
  for (const region of [here, there]) await (await load(region, turning)).deleteRecord(revoked);
  for (const region of [here, there]) await (await load(region, today - DAY + 3_600_000)).update();

  // What comes to the new region alone meanwhile stays.
  const corrected = { guid: OTHER, duration: 90 };
  await (await load(there, turning)).writeChartItem(corrected, TABLES.CHARTS_TABLE);
  await runSteps(7, 4, 5, 8);
  const then = await load(there, today - DAY + 3_700_000);
  await then.update();
  expect(await then.readChartItem(GUID)).toMatchObject({ listeners: 5, feeds: new Set(["https://one.example/"]) });
  expect(await then.readChartItem(OTHER)).toEqual(corrected);
  expect(await then.listen({ guid: GUID, id: revoked })).toMatchObject({
    status: 404,
    body: { error: "Token not found" },
  });
  vi.useRealTimers();
}, 60_000);
