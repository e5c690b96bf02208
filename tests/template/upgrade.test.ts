import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, type Outcome, runAgainstAws } from "../support/aws.ts";
import { PATIENCE } from "../support/checkout.ts";
import { findReplacements } from "../support/cloudformation.ts";
import type { Template } from "../support/package.ts";

/** What holds data or has an address in the template of prod that 07b86c5 packaged, with `collector=on`. */
const BEFORE: Template = JSON.parse(
  readFileSync(new URL("../fixtures/templates/07b86c5.json", import.meta.url), "utf8"),
);

let outcome: Outcome;
let after: Template;

beforeAll(async () => {
  const account: Account = {
    parameters: { SecretKey: "x", PublicKey: "y" },
    outputs: Object.keys(BEFORE.Outputs),
    concurrency: 10,
  };
  outcome = await runAgainstAws(account, ["deploy", "--param", "collector=on"], {});
  const upload = outcome.sent.find(({ what }) => what === "PUT compiled-cloudformation-template.json");
  after = JSON.parse(upload?.body ?? "{}");
}, PATIENCE);

/** Changes a resource of the template of before. */
const change = (id: string, changes: object): Template => ({
  ...BEFORE,
  Resources: { ...BEFORE.Resources, [id]: { ...BEFORE.Resources[id], ...changes } as Template["Resources"][string] },
});

describe("a stack of 07b86c5 with the collector on", () => {
  it("is updated without a word about what it has", () => {
    expect(outcome.code).toBe(0);
    expect(outcome.sent.map(({ what }) => what)).toContain("ExecuteChangeSet");
  });

  it("is told that a flood of listens could take all executions of its account", () => {
    expect(outcome.output).toContain("This account may have 10 executions at once in us-east-1. If DynamoDB is slow");
  });

  it("keeps its tables, routes, API and logs: none is replaced or gone", () => {
    expect(Object.keys(BEFORE.Resources)).toEqual(
      expect.arrayContaining(["ChartsTable", "ListensTable", "TokensTable"]),
    );
    expect(findReplacements(BEFORE, after)).toEqual([]);
  });

  it("would be seen to lose a table or a route", () => {
    const { ListensTable, HttpApiRoutePostCharts } = BEFORE.Resources;
    const renamed = { Properties: { ...ListensTable?.Properties, TableName: "listens" } };
    expect(findReplacements(BEFORE, change("ListensTable", renamed))).toEqual(["ListensTable.TableName: changed"]);
    const keyed = { Properties: { ...ListensTable?.Properties, KeySchema: [] } };
    expect(findReplacements(BEFORE, change("ListensTable", keyed))).toEqual(["ListensTable.KeySchema: changed"]);
    expect(findReplacements(BEFORE, change("HttpApiRoutePostCharts", { Type: "gone" }))).toEqual([
      "HttpApiRoutePostCharts: gone",
    ]);
    expect(HttpApiRoutePostCharts?.Properties).toMatchObject({ RouteKey: "POST /charts" });
  });
});
