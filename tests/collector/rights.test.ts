import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { parse } from "yaml";
import { useColdStarts } from "../support/cold-starts.ts";
import { type Requested, startFaultyProxy } from "../support/faulty-proxy.ts";
import { useLog } from "../support/log.ts";
import type { Policy } from "../support/policies.ts";
import { useConfiguredService } from "../support/service.ts";
import { deleteListenItems, writeChartItem } from "../support/tables.ts";

useConfiguredService();
const startCold = useColdStarts();
useLog();

interface Role {
  readonly Properties: { readonly Policies: readonly [{ readonly PolicyDocument: Policy }] };
}

const yaml = readFileSync("deploy/resources/collector/collector-roles.yml", "utf8");
const { Resources }: { Resources: Record<string, Role> } = parse(yaml, { logLevel: "error", merge: true });

let recorded: ReturnType<typeof recordOnce> | undefined;

/** Lets somebody listen, and makes the run after the window. Returns what the functions ask of DynamoDB, without any memory. */
const record = () => (recorded ??= recordOnce());

async function recordOnce() {
  await deleteListenItems();
  const proxy = await startFaultyProxy();
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", proxy.url);
  startCold();
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

type Conditions = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** A call of DynamoDB that a role allows, such as `PutItem ListensTable`. */
interface Allowed {
  readonly call: string;
  readonly conditions: Conditions;
}

function listAllowed(role: string): Allowed[] {
  const statements = Resources[role]?.Properties.Policies[0].PolicyDocument.Statement ?? [];
  return statements.flatMap(({ Action, Resource, Condition = {} }) =>
    [Action]
      .flat()
      .filter((action) => action.startsWith("dynamodb:"))
      .flatMap((action) => [Resource].flat().map((table) => ({ action, table })))
      .map(({ action, table }) => {
        const call = `${action.replace("dynamodb:", "")} ${table.replace(".Arn", "")}`;
        return { call, conditions: Condition as Conditions };
      }),
  );
}

/** Names the calls that a role allows, each once. */
function nameAllowed(role: string): string[] {
  return [...new Set(listAllowed(role).map(({ call }) => call))].sort();
}

/**
 * Finds what IAM knows of a request (the DynamoDB guide, "Using IAM policy conditions for fine-grained access control"): the
 * partition, the names of the attributes that it gives, and whether it asks for these alone.
 */
function findKeys({ input }: Pick<Requested, "input">): Record<string, readonly string[]> {
  const { Key, Item, ExpressionAttributeValues, ExpressionAttributeNames, ProjectionExpression: wanted } = input;
  const [key, names, values] = [
    Object(Key ?? Item),
    Object(ExpressionAttributeNames),
    Object(ExpressionAttributeValues),
  ];
  const expressions = Object.entries(input).filter(([name]) => /Expression$/.test(name));
  const words = expressions.flatMap(([, text]) => String(text).match(/(?<![:\w])#?[a-z]\w*/gi) ?? []);
  const used = words
    .map((word) => names[word] ?? word)
    .filter((word) => !/^(?:AND|OR|BETWEEN|attribute_\w+)$/.test(word));
  const { S } = Object(key.partition ?? key.guid ?? values[":partition"]);
  return {
    "dynamodb:LeadingKeys": [String(S)],
    "dynamodb:Attributes": [...Object.keys(key), ...used],
    "dynamodb:Select": [wanted === undefined ? "ALL_ATTRIBUTES" : "SPECIFIC_ATTRIBUTES"],
  };
}

/** Checks whether a role allows a request, as IAM does. The request may be one that no function makes. */
function allows(role: string, request: Pick<Requested, "operation" | "input">): boolean {
  const [call = ""] = nameCalls([request]);
  const keys = findKeys(request);
  return listAllowed(role).some(
    (allowed) =>
      allowed.call === call &&
      Object.values(allowed.conditions)
        .flatMap((condition) => Object.entries(condition))
        .every(([key, values]) => keys[key]?.every((value) => [values].flat().includes(value))),
  );
}

/** Names requests as roles do. */
function nameCalls(requests: readonly Pick<Requested, "operation" | "input">[]): string[] {
  const tables = new Map(
    ["Tokens", "Charts", "Listens"].map((name) => [process.env[`${name.toUpperCase()}_TABLE`], name]),
  );
  const calls = requests.map(({ operation, input }) => `${operation} ${tables.get(String(input.TableName))}Table`);
  return [...new Set(calls)].sort();
}

it("the roles of listen and update allow exactly the calls that they make", async () => {
  const { listened, updated } = await record();
  expect(nameCalls(listened)).toEqual(nameAllowed("ListenRole"));
  expect(nameCalls(updated)).toEqual(nameAllowed("UpdateRole"));
  for (const request of listened) expect(allows("ListenRole", request), JSON.stringify(request)).toBe(true);
  for (const request of updated) expect(allows("UpdateRole", request), JSON.stringify(request)).toBe(true);
});

it.each([
  ["listen reads a chart", "ListenRole", "GetItem", "CHARTS_TABLE", { Key: { guid: { S: "one" } } }],
  [
    "listen reads the counts",
    "ListenRole",
    "GetItem",
    "CHARTS_TABLE",
    { Key: { guid: { S: "one" } }, ProjectionExpression: "guid, counts" },
  ],
  [
    "listen reads the owner",
    "ListenRole",
    "GetItem",
    "CHARTS_TABLE",
    { Key: { guid: { S: "one" } }, ProjectionExpression: "guid, feeds" },
  ],
  [
    "listen reads what somebody heard",
    "ListenRole",
    "GetItem",
    "LISTENS_TABLE",
    { Key: { partition: { S: "7" }, id: { S: "2026" } } },
  ],
  [
    "update writes a salt",
    "UpdateRole",
    "PutItem",
    "LISTENS_TABLE",
    { Item: { partition: { S: "salts" }, id: { S: "2026" } } },
  ],
  [
    "update writes a listen",
    "UpdateRole",
    "PutItem",
    "LISTENS_TABLE",
    { Item: { partition: { S: "7" }, id: { S: "2026" }, guid: { S: "one" }, spans: { B: "" } } },
  ],
  [
    "update reads salts",
    "UpdateRole",
    "Query",
    "LISTENS_TABLE",
    {
      KeyConditionExpression: "#partition = :partition",
      ExpressionAttributeNames: { "#partition": "partition" },
      ExpressionAttributeValues: { ":partition": { S: "salts" } },
      ProjectionExpression: "id, salt",
    },
  ],
  [
    "update reads a salt",
    "UpdateRole",
    "GetItem",
    "LISTENS_TABLE",
    { Key: { partition: { S: "salts" }, id: { S: "2026" } } },
  ],
])("no role allows that %s", (_, role, operation, table, input) => {
  expect(allows(role, { operation, input: { TableName: process.env[table], ...input } })).toBe(false);
});

it("the role of episodes allows exactly the calls that it makes, which delete nothing", async () => {
  const proxy = await startFaultyProxy();
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", proxy.url);
  startCold();
  const service = await import("../support/service.ts");
  const adminToken = await service.getAdminToken();
  proxy.requests.length = 0;
  const guid = crypto.randomUUID();
  for (const [duration, status] of Object.entries({ 60: "registered", 90: "corrected" })) {
    const body = JSON.stringify([{ guid, duration: Number(duration), feed: "https://one.example/feed.xml" }]);
    const answer = await service.callEpisodes(service.readEvent("episodes", { adminToken, body }));
    expect(answer).toMatchObject({ body: { episodes: [{ status }] } });
  }
  expect(nameCalls(proxy.requests)).toEqual(nameAllowed("EpisodesRole"));
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
