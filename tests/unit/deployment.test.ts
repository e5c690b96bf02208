import { describe, expect, it } from "vitest";
import type { Account } from "../support/aws.ts";
import { runPlugin } from "../support/framework.ts";
import { KEYS } from "../support/package.ts";

const TIMESTAMP = String(Date.UTC(2026, 0, 1));
const TABLES = ["TokensTable", "ChartsTable"];
const REFUSAL =
  'Refused: the stack performance-data-prod has the collector, and this deployment has not: it would delete the table of listens, with all that is not counted yet. Set collector: "on". To delete the table, add --param removeCollector=true.';

const KEPT = [
  { ParameterKey: "SecretKey", UsePreviousValue: true },
  { ParameterKey: "PublicKey", UsePreviousValue: true },
];

/** An account in which nothing was deployed, one with a stack, and one whose stack has the collector. */
const empty: Account = { parameters: undefined };
const deployed: Account = { parameters: { SecretKey: "x", PublicKey: "y" } };
const collecting: Account = { ...deployed, outputs: ["ListensTableName"] };

const listCalls = ({ sent }: { readonly sent: readonly { readonly what: string }[] }) => sent.map(({ what }) => what);

describe("a first deployment", () => {
  it("passes its keys to the stack", async () => {
    const { printed, refused, parameters } = await runPlugin("deploy", empty);
    expect({ printed, refused }).toEqual({ printed: [], refused: false });
    expect(parameters).toEqual([
      { ParameterKey: "SecretKey", ParameterValue: KEYS.PERFORMANCE_SECRET_KEY },
      { ParameterKey: "PublicKey", ParameterValue: KEYS.PERFORMANCE_PUBLIC_KEY },
    ]);
  });

  it("is refused without keys, with no more than a look at the stack", async () => {
    const result = await runPlugin("deploy", empty, { keys: {} });
    expect(result).toMatchObject({ refused: true, parameters: undefined });
    expect(result.printed).toEqual([
      "Refused: PERFORMANCE_SECRET_KEY and PERFORMANCE_PUBLIC_KEY are not set, and the stack performance-data-prod does not have them yet. Set them and try again.",
    ]);
    expect(listCalls(result)).toEqual(["DescribeStacks"]);
  });

  it("is not what an account that refuses gets", async () => {
    const account = { ...deployed, refusal: "not authorized: a stack that does not exist" };
    await expect(runPlugin("deploy", account)).rejects.toThrow("not authorized");
  });

  it("is refused with all that is wrong at once, in one answer", async () => {
    const keys = { ...KEYS, PERFORMANCE_SECRET_KEY: "short" };
    const [settings, lifetimes] = [{ throttlingRate: "abc" }, { EXPIRES_IN: 0 }];
    const { printed, refused } = await runPlugin("deploy", empty, { keys, settings, lifetimes });
    expect(refused).toBe(true);
    expect(printed[0]).toMatch(
      /^Refused:\n- PERFORMANCE_SECRET_KEY has 5 bytes.*\n- Invalid EXPIRES_IN: .*\n- throttlingRate is not a positive number: "abc"\.$/,
    );
  });
});

describe("packaging", () => {
  it("asks AWS nothing, and says which keys a first deployment needs", async () => {
    const { printed, refused, sent } = await runPlugin("package", empty, { keys: {} });
    expect({ refused, sent }).toEqual({ refused: false, sent: [] });
    expect(printed).toEqual([
      "PERFORMANCE_SECRET_KEY and PERFORMANCE_PUBLIC_KEY are not set. An existing stack keeps its keys. To create a stack, set both keys when you deploy.",
    ]);
  });

  it("warns of a collector whose listens a run may not finish reading", async () => {
    const settings = { collector: "on", listenRate: 100_000 };
    const { printed, refused } = await runPlugin("package", empty, { settings });
    expect(refused).toBe(false);
    expect(printed).toEqual([expect.stringContaining("listenRate")]);
  });
});

describe("a later deployment", () => {
  it("keeps the keys of the stack, even if others are set, and says so", async () => {
    const { printed, parameters } = await runPlugin("deploy", deployed);
    expect(parameters).toEqual(KEPT);
    expect(printed).toEqual([expect.stringMatching(/ keeps its PERFORMANCE_SECRET_KEY and PERFORMANCE_PUBLIC_KEY\./)]);
  });

  it("replaces with rotate=true the key that is set, keeps the other, and says which", async () => {
    const { PERFORMANCE_PUBLIC_KEY } = KEYS;
    const command = { keys: { PERFORMANCE_PUBLIC_KEY }, options: { param: ["rotate=true"] } };
    const { printed, parameters } = await runPlugin("deploy", deployed, command);
    expect(parameters).toEqual([KEPT[0], { ParameterKey: "PublicKey", ParameterValue: PERFORMANCE_PUBLIC_KEY }]);
    expect(printed).toEqual(["Replacing the PERFORMANCE_PUBLIC_KEY of the stack performance-data-prod."]);
  });

  const [SECRET, PUBLIC] = ["PERFORMANCE_SECRET_KEY", "PERFORMANCE_PUBLIC_KEY"] as const;
  const withoutSecret = (blank: string) => ({ ...KEYS, [SECRET]: blank });
  const rotation = { param: ["rotate=true"] };

  it.each([
    ["a rotation of both", deployed, KEYS, rotation, `Replacing the ${SECRET} and ${PUBLIC} of the stack `],
    ["no key but one", deployed, withoutSecret(" "), {}, `keeps its ${PUBLIC}. To replace it with the one `],
    ["one key too few", empty, withoutSecret(""), {}, `Refused: ${SECRET} is not set, and the stack .* it yet`],
    ["a rotation of none", deployed, {}, rotation, `Refused: rotate=true .* but neither ${SECRET} nor ${PUBLIC} is.`],
  ])("is told what becomes of its keys: %s", async (_, account, keys, options, line) => {
    const { printed } = await runPlugin("deploy", account, { keys, options });
    expect(printed).toEqual([expect.stringMatching(line)]);
  });

  it("keeps the keys of the stack without a word if none is set", async () => {
    expect(await runPlugin("deploy", deployed, { keys: {} })).toMatchObject({ printed: [], parameters: KEPT });
  });

  it("asks AWS for the stage's stack alone, also with the collector on", async () => {
    const command = { settings: { collector: "on" }, packaged: [...TABLES, "ListensTable"], keys: {} };
    const result = await runPlugin("deploy", collecting, command);
    expect(listCalls(result)).toEqual(["DescribeStacks"]);
    expect(new URLSearchParams(result.sent[0]?.body).get("StackName")).toBe("performance-data-prod");
  });
});

describe("a rollback", () => {
  const options = { timestamp: TIMESTAMP };

  it("keeps the keys, with the old ones in the environment", async () => {
    const { parameters, refused } = await runPlugin("rollback", deployed, { options });
    expect({ parameters, refused }).toEqual({ parameters: KEPT, refused: false });
  });

  it("without a timestamp, which only lists deployments, asks nothing and needs no keys", async () => {
    const { sent, refused } = await runPlugin("rollback", empty, { keys: {} });
    expect({ sent, refused }).toEqual({ sent: [], refused: false });
  });

  it("of a stack without the collector does not look at the earlier template", async () => {
    expect(listCalls(await runPlugin("rollback", deployed, { options }))).toEqual(["DescribeStacks"]);
  });

  it.each([TIMESTAMP, "2026-01-01T00:00:00.000Z"])(
    "with the collector looks at the very template that the stack goes back to: %s",
    async (timestamp) => {
      const account = { ...collecting, earlierTables: [...TABLES, "ListensTable"] };
      const { sent } = await runPlugin("rollback", account, { options: { timestamp } });
      const asked = sent.find(({ what }) => what === "GetTemplateSummary");
      expect(new URLSearchParams(asked?.body).get("TemplateURL")).toBe(
        "https://bucket.s3.us-east-1.amazonaws.com/serverless/performance-data/prod/1767225600000-2026-01-01T00:00:00.000Z/compiled-cloudformation-template.json",
      );
    },
  );
});

describe("the table of listens of a deployed collector", () => {
  const back = { timestamp: TIMESTAMP };
  const removal = { param: ["removeCollector=true"] };

  it.each([
    ["a deployment without the collector", "deploy", { packaged: TABLES }, {}],
    ["a rollback to before the collector", "rollback", { options: back }, { earlierTables: TABLES }],
  ] as const)("is not deleted by %s, which is refused and passes nothing", async (_, command, given, changes) => {
    const { printed, refused, parameters } = await runPlugin(command, { ...collecting, ...changes }, given);
    expect({ refused, parameters }).toEqual({ refused: true, parameters: undefined });
    expect(printed.at(-1)).toBe(REFUSAL);
  });

  it.each([
    ["a deployment with it", "deploy", { packaged: [...TABLES, "ListensTable"] }, {}],
    ["a rollback that keeps it", "rollback", { options: back }, { earlierTables: [...TABLES, "ListensTable"] }],
    ["a deployment that says so", "deploy", { packaged: TABLES, options: removal }, {}],
    ["a rollback that says so", "rollback", { options: { ...back, ...removal } }, { earlierTables: TABLES }],
  ] as const)("does not stop %s", async (_, command, given, changes) => {
    const { refused, parameters } = await runPlugin(command, { ...collecting, ...changes }, given);
    expect({ refused, parameters }).toEqual({ refused: false, parameters: KEPT });
  });
});
