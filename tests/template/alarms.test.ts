import { beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../support/checkout.ts";
import { findSchemaViolations } from "../support/cloudformation.ts";
import { FULL_SETTINGS, loadFull, type Template } from "../support/package.ts";

let template: Template;

beforeAll(async () => {
  template = await loadFull();
}, PATIENCE);

const PREFIX = "performance-data-prod-";
const ALARMS = [FULL_SETTINGS.alarmTopic, { Ref: "AlarmTopic" }];
const NOTICES = [FULL_SETTINGS.noticeTopic, { Ref: "NoticeTopic" }];

const findAlarm = (name: string) =>
  Object.entries(template.Resources).find(([, { Properties }]) => Properties.AlarmName === `${PREFIX}${name}`);
const propertiesOf = (name: string) => findAlarm(name)?.[1].Properties;
const listNames = () => Object.values(template.Resources).flatMap(({ Properties }) => Properties.AlarmName ?? []);

const functionOf = (name: string) => [{ Name: "FunctionName", Value: { Ref: `${name}LambdaFunction` } }];
const lambda = (MetricName: string, name: string) => ({
  Namespace: "AWS/Lambda",
  MetricName,
  Dimensions: functionOf(name),
});
const ours = (MetricName: string, Threshold = 0) => ({ Namespace: "performance-data-prod", MetricName, Threshold });
const slow = (name: string) => ({ ...lambda("Duration", name), ExtendedStatistic: "p99", Threshold: 1_000 });
const metric = (Id: string, Metric: object, Period = 300) => ({
  Id,
  ReturnData: false,
  MetricStat: { Metric, Period, Stat: "Sum" },
});

const demand = (name: string, rate: number) => ({
  Metrics: [
    { Id: "demand", Expression: `100 * requests / PERIOD(requests) / ${rate}` },
    metric("requests", lambda("Invocations", name)),
  ],
  Threshold: 80,
});

const failing = (name: string) => ({
  Metrics: [
    { Id: "share", Expression: "100 * failures / answers" },
    metric("failures", { Namespace: "performance-data-prod", MetricName: `${name}Failures` }),
    metric("answers", { Namespace: "performance-data-prod", MetricName: `${name}Answers` }),
  ],
  Threshold: 1,
});

const WAKING: [string, object][] = [
  ["token-errors", lambda("Errors", "Token")],
  ["charts-errors", lambda("Errors", "Charts")],
  ["listen-errors", lambda("Errors", "Listen")],
  ["update-errors", lambda("Errors", "Update")],
  ["token-faults", ours("TokenFaults")],
  ["charts-faults", ours("ChartsFaults")],
  ["listen-faults", ours("ListenFaults")],
  ["update-faults", ours("UpdateFaults")],
  ["token-failing", failing("Token")],
  ["charts-failing", failing("Charts")],
  ["token-latency", slow("Token")],
  ["charts-latency", slow("Charts")],
  ["malformed-charts", ours("MalformedCharts")],
  ["wrong-keys-of-admins", ours("WrongKeysOfAdmins", 10)],
  ["update-far-behind", { ...ours("UpdateBehind", 5 * 86_400), Statistic: "Maximum", TreatMissingData: "ignore" }],
];

const NOTICING: [string, object][] = [
  ["token-throttles", lambda("Throttles", "Token")],
  ["charts-throttles", lambda("Throttles", "Charts")],
  ["listen-throttles", lambda("Throttles", "Listen")],
  ["token-demand", demand("Token", 100)],
  ["charts-demand", demand("Charts", 100)],
  ["listen-demand", demand("Listen", 300)],
  ["listen-latency", slow("Listen")],
  ["api-throttles", ours("ThrottledRequests", 10)],
  ["listen-refusals", ours("ThrottledListens", 10)],
  ["wrong-public-keys", ours("WrongPublicKeys", 10)],
  ["unknown-episodes", { ...ours("UnknownEpisodes", 10), Period: 3_600 }],
  ["update-behind", { ...ours("UpdateBehind", 86_400), Statistic: "Maximum", TreatMissingData: "ignore" }],
];

function expectAlarm(name: string, properties: object, targets: readonly unknown[]): void {
  expect(findAlarm(name)?.[1]).toMatchObject({
    Type: "AWS::CloudWatch::Alarm",
    Properties: {
      ComparisonOperator: "GreaterThanThreshold",
      TreatMissingData: "notBreaching",
      ...properties,
      AlarmActions: targets,
      OKActions: targets,
    },
  });
}

it("agrees with CloudFormation's resource schemas with all topics", () => {
  expect(findSchemaViolations(template)).toEqual([]);
});

describe("an alarm", () => {
  it.each(WAKING)("watches %s and wakes somebody", (name, properties) => {
    expectAlarm(name, properties, ALARMS);
  });

  it.each(NOTICING)("watches %s, for which nobody is woken, and is on a dashboard", (name, properties) => {
    expectAlarm(name, properties, NOTICES);
    const bodies = ["Dashboard", "CollectorDashboard"].map((id) =>
      JSON.stringify(template.Resources[id]?.Properties.DashboardBody),
    );
    expect(bodies.join("")).toContain(`\${${findAlarm(name)?.[0]}.Arn}`);
  });

  it("for missing updates wakes somebody after three hours without a run that succeeded, and not before the first run", () => {
    expect(propertiesOf("update-missing")).toMatchObject({
      Metrics: [
        { Expression: "FILL(runs, 0) - FILL(errors, 0)" },
        metric("runs", lambda("Invocations", "Update"), 3_600),
        metric("errors", lambda("Errors", "Update"), 3_600),
      ],
      EvaluationPeriods: 3,
      Threshold: 1,
      ComparisonOperator: "LessThanThreshold",
      TreatMissingData: "ignore",
      AlarmActions: ALARMS,
      OKActions: ALARMS,
    });
    expect(propertiesOf("update-missing")).not.toHaveProperty("DatapointsToAlarm");
  });

  it("is one of these", () => {
    const known = [...WAKING, ...NOTICING].map(([name]) => name);
    expect(listNames().sort()).toEqual([...known, "update-missing"].map((name) => `${PREFIX}${name}`).sort());
  });

  it.each(["Alarm", "Notice"] as const)("goes to a new topic that sends mail, if that is set (%s)", (kind) => {
    const Endpoint = kind === "Alarm" ? FULL_SETTINGS.alarmEmail : FULL_SETTINGS.noticeEmail;
    expect(template.Resources[`${kind}Topic`]).toEqual({
      Type: "AWS::SNS::Topic",
      Properties: { Subscription: [{ Protocol: "email", Endpoint }] },
    });
  });
});
