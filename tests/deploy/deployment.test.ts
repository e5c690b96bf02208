import { describe, expect, it } from "vitest";
import { convertSettings, findWarnings } from "../../deploy/setting-problems.ts";
import { TIMESTAMP } from "../support/aws.ts";
import { collecting, deployed, empty, KEPT, listCalls, runPlugin, SETTINGS, TABLES } from "../support/framework.ts";
import { KEYS } from "../support/package.ts";

describe("a deployment", () => {
  const [SECRET, PUBLIC] = ["PERFORMANCE_SECRET_KEY", "PERFORMANCE_PUBLIC_KEY"] as const;
  const NEW = [
    { ParameterKey: "SecretKey", ParameterValue: KEYS[SECRET] },
    { ParameterKey: "PublicKey", ParameterValue: KEYS[PUBLIC] },
  ];
  const stack = "the stack performance-data-prod";
  const rotate = (what: string) => ({ param: [`rotate=${what}`] });
  const pem = `-----BEGIN PUBLIC KEY-----\n${KEYS[PUBLIC]}\n-----END PUBLIC KEY-----`;
  const replaces = (keys: string) => `Replacing the ${keys} of ${stack}.`;
  const keeps = (key: string, what: string) =>
    `The ${stack.slice(4)} keeps its ${key}. To replace it with the one that you set, add --param rotate=${what}.`;
  const ofPublic = { [PUBLIC]: KEYS[PUBLIC] };

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
        const { printed, refused } = await runPlugin(command, empty, { stage, settings: SILENT, region: "eu-west-1" });
        expect(refused).toBe(false);
        expect(printed).toEqual([
          `${stage} is none of dev, staging, prod: it has the settings of \`default\`, in eu-west-1.`,
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
  const options = { timestamp: String(TIMESTAMP) };

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

  it.each([String(TIMESTAMP), "2026-01-01T00:00:00.000Z"])(
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

it("converts numbers and booleans of the command line where CloudFormation documents them as such", () => {
  const throttle = { ThrottlingRateLimit: "500", ThrottlingBurstLimit: 10, Description: "500" };
  expect(convertSettings({ ...throttle, Rules: [{ Enabled: "true", DeletionProtectionEnabled: "false" }] })).toEqual({
    ThrottlingRateLimit: 500,
    ThrottlingBurstLimit: 10,
    Description: "500",
    Rules: [{ Enabled: "true", DeletionProtectionEnabled: false }],
  });
});

const LISTENS = { collector: "on", alarmEmail: "a@host.example", noticeEmail: "n@host.example" };

it.each([
  ["dev", {}],
  ["prod", { alarmEmail: "a@host.example", noticeEmail: "n@host.example" }],
  ["prod", { alarmTopic: "arn", noticeTopic: "arn" }],
  ["staging", { noticeEmail: "n@host.example" }],
  ["prod", { ...LISTENS, listenRate: 222 }],
  ["prod", { ...LISTENS, listenRate: "5000", listenWindow: "1h" }],
  ["prod", { ...LISTENS, collector: "off", listenRate: 5_000 }],
])("%s is packaged without a warning with %j", (stage, settings) => {
  expect(findWarnings({ ...SETTINGS, ...settings }, stage)).toEqual([]);
});

it.each([
  ["prod", {}, "The alarms of prod reach nobody. Set alarmEmail or alarmTopic in serverless.yml."],
  [
    "staging",
    { alarmEmail: "a@host.example" },
    "The notices of staging reach nobody, only its alarms do. Set noticeEmail or noticeTopic.",
  ],
  ["prod", { alarmTopic: "arn" }, /^The notices of prod reach nobody/],
  [
    "prod",
    { ...LISTENS, listenRate: "223" },
    "listenRate (223) lets more than 19.2 million listens into a window of 1d, but an update counts at most so many of an episode, or 2.2 million of the largest. Lower listenRate or listenWindow.",
  ],
  [
    "prod",
    { ...LISTENS, listenRate: 50, listenWindow: "7d" },
    /^listenRate \(50\) lets more than 19.2 million listens into a window of 7d/,
  ],
])("packaging %s warns about %j", (stage, settings, warning) => {
  const warned = typeof warning === "string" ? warning : expect.stringMatching(warning);
  expect(findWarnings({ ...SETTINGS, ...settings }, stage)).toEqual([warned]);
});
