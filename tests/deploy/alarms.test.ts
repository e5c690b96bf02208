import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { placeRunbooks } from "../../deploy/runbooks.ts";
import { loadYaml } from "../../local/yaml.ts";
import { toFragment } from "../support/markdown.ts";
import { FULL_SETTINGS, loadFull } from "../support/package.ts";

const template = await loadFull();

const PREFIX = "performance-data-prod-";
const ALARMS = [FULL_SETTINGS.alarmTopic, { Ref: "AlarmTopic" }];
const NOTICES = [FULL_SETTINGS.noticeTopic, { Ref: "NoticeTopic" }];

const findAlarm = (name: string) =>
  Object.entries(template.Resources).find(([, { Properties }]) => Properties.AlarmName === `${PREFIX}${name}`);
const list = (...types: string[]) => Object.values(template.Resources).filter(({ Type }) => types.includes(Type));
const listAlarms = () => list("AWS::CloudWatch::Alarm").map(({ Properties }) => Properties);

const lambda = (MetricName: string, name: string) => ({
  Namespace: "AWS/Lambda",
  MetricName,
  Dimensions: [{ Name: "FunctionName", Value: { Ref: `${name}LambdaFunction` } }],
});
/** A metric of each endpoint's function. */
const ofBoth = (metric: string) => ({ tokens: lambda(metric, "Token"), charts: lambda(metric, "Charts") });
const own = (MetricName: string) => ({ Namespace: "performance-data-prod", MetricName });
const ours = (MetricName: string, Threshold = 0) => ({ ...own(MetricName), Threshold });

const statOf = (Id: string, Metric: object, Stat: string, Period = 300) => ({
  Id,
  ReturnData: false,
  MetricStat: { Metric, Period, Stat },
});

/** Makes an alarm on an expression of metrics, which have Ids. */
const computed = (Expression: string, metrics: Record<string, object>, Threshold = 0, Stat = "Sum") => ({
  Metrics: [{ Expression }, ...Object.entries(metrics).map(([Id, Metric]) => statOf(Id, Metric, Stat))],
  Threshold,
});
/** Breaches of a threshold that raise an alarm, and the latest periods in which they count. */
const several = (DatapointsToAlarm: number, EvaluationPeriods: number) => ({ DatapointsToAlarm, EvaluationPeriods });
const faultsOf = (name: string) => ({ faults: own(`${name}Faults`), errors: lambda("Errors", name) });
const failing = (name: string) => computed("FILL(faults, 0) + FILL(errors, 0)", faultsOf(name));
/** The faults of several functions, of which one is enough. */
const anyOf = (...names: readonly string[]) => {
  const metrics = names.flatMap((name) =>
    Object.entries(faultsOf(name)).map(([id, metric]) => [`${name.toLowerCase()}${id}`, metric] as const),
  );
  const sum = metrics.map(([id]) => `FILL(${id}, 0)`).join(" + ");
  return { ...computed(sum, Object.fromEntries(metrics)), ...several(1, 3) };
};
/** A metric in days, which an alarm sees for a week. */
const REPORTS = {
  Metrics: [
    {
      Expression: "IF(SUM(FILL(taken, 0)) > 0, FILL(taken, 0) == 0 AND EPOCH(taken) == MAX(EPOCH(taken)))",
    },
    statOf("taken", own("TakenListens"), "Sum", 86_400),
  ],
  ...several(1, 7),
  Threshold: 0,
};

const WAKING: [string, object][] = [
  ["token-failing", { ...failing("Token"), ...several(3, 6) }],
  ["charts-failing", { ...failing("Charts"), ...several(3, 6) }],
  ["listen-failing", { ...failing("Listen"), ...several(3, 6) }],
  [
    "episodes-failing",
    {
      ...computed("FILL(failures, 0) - FILL(throttles, 0)", {
        failures: own("FailedRegistrations"),
        throttles: lambda("Throttles", "Episodes"),
      }),
      ...several(3, 6),
    },
  ],
  [
    "api-failing",
    {
      ...computed("100 * FILL(failures, 0) / answers", { failures: own("FailedAnswers"), answers: own("Answers") }, 1),
      ...several(2, 3),
    },
  ],
  [
    "reports-failing",
    {
      ...computed(
        "100 * (FILL(failures, 0) - FILL(throttles, 0)) / (FILL(failures, 0) + FILL(taken, 0))",
        { failures: own("FailedListens"), taken: own("TakenListens"), throttles: lambda("Throttles", "Listen") },
        1,
      ),
      ...several(2, 3),
    },
  ],
  ["latency", computed("FILL(tokens, 0) > 1000 OR FILL(charts, 0) > 1000", ofBoth("Duration"), 0, "p99")],
  ["wrong-keys-of-admins", ours("WrongKeysOfAdmins", 10)],
];

const NOTICING: [string, object][] = [
  ["faults", anyOf("Token", "Charts")],
  ["collector-faults", anyOf("Listen", "Episodes", "Update")],
  ["malformed-charts", ours("MalformedCharts")],
  ["no-reports", REPORTS],
  [
    "throttles",
    {
      ...computed(
        "FILL(requests, 0) + FILL(tokens, 0) + FILL(charts, 0)",
        { requests: own("ThrottledRequests"), ...ofBoth("Throttles") },
        10,
      ),
      ...several(1, 3),
    },
  ],
  [
    "listen-throttles",
    {
      ...computed(
        "FILL(requests, 0) + FILL(listens, 0) + FILL(registrations, 0)",
        {
          requests: own("ThrottledListens"),
          listens: lambda("Throttles", "Listen"),
          registrations: lambda("Throttles", "Episodes"),
        },
        10,
      ),
      ...several(1, 3),
    },
  ],
  ["wrong-public-keys", ours("WrongPublicKeys", 10)],
  ["unknown-episodes", { ...ours("UnknownEpisodes", 10), Period: 3_600 }],
];

/** Checks an alarm. Returns its logical id. */
function expectAlarm(name: string, properties: object, targets: readonly unknown[]): string {
  const [id = "", alarm] = findAlarm(name) ?? [];
  expect(alarm).toMatchObject({
    Type: "AWS::CloudWatch::Alarm",
    Properties: {
      ComparisonOperator: "GreaterThanThreshold",
      TreatMissingData: "notBreaching",
      ...properties,
      AlarmActions: targets,
      OKActions: targets,
    },
  });
  return id;
}

describe("an alarm", () => {
  it.each(WAKING)("watches %s and wakes somebody", (name, properties) => {
    expectAlarm(name, properties, ALARMS);
  });

  it.each(NOTICING)("watches %s, for which nobody is woken, and is on a dashboard", (name, properties) => {
    const id = expectAlarm(name, properties, NOTICES);
    const bodies = ["Dashboard", "CollectorDashboard"].map((id) =>
      JSON.stringify(template.Resources[id]?.Properties.DashboardBody),
    );
    expect(bodies.join("")).toContain(`\${${id}.Arn}`);
  });

  it("for updates wakes somebody after three hours without a run or five days behind, and not before the first run", () => {
    const properties = {
      Metrics: [
        { Expression: `FILL(runs, 0) < 1 OR FILL(behind, 0) > ${5 * 86_400}` },
        statOf("runs", lambda("Invocations", "Update"), "Sum", 3_600),
        statOf("behind", own("UpdateBehind"), "Maximum", 3_600),
      ],
      EvaluationPeriods: 3,
      Threshold: 0,
      TreatMissingData: "ignore",
    };
    const id = expectAlarm("update-behind", properties, ALARMS);
    expect(template.Resources[id]?.Properties).not.toHaveProperty("DatapointsToAlarm");
  });

  it("for failing runs of the update wakes somebody after two in three hours", () => {
    const metrics = Object.entries(faultsOf("Update")).map(([id, metric]) => statOf(id, metric, "Sum", 3_600));
    const Metrics = [{ Expression: "FILL(faults, 0) + FILL(errors, 0)" }, ...metrics];
    expectAlarm("update-failing", { Metrics, ...several(2, 3), Threshold: 0 }, ALARMS);
  });

  it("is one of these", () => {
    const known = [...WAKING, ...NOTICING].map(([name]) => name);
    const names = listAlarms().map(({ AlarmName }) => AlarmName);
    expect(names.sort()).toEqual(
      [...known, "update-behind", "update-failing"].map((name) => `${PREFIX}${name}`).sort(),
    );
  });

  it("adds or compares metrics of which each may be missing in a period, without relying on that", () => {
    const math = listAlarms().flatMap(({ Metrics = [] }) => Object.values(Object(Metrics)).map(Object));
    const sums = math.flatMap(({ Expression }) => Expression ?? []).filter((text) => /[+<>]| - /.test(text));
    expect(sums.length).toBeGreaterThanOrEqual(10);
    const ids = math.flatMap(({ Id, MetricStat }) => (MetricStat ? Id : []));
    const isBare = (text: string) => new RegExp(`(?<!(?:FILL|EPOCH)\\()\\b(${ids.join("|")})\\b`).test(text);
    expect(sums.filter(isBare)).toEqual([]);
  });

  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html: "FILL"
  it("looks at several periods if it fills them, because what is missing may be late", () => {
    const filling = listAlarms().filter(({ Metrics }) => JSON.stringify(Metrics)?.includes("FILL("));
    expect(filling.length).toBeGreaterThanOrEqual(10);
    expect(filling.filter(({ EvaluationPeriods }) => Number(EvaluationPeriods) < 3)).toEqual([]);
  });

  it("sees at most a week, and at most ten metrics of one period, as CloudWatch demands", () => {
    for (const { EvaluationPeriods, Metrics, Period } of listAlarms()) {
      const periods = Object.values(Object(Metrics)).flatMap((one) => Object(one).MetricStat?.Period ?? []);
      const [length = Number(Period), ...others] = new Set(periods);
      expect(others).toEqual([]);
      expect(periods.length).toBeLessThanOrEqual(10);
      expect(length * Number(EvaluationPeriods)).toBeLessThanOrEqual(length < 3_600 ? 86_400 : 604_800);
    }
  });

  it("or a widget is fed by each metric filter", () => {
    const readers = JSON.stringify(list("AWS::CloudWatch::Alarm", "AWS::CloudWatch::Dashboard")).replaceAll("\\", "");
    const metrics = list("AWS::Logs::MetricFilter").map(
      ({ Properties }) => Object(Properties.MetricTransformations)[0],
    );
    expect(metrics.length).toBeGreaterThan(10);
    expect(metrics.filter(({ MetricName }) => !readers.includes(`"${MetricName}"`))).toEqual([]);
  });

  it.each(["Alarm", "Notice"] as const)("goes to a new topic that sends mail, if that is set (%s)", (kind) => {
    const Endpoint = kind === "Alarm" ? FULL_SETTINGS.alarmEmail : FULL_SETTINGS.noticeEmail;
    expect(template.Resources[`${kind}Topic`]).toEqual({
      Type: "AWS::SNS::Topic",
      Properties: { Subscription: [{ Protocol: "email", Endpoint }] },
    });
  });
});

describe("the text of an alarm", async () => {
  const page = await readFile(new URL("../../docs/operating.md", import.meta.url), "utf8");
  const headings = Array.from(page.matchAll(/^#+ (.*)$/gm), ([, heading]) => String(heading));

  it("links the section of the operator's own page whose heading has the alarm's name", () => {
    for (const { AlarmDescription, AlarmName } of listAlarms()) {
      const [, address, section] = / (https:\S+)#([\w-]+)$/.exec(String(AlarmDescription)) ?? [];
      expect(address).toBe(FULL_SETTINGS.runbooks);
      const found = headings.find((heading) => toFragment(heading) === section);
      expect(String(found), String(AlarmDescription)).toContain(`\`${String(AlarmName).replace(PREFIX, "")}\``);
    }
  });

  it("leads nobody who is woken to a section that says to do nothing", () => {
    const sections = page.split(/^(?=##)/m);
    for (const { AlarmName } of listAlarms().filter(({ AlarmActions }) => !isDeepStrictEqual(AlarmActions, NOTICES))) {
      const name = String(AlarmName).replace(PREFIX, "");
      const section = sections.find((text) => new RegExp(`^### .*\`${name}\``).test(text)) ?? "";
      expect(section).toContain(name);
      expect(section).not.toMatch(/do nothing|^Notice/im);
    }
  });

  it("calls each notice one, and no alarm", () => {
    const notices = listAlarms().filter(({ AlarmActions }) => isDeepStrictEqual(AlarmActions, NOTICES));
    const names = notices.map(({ AlarmName }) => String(AlarmName).replace(PREFIX, ""));
    const named = Array.from(page.matchAll(/^### `([\w-]+)`\n\nNotice\. /gm), ([, name]) => name);
    expect(named.sort()).toEqual(names.sort());
  });

  it("has at most 1,024 characters, and names no file", () => {
    for (const { AlarmDescription } of listAlarms()) {
      expect(String(AlarmDescription).length).toBeLessThan(1_024);
      expect(AlarmDescription).not.toContain("docs/");
    }
  });
});

describe("the texts of a dashboard", () => {
  it("name its own stack, stage and region, and have no link that leads nowhere there", async () => {
    const bodies = Object.fromEntries(
      ["operating.md: Alarms, Logs, Rolling back", "operating.md: The update of charts, No such chapter"].map(
        (chapters, index) => [`D${index}`, { Properties: { DashboardBody: `{"markdown":"docs/${chapters}"}` } }],
      ),
    );
    const place = { runbooks: "", stack: "performance-data-eu", stage: "eu", region: "eu-west-1" };
    const { Resources } = await placeRunbooks({ Resources: bodies }, place);
    const texts = Object.values(Object(Resources)).map(
      (one) => JSON.parse(Object(one).Properties.DashboardBody).markdown,
    );
    expect(texts).toEqual([
      expect.stringMatching(/^## Alarms\n.*^## Logs\n.*^## Rolling back\n/ms),
      expect.stringMatching(/^## The update of charts\n/),
    ]);
    for (const text of texts) {
      expect(text).toContain("performance-data-eu");
      expect(text).not.toMatch(/performance-data-prod|us-east-1|--stage prod|\]\((?!https:)/);
    }
  });
});

describe("an alarm links its runbook", () => {
  const place = { runbooks: "", stack: "performance-data-eu", stage: "eu", region: "eu-west-1" };
  const dashboard = (name: string, chapters: string) => ({
    Properties: {
      DashboardName: { "Fn::Sub": `${name}-\${AWS::Region}` },
      DashboardBody: JSON.stringify({ markdown: `docs/operating.md: ${chapters}` }),
    },
  });
  const alarm = (name: string, AlarmDescription: unknown) => ({
    Properties: { AlarmName: `performance-data-eu-${name}`, AlarmDescription },
  });
  const describeAll = async (alarms: object, runbooks = "") => {
    const Resources = { One: dashboard("one", "The update of charts"), Two: dashboard("two", "Alarms"), ...alarms };
    const placed = await placeRunbooks({ Resources }, { ...place, runbooks });
    return Object.keys(alarms).map((id) => Object(Object(placed.Resources)[id]).Properties.AlarmDescription);
  };
  const CONSOLE = "https://eu-west-1.console.aws.amazon.com/cloudwatch/home?region=eu-west-1#dashboards/dashboard";
  const TEXT = "Look at the log. docs/operating.md#section";

  it("in the operator's copy, if there is one", async () => {
    const address = "https://example.com/operating.md";
    expect(await describeAll({ A: alarm("token-failing", TEXT) }, address)).toEqual([
      `Look at the log. ${address}#section`,
    ]);
  });

  it("on the dashboard that has its section, or else on the first one", async () => {
    const alarms = { A: alarm("token-failing", TEXT), B: alarm("nowhere", TEXT) };
    expect(await describeAll(alarms)).toEqual([
      `Look at the log. ${CONSOLE}/two-eu-west-1`,
      `Look at the log. ${CONSOLE}/one-eu-west-1`,
    ]);
  });

  it("only if its description is text that names a section", async () => {
    expect(await describeAll({ A: alarm("a", "Look."), B: alarm("b", { Ref: "X" }) })).toEqual(["Look.", { Ref: "X" }]);
  });
});

describe("a stage has alarms", async () => {
  type Params = Readonly<Record<string, unknown>>;
  const { params } = await loadYaml<{ readonly params: Readonly<Record<string, Params>> }>("serverless.yml");
  /** What the condition compares, without CloudFormation's tags. */
  const { Conditions } = await loadYaml<{ readonly Conditions: { readonly HasAlarms: [[string, string]] } }>(
    "deploy/resources/topics.yml",
  );

  // In prod and others even without a recipient, because EventBridge may pass them on.
  it.each<[string, Params, boolean]>([
    ["dev", { alarmEmail: "somebody" }, true],
    ["dev", { alarmTopic: "somebody" }, true],
    ["dev", { noticeEmail: "somebody" }, true],
    ["staging", { noticeTopic: "somebody" }, true],
    ["prod", {}, true],
    ["another", {}, true],
    ["dev", {}, false],
    ["staging", {}, false],
    ["dev", { alarms: "on" }, true],
    ["staging", { alarms: "on" }, true],
  ])("in %s with %j: %s", (stage, settings, isSo) => {
    const all: Params = { ...params.default, ...params[stage], ...settings };
    const [[compared, without]] = Conditions.HasAlarms;
    expect(compared.replace(/\$\{param:(\w+)\}/g, (_, name) => String(all[name])) !== without).toBe(isSo);
  });
});
