import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
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
const failing = (name: string) =>
  computed("faults + errors", { faults: own(`${name}Faults`), errors: lambda("Errors", name) });

const WAKING: [string, object][] = [
  ["token-failing", failing("Token")],
  ["charts-failing", failing("Charts")],
  ["listen-failing", failing("Listen")],
  ["episodes-failing", failing("Episodes")],
  ["update-failing", failing("Update")],
  ["api-failing", computed("100 * failures / answers", { failures: own("FailedAnswers"), answers: own("Answers") }, 1)],
  ["latency", computed("tokens > 1000 OR charts > 1000", ofBoth("Duration"), 0, "p99")],
  ["malformed-charts", ours("MalformedCharts")],
  ["wrong-keys-of-admins", ours("WrongKeysOfAdmins", 10)],
];

const NOTICING: [string, object][] = [
  [
    "throttles",
    computed("requests + tokens + charts", { requests: own("ThrottledRequests"), ...ofBoth("Throttles") }, 10),
  ],
  [
    "listen-throttles",
    computed("requests + listens", { requests: own("ThrottledListens"), listens: lambda("Throttles", "Listen") }, 10),
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
        { Expression: `FILL(runs, 0) < 1 OR behind > ${5 * 86_400}` },
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

  it("is one of these, at most 15", () => {
    const known = [...WAKING, ...NOTICING].map(([name]) => name);
    const names = listAlarms().map(({ AlarmName }) => AlarmName);
    expect(names.sort()).toEqual([...known, "update-behind"].map((name) => `${PREFIX}${name}`).sort());
    expect(names.length).toBeLessThanOrEqual(15);
  });

  it("names the page and section that explains it, whose heading has the alarm's name", async () => {
    for (const { AlarmDescription, AlarmName } of listAlarms()) {
      const [, page = "", section] = /: (docs\/[\w-]+\.md)#([\w-]+)$/.exec(String(AlarmDescription)) ?? [];
      const text = page && (await readFile(new URL(`../../${page}`, import.meta.url), "utf8"));
      const headings = Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading]) => String(heading));
      const found = headings.find((heading) => toFragment(heading) === section);
      expect(String(found), String(AlarmDescription)).toContain(`\`${String(AlarmName).replace(PREFIX, "")}\``);
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
