import { readFile } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { parse } from "yaml";
import { type Requested, startFaultyProxy } from "../support/faulty-proxy.ts";
import { useLog } from "../support/log.ts";
import type { Policy } from "../support/policies.ts";
import { useConfiguredService } from "../support/service.ts";
import { deleteListenItems, writeChartItem } from "../support/tables.ts";

useConfiguredService();
useLog();

interface Role {
  readonly Properties: { readonly Policies: readonly [{ readonly PolicyDocument: Policy }] };
}

/** Lets somebody listen, and makes the run after the window. Returns what the functions ask of DynamoDB, without any memory. */
async function record() {
  await deleteListenItems();
  const proxy = await startFaultyProxy();
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", proxy.url);
  vi.resetModules();
  const collector = await import("../support/collector.ts");
  await writeChartItem({ guid: "rights", duration: 2 });
  await collector.getTokenId();
  proxy.requests.length = 0;
  expect(await collector.listen({ guid: "rights" })).toMatchObject({ status: 202 });
  const listened = proxy.requests.splice(0);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 86_400_000 });
  await collector.update();
  vi.useRealTimers();
  await proxy.close();
  return { listened, updated: proxy.requests };
}

/** Reads the calls of DynamoDB that a role allows: `PutItem ListensTable`. */
async function readAllowed(role: string): Promise<string[]> {
  const yaml = await readFile("deploy/resources/collector/collector-roles.yml", "utf8");
  const { Resources }: { Resources: Record<string, Role> } = parse(yaml, { logLevel: "error" });
  const statements = Resources[role]?.Properties.Policies[0].PolicyDocument.Statement ?? [];
  const calls = statements.flatMap(({ Action, Resource }) =>
    [Action].flat().flatMap((action) => [Resource].flat().map((table) => `${action} ${table}`)),
  );
  return calls
    .filter((call) => call.startsWith("dynamodb:"))
    .map((call) => call.replace("dynamodb:", "").replace(".Arn", ""))
    .sort();
}

/** Names requests as roles do. */
function nameCalls(requests: readonly Requested[]): string[] {
  const tables = new Map(
    ["Tokens", "Charts", "Listens"].map((name) => [process.env[`${name.toUpperCase()}_TABLE`], name]),
  );
  const calls = requests.map(({ operation, input }) => `${operation} ${tables.get(String(input.TableName))}Table`);
  return [...new Set(calls)].sort();
}

it("the roles of listen and update allow exactly the calls that they make", async () => {
  const { listened, updated } = await record();
  expect(nameCalls(listened)).toEqual(await readAllowed("ListenRole"));
  expect(nameCalls(updated)).toEqual(await readAllowed("UpdateRole"));
});

it("the role of episodes allows exactly the calls that it makes, which delete nothing", async () => {
  const proxy = await startFaultyProxy();
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", proxy.url);
  vi.resetModules();
  const service = await import("../support/service.ts");
  const adminToken = await service.getAdminToken();
  proxy.requests.length = 0;
  const guid = crypto.randomUUID();
  for (const [duration, status] of Object.entries({ 60: "registered", 90: "corrected" })) {
    const body = JSON.stringify([{ guid, duration: Number(duration), feed: "https://one.example/feed.xml" }]);
    const answer = await service.callEpisodes(service.readEvent("episodes", { adminToken, body }));
    expect(answer).toMatchObject({ body: { episodes: [{ status }] } });
  }
  expect(nameCalls(proxy.requests)).toEqual(await readAllowed("EpisodesRole"));
  await proxy.close();
});

it("update deletes only salts, as its role allows", async () => {
  const { updated } = await record();
  const keys = updated.filter(({ operation }) => operation === "DeleteItem").map(({ input }) => input.Key);
  expect(keys).toEqual([{ partition: { S: "salts" }, id: expect.anything() }]);
});

it("listen and update read consistently, so that nothing is missed, and by no empty key, which DynamoDB refuses", async () => {
  const { listened, updated } = await record();
  expect(JSON.stringify(listened)).toContain('"Key":{"partition":{"S":"salts"}');
  const reads = [...listened, ...updated].filter(({ operation, input }) => {
    return ["GetItem", "Query"].includes(operation) && input.TableName === process.env.LISTENS_TABLE;
  });
  expect(new Set(reads.map(({ operation }) => operation))).toEqual(new Set(["GetItem", "Query"]));
  expect(reads.filter(({ input }) => input.ConsistentRead !== true)).toEqual([]);
  expect(reads.filter(({ input }) => JSON.stringify(input).includes('{"S":""}'))).toEqual([]);
});
