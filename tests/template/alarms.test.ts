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
const own = (MetricName: string) => ({ Namespace: "performance-data-prod", MetricName });
const ours = (MetricName: string, Threshold = 0) => ({ ...own(MetricName), Threshold });

/** Makes an alarm on an expression of metrics, which have Ids. */
const computed = (Expression: string, metrics: Record<string, object>, Threshold = 0, Stat = "Sum") => ({
  Metrics: [
    { Expression },
    ...Object.entries(metrics).map(([Id, Metric]) => ({
      Id,
      ReturnData: false,
      MetricStat: { Metric, Period: 300, Stat },
    })),
  ],
  Threshold,
});
const failing = (name: string) =>
  computed("faults + errors", { faults: own(`${name}Faults`), errors: lambda("Errors", name) });

const WAKING: [string, object][] = [
  ["token-failing", failing("Token")],
  ["charts-failing", failing("Charts")],
  ["listen-failing", failing("Listen")],
  ["update-failing", failing("Update")],
  ["api-failing", computed("100 * failures / answers", { failures: own("FailedAnswers"), answers: own("Answers") }, 1)],
  [
    "latency",
    computed(
      "tokens > 1000 OR charts > 1000",
      { tokens: lambda("Duration", "Token"), charts: lambda("Duration", "Charts") },
      0,
      "p99",
    ),
  ],
  ["malformed-charts", ours("MalformedCharts")],
  ["wrong-keys-of-admins", ours("WrongKeysOfAdmins", 10)],
];

const NOTICING: [string, object][] = [
  [
    "throttles",
    computed(
      "requests + tokens + charts",
      {
        requests: own("ThrottledRequests"),
        tokens: lambda("Throttles", "Token"),
        charts: lambda("Throttles", "Charts"),
      },
      10,
    ),
  ],
  [
    "listen-throttles",
    computed("requests + listens", { requests: own("ThrottledListens"), listens: lambda("Throttles", "Listen") }, 10),
  ],
  ["wrong-public-keys", ours("WrongPublicKeys", 10)],
  ["unknown-episodes", { ...ours("UnknownEpisodes", 10), Period: 3_600 }],
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

  it("for updates wakes somebody after three hours without a run or five days behind, and not before the first run", () => {
    const hourly = (Id: string, Metric: object, Stat: string) => ({
      Id,
      ReturnData: false,
      MetricStat: { Metric, Period: 3_600, Stat },
    });
    expect(propertiesOf("update-behind")).toMatchObject({
      Metrics: [
        { Expression: `FILL(runs, 0) < 1 OR behind > ${5 * 86_400}` },
        hourly("runs", lambda("Invocations", "Update"), "Sum"),
        hourly("behind", own("UpdateBehind"), "Maximum"),
      ],
      EvaluationPeriods: 3,
      Threshold: 0,
      ComparisonOperator: "GreaterThanThreshold",
      TreatMissingData: "ignore",
      AlarmActions: ALARMS,
      OKActions: ALARMS,
    });
    expect(propertiesOf("update-behind")).not.toHaveProperty("DatapointsToAlarm");
  });

  it("is one of these, at most 15", () => {
    const known = [...WAKING, ...NOTICING].map(([name]) => name);
    expect(listNames().sort()).toEqual([...known, "update-behind"].map((name) => `${PREFIX}${name}`).sort());
    expect(listNames().length).toBeLessThanOrEqual(15);
  });

  it("or a widget is fed by each metric filter", () => {
    const list = (...types: string[]) => Object.values(template.Resources).filter(({ Type }) => types.includes(Type));
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
