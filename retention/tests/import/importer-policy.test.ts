import { afterAll, describe, expect, it } from "vitest";
import { startFaultyProxy } from "../../../tests/support/faulty-proxy.ts";
import { composeFeedOf } from "../../../tests/support/feed.ts";
import { ACCOUNT, isAllowedBy, loadPolicy } from "../../../tests/support/policies.ts";
import { type Outcome, useFolder } from "../../../tests/support/process.ts";
import { writeChartItem } from "../../../tests/support/tables.ts";
import { runCommand } from "../support/command.ts";
import { composeSession } from "../support/import.ts";

const save = useFolder();

const saveFeed = (durations: Readonly<Record<string, number>>) => save("feed.xml", composeFeedOf(durations));

const proxy = await startFaultyProxy();

afterAll(() => proxy.close());

async function run(...args: string[]): Promise<Outcome> {
  const outcome = await runCommand("charts", args, { env: { AWS_ENDPOINT_URL_DYNAMODB: proxy.url } });
  expect(outcome).toMatchObject({ code: 0 });
  return outcome;
}

describe("the importer's policy", async () => {
  const policy = await loadPolicy("importer-policy");
  const arnOf = (table: string) => `arn:aws:dynamodb:us-east-1:${ACCOUNT}:table/performance-data-${table}`;

  it("allows exactly the calls that imports and registrations make", async () => {
    const chart = save("chart.json", '{"guid":"own","duration":2,"data":[{"time":0,"percentage":100}]}');
    const session = save("session.json", composeSession("heard"));
    await run("import", "--feed", saveFeed({ heard: 3 }), chart, session);
    await run("import", "--replace", "--feed", saveFeed({ heard: 3 }), chart, session);
    await writeChartItem({ guid: "corrected by policy", duration: 3 });
    const { stdout } = await run("register", saveFeed({ "corrected by policy": 4, registered: 5 }));
    expect(stdout).toMatch(/^1 registered, 1 corrected/);

    const calls = [...new Set(proxy.requests.map(({ operation }) => `dynamodb:${operation}`))].sort();
    expect(calls).toEqual(policy.Statement.flatMap(({ Action }) => Action).sort());
    for (const call of calls) expect(isAllowedBy(policy, call, arnOf("prod-charts"))).toBe(true);
  });

  it.each([
    ["dynamodb:UpdateItem", arnOf("prod-tokens")],
    ["dynamodb:UpdateItem", arnOf("prod-listens")],
    ["dynamodb:UpdateItem", arnOf("staging-charts")],
    ["dynamodb:DeleteItem", arnOf("prod-charts")],
    ["dynamodb:Scan", arnOf("prod-charts")],
  ])("does not allow %s on %s", (action, resource) => {
    expect(isAllowedBy(policy, action, resource)).toBe(false);
  });
});
