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

describe("a deployment", () => {
  const [SECRET, PUBLIC] = ["PERFORMANCE_SECRET_KEY", "PERFORMANCE_PUBLIC_KEY"] as const;
  const NEW = [
    { ParameterKey: "SecretKey", ParameterValue: KEYS[SECRET] },
    { ParameterKey: "PublicKey", ParameterValue: KEYS[PUBLIC] },
  ];
  const stack = "the stack performance-data-prod";
  const isUnset = (key: string) => `${key} is to be replaced, but is not set. Set the new one.`;
  const isSame = (key: string) => `${key} is the one that ${stack} has. Set the new one.`;
  const lacks = (keys: string, them: string) =>
    `${keys} not set, and ${stack} does not have ${them} yet. Set ${them} and try again.`;
  const rotate = (what: string) => ({ param: [`rotate=${what}`] });
  const pem = `-----BEGIN PUBLIC KEY-----\n${KEYS[PUBLIC]}\n-----END PUBLIC KEY-----`;
  const same: Account = { parameters: { SecretKey: KEYS[SECRET], PublicKey: pem } };
  const replaces = (keys: string) => `Replacing the ${keys} of ${stack}.`;
  const keeps = (key: string, what: string) =>
    `The ${stack.slice(4)} keeps its ${key}. To replace it with the one that you set, add --param rotate=${what}.`;
  const [ofSecret, ofPublic] = [{ [SECRET]: KEYS[SECRET], [PUBLIC]: " " }, { [PUBLIC]: KEYS[PUBLIC] }];

  it.each([
    ["passes the keys of a new stack", empty, KEYS, {}, [], NEW],
    [
      "keeps both",
      deployed,
      KEYS,
      {},
      [`keeps its ${SECRET} and ${PUBLIC}. To replace them with those that you set, add --param rotate=both.`],
      KEPT,
    ],
    ["keeps the one that is set", deployed, ofPublic, {}, [keeps(PUBLIC, "public")], KEPT],
    ["keeps them without a word if none is set", deployed, {}, {}, [], KEPT],
    ["replaces both", deployed, KEYS, rotate("both"), [replaces(`${SECRET} and ${PUBLIC}`)], NEW],
    ["replaces one", deployed, ofPublic, rotate("public"), [replaces(PUBLIC)], [KEPT[0], NEW[1]]],
    [
      "replaces the one that is named",
      deployed,
      KEYS,
      rotate("secret"),
      [replaces(SECRET), keeps(PUBLIC, "public")],
      [NEW[0], KEPT[1]],
    ],
    [
      "replaces the other one",
      deployed,
      KEYS,
      rotate("public"),
      [replaces(PUBLIC), keeps(SECRET, "secret")],
      [KEPT[0], NEW[1]],
    ],
    [
      "replaces one beside the same other",
      { parameters: { SecretKey: "x", PublicKey: pem } },
      KEYS,
      rotate("secret"),
      [replaces(SECRET), keeps(PUBLIC, "public")],
      [NEW[0], KEPT[1]],
    ],
    ["replaces nothing of a new stack", empty, KEYS, rotate("both"), [], NEW],
  ])("%s, and says so", async (_, account, keys, options, lines, parameters) => {
    const printed = lines.map((line) => expect.stringContaining(line));
    const expected = { printed, refused: false, parameters, sent: expect.anything() };
    expect(await runPlugin("deploy", account, { keys, options })).toEqual(expected);
  });

  it.each([
    ["without keys", empty, {}, {}, lacks(`${SECRET} and ${PUBLIC} are`, "them")],
    ["with one key too few", empty, ofSecret, {}, lacks(`${PUBLIC} is`, "it")],
  ])("is refused %s, with no more than a look at the stack", async (_, account, keys, options, reason) => {
    const result = await runPlugin("deploy", account, { keys, options });
    expect(result).toMatchObject({ printed: [`Refused: ${reason}`], refused: true, parameters: undefined });
    expect(listCalls(result)).toEqual(["DescribeStacks"]);
  });

  it.each([
    ["secret", deployed, {}, isUnset(SECRET)],
    ["secret", deployed, ofPublic, isUnset(SECRET)],
    ["public", deployed, ofSecret, isUnset(PUBLIC)],
    ["both", deployed, ofPublic, isUnset(SECRET)],
    ["both", deployed, {}, isUnset(SECRET), isUnset(PUBLIC)],
    ["secret", same, KEYS, isSame(SECRET)],
    ["public", same, KEYS, isSame(PUBLIC)],
    ["both", same, KEYS, isSame(SECRET), isSame(PUBLIC)],
    ["both", { parameters: { SecretKey: "x", PublicKey: pem } }, KEYS, isSame(PUBLIC)],
  ])("that rotates %s is refused before it replaces anything: %#", async (what, account, keys, ...reasons) => {
    for (const command of ["deploy", "rollback"] as const) {
      const options = { ...rotate(what), timestamp: TIMESTAMP };
      const result = await runPlugin(command, account, { keys, options });
      expect(result).toMatchObject({ refused: true, parameters: undefined });
      const [only] = reasons;
      expect(result.printed).toEqual([
        reasons.length === 1 ? `Refused: ${only}` : ["Refused:", ...reasons.map((one) => `- ${one}`)].join("\n"),
      ]);
      expect(listCalls(result)).toEqual(["DescribeStacks", "GET configuration"]);
      expect(JSON.stringify(result.printed)).not.toContain(KEYS[SECRET]);
    }
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

  it("asks AWS for the stage's stack alone, also with the collector on", async () => {
    const command = { settings: { collector: "on" }, packaged: [...TABLES, "ListensTable"], keys: {} };
    const result = await runPlugin("deploy", collecting, command);
    expect(listCalls(result)).toEqual(["DescribeStacks"]);
    expect(new URLSearchParams(result.sent[0]?.body).get("StackName")).toBe("performance-data-prod");
  });
});

describe("a stage that serverless.yml does not name", () => {
  const SILENT = { alarmEmail: "", noticeEmail: "" };

  it.each(["production", "PROD", "Prod", "prd", "prod-eu"])(
    "is told its settings, and what prod is: %s",
    async (stage) => {
      for (const command of ["package", "deploy"] as const) {
        const { printed, refused } = await runPlugin(command, empty, { stage, settings: SILENT });
        expect(refused).toBe(false);
        expect(printed).toEqual([
          `${stage} is none of dev, staging, prod: it has the settings of \`default\`, in us-east-1.`,
          `The alarms of ${stage} reach nobody. Set alarmEmail or alarmTopic in serverless.yml.`,
        ]);
      }
    },
  );

  it.each(["dev", "staging"])("is not %s, whose alarms may reach nobody", async (stage) => {
    expect(await runPlugin("package", empty, { stage, settings: SILENT })).toMatchObject({ printed: [] });
  });

  it("is not one that has settings of its own there", async () => {
    const { printed } = await runPlugin("package", empty, { stage: "eu", ownParams: { eu: { region: "eu-west-1" } } });
    expect(printed).toEqual([]);
  });
});

describe("the default endpoint", () => {
  const settings = {
    domain: "performance.host.example",
    certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
    defaultEndpoint: "closed",
  };

  it("is not closed by the deployment that makes the domain's target", async () => {
    const result = await runPlugin("deploy", { ...deployed, outputs: ["HttpApiUrl"] }, { settings });
    expect(result).toMatchObject({ refused: true, parameters: undefined });
    expect(result.printed).toEqual([
      "Refused: the stack performance-data-prod has no domain yet, so defaultEndpoint: closed would cut off all callers. Deploy with defaultEndpoint: open, and point the domain to the output DomainTarget first.",
    ]);
  });

  it.each([
    ["of a new stack", "closed", empty],
    ["of a stack with a domain", "closed", { ...deployed, outputs: ["HttpApiUrl", "DomainTarget"] }],
    ["of a stack that has closed it", "closed", { ...deployed, outputs: ["DomainTarget"] }],
    ["that stays open beside a first domain", "open", { ...deployed, outputs: ["HttpApiUrl"] }],
  ])("%s is no reason to refuse", async (_, defaultEndpoint, account) => {
    const result = await runPlugin("deploy", account, { settings: { ...settings, defaultEndpoint } });
    expect(result.refused).toBe(false);
  });
});

const MISSING =
  "PERFORMANCE_SECRET_KEY and PERFORMANCE_PUBLIC_KEY are not set. An existing stack keeps its keys. To create a stack, set both keys when you deploy.";

it.each([
  ["no key", {}, [MISSING]],
  ["both keys", KEYS, []],
])("packaging with %s asks AWS nothing, and says which keys a first deployment lacks", async (_, keys, printed) => {
  const result = await runPlugin("package", empty, { keys });
  expect(result).toEqual({ printed, sent: [], refused: false, parameters: undefined });
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
    expect(listCalls(await runPlugin("rollback", deployed, { options }))).toEqual(["DescribeStacks", "GetTemplate"]);
  });

  const alarm = (...targets: unknown[]) => ({ Properties: { AlarmActions: targets } });
  const isHeard = { Conditions: { IsHeard: { "Fn::Not": [{ "Fn::Equals": ["somebody", ""] }] } } };
  const unless = { "Fn::If": ["IsHeard", { Ref: "AWS::NoValue" }, "nobody"] };
  const [silent, half] = ["The alarms of prod reach nobody.", "The notices of prod reach nobody, only its alarms do."];

  it.each([
    ["both heard", { Resources: { TokenFailingAlarm: alarm("a"), ThrottlesAlarm: alarm("b") } }, []],
    ["alarms heard", { Resources: { TokenFailingAlarm: alarm("a"), ThrottlesAlarm: alarm() } }, [half]],
    ["neither heard", { Resources: { TokenFailingAlarm: alarm(), ThrottlesAlarm: alarm() } }, [silent]],
    ["no alarms", { Resources: {} }, [silent]],
    ["alarms of somebody else's making", { Resources: { TokenFailingAlarm: {} } }, [silent]],
    ["conditions", { ...isHeard, Resources: { TokenFailingAlarm: alarm(unless) } }, [silent]],
  ])("judges who is told by what is deployed then, and not by serverless.yml: %s", async (_, template, lines) => {
    for (const settings of [{}, { alarmEmail: "", noticeEmail: "" }]) {
      const { printed } = await runPlugin("rollback", { ...deployed, template }, { options, settings, keys: {} });
      expect(printed).toEqual(lines.map((line) => expect.stringContaining(line)));
    }
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
    const { printed, ...result } = await runPlugin(command, { ...collecting, ...changes }, given);
    expect(result).toMatchObject({ refused: true, parameters: undefined });
    expect(printed.at(-1)).toBe(REFUSAL);
  });

  it.each([
    ["a deployment with it", "deploy", { packaged: [...TABLES, "ListensTable"] }, {}],
    ["a rollback that keeps it", "rollback", { options: back }, { earlierTables: [...TABLES, "ListensTable"] }],
    ["a deployment that says so", "deploy", { packaged: TABLES, options: removal }, {}],
    ["a rollback that says so", "rollback", { options: { ...back, ...removal } }, { earlierTables: TABLES }],
  ] as const)("does not stop %s", async (_, command, given, changes) => {
    const result = await runPlugin(command, { ...collecting, ...changes }, given);
    expect(result).toMatchObject({ refused: false, parameters: KEPT });
  });
});
