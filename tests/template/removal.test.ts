import { beforeAll, describe, expect, it } from "vitest";
import { type Account, type Outcome, runAgainstAws, TIMESTAMP } from "../support/aws.ts";
import { PATIENCE } from "../support/checkout.ts";
import { KEYS } from "../support/package.ts";

const TABLES = ["TokensTable", "ChartsTable"];
const REFUSAL =
  'Refused: the stack performance-data-prod has the collector, and this deployment has not: it would delete the table of listens, with all that is not counted yet. Set collector: "on". To delete the table, add --param removeCollector=true.';

const on = ["deploy", "--param", "collector=on"];
const off = ["deploy"];
const back = ["rollback", "--timestamp", String(TIMESTAMP)];
const removal = ["--param", "removeCollector=true"];

let deployed: Account;
let rollback: Outcome;

beforeAll(async () => {
  deployed = { parameters: undefined };
  expect((await runAgainstAws(deployed, on, KEYS)).code).toBe(0);
  rollback = await runAgainstAws({ ...deployed, earlierTables: TABLES }, back, {});
}, PATIENCE);

const has = (what: string, { sent }: Outcome) => sent.some((one) => one.what.startsWith(what));

describe("the table of listens of a deployed collector", { timeout: PATIENCE }, () => {
  it.each([
    ["a deployment without the collector", () => runAgainstAws({ ...deployed }, off, {})],
    ["a rollback to before the collector", async () => rollback],
  ])("is not deleted by %s, which is refused before anything changes", async (_, run) => {
    const outcome = await run();
    expect(outcome.output).toContain(REFUSAL);
    expect(outcome.code).toBe(1);
    expect(has("PUT", outcome)).toBe(false);
    expect(has("CreateChangeSet", outcome)).toBe(false);
  });

  it.each([
    ["a deployment with it", on, {}],
    ["a rollback that keeps it", back, { earlierTables: [...TABLES, "ListensTable"] }],
    ["a deployment that says so", [...off, ...removal], {}],
    ["a rollback that says so", [...back, ...removal], { earlierTables: TABLES }],
  ])("does not stop %s", async (_, command, changes) => {
    const outcome = await runAgainstAws({ ...deployed, ...changes }, command, {});
    expect(outcome.code).toBe(0);
    expect(has("ExecuteChangeSet", outcome)).toBe(true);
  });

  it("is looked for in the very template that the stack goes back to", async () => {
    const asked = rollback.sent.find(({ what }) => what === "GetTemplateSummary");
    expect(new URLSearchParams(asked?.body).get("TemplateURL")).toBe(
      "https://bucket.s3.us-east-1.amazonaws.com/serverless/performance-data/prod/1767225600000-2026-01-01T00:00:00.000Z/compiled-cloudformation-template.json",
    );
  });
});

it("a stack without the collector is rolled back without a look at the template", { timeout: PATIENCE }, async () => {
  const outcome = await runAgainstAws({ parameters: { SecretKey: "x", PublicKey: "y" } }, back, {});
  expect(outcome.code).toBe(0);
  expect(has("GetTemplateSummary", outcome)).toBe(false);
});
