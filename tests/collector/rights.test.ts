import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { type FaultyProxy, startFaultyProxy } from "../support/faulty-proxy.ts";
import { useLog } from "../support/log.ts";
import type { Policy } from "../support/policies.ts";
import { useConfiguredService } from "../support/service.ts";
import { useListensTable, writeChartItem } from "../support/tables.ts";

useConfiguredService();
useLog();

interface Role {
  readonly Properties: { readonly Policies: readonly [{ readonly PolicyDocument: Policy }] };
}

let proxy: FaultyProxy;
let collector: typeof import("../support/collector.ts");

beforeAll(async () => {
  proxy = await startFaultyProxy();
  process.env.AWS_ENDPOINT_URL_DYNAMODB = proxy.url;
  vi.resetModules();
  collector = await import("../support/collector.ts");
});

afterAll(() => proxy.close());
useListensTable();

/** Reads the calls of DynamoDB that a role allows: `PutItem ListensTable`. */
async function readAllowed(role: string): Promise<string[]> {
  const yaml = await readFile("deploy/resources/collector/roles.yml", "utf8");
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

/** Returns the calls that were sent since the last time. */
function takeCalls(): string[] {
  const tables = new Map(
    ["Tokens", "Charts", "Listens"].map((name) => [process.env[`${name.toUpperCase()}_TABLE`], name]),
  );
  const calls = proxy.requests
    .splice(0)
    .map(({ operation, input }) => `${operation} ${tables.get(String(input.TableName))}Table`);
  return [...new Set(calls)].sort();
}

it("the role of listen allows exactly the calls that it makes", async () => {
  await writeChartItem({ guid: "rights", duration: 2 });
  await collector.getTokenId();
  takeCalls();
  expect(await collector.listen({ guid: "rights" })).toMatchObject({ status: 202 });
  expect(takeCalls()).toEqual(await readAllowed("ListenRole"));
});

it("the role of update allows exactly the calls that it makes", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 86_400_000 });
  takeCalls();
  await collector.update();
  vi.useRealTimers();
  expect(takeCalls()).toEqual(await readAllowed("UpdateRole"));
});

it("update deletes only salts, as its role allows", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 4 * 86_400_000 });
  await collector.listen({ guid: "rights", id: await collector.getFreshTokenId() });
  vi.setSystemTime(Date.now() + 2 * 86_400_000);
  proxy.requests.length = 0;
  await collector.update();
  vi.useRealTimers();
  const keys = proxy.requests.filter(({ operation }) => operation === "DeleteItem").map(({ input }) => input.Key);
  expect(keys).toEqual([{ partition: { S: "salts" }, id: expect.anything() }]);
});

it("listen and update read consistently, so that nothing is missed, and by no empty key, which DynamoDB refuses", async () => {
  await writeChartItem({ guid: "read", duration: 2 });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 8 * 86_400_000 });
  proxy.requests.length = 0;
  expect(await collector.listen({ guid: "read", id: await collector.getFreshTokenId() })).toMatchObject({
    status: 202,
  });
  expect(JSON.stringify(proxy.requests)).toContain('"Key":{"partition":{"S":"salts"}');
  vi.setSystemTime(Date.now() + 2 * 86_400_000);
  await collector.update();
  vi.useRealTimers();
  const reads = proxy.requests.filter(({ operation, input }) => {
    return ["GetItem", "Query"].includes(operation) && input.TableName === process.env.LISTENS_TABLE;
  });
  expect(new Set(reads.map(({ operation }) => operation))).toEqual(new Set(["GetItem", "Query"]));
  expect(reads.filter(({ input }) => input.ConsistentRead !== true)).toEqual([]);
  expect(reads.filter(({ input }) => JSON.stringify(input).includes('{"S":""}'))).toEqual([]);
});
