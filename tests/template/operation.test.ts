import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { logFault, logWarning } from "../../lib/log.ts";
import { PATIENCE } from "../support/checkout.ts";
import { findSchemaViolations } from "../support/cloudformation.ts";
import { useLog } from "../support/log.ts";
import { KEYS, packageService, type Template } from "../support/package.ts";
import { callCharts, callToken, getAdminToken, readEvent, useConfiguredService } from "../support/service.ts";
import { writeChartItem } from "../support/tables.ts";

const SETTINGS = {
  alarmEmail: "alarms@host.example",
  alarmTopic: "arn:aws:sns:us-east-1:123456789012:alarms",
  noticeEmail: "notices@host.example",
  noticeTopic: "arn:aws:sns:us-east-1:123456789012:notices",
  monthlyBudget: "50",
};

let template: Template;

beforeAll(async () => {
  const params = Object.entries(SETTINGS).flatMap(([name, value]) => ["--param", `${name}=${value}`]);
  template = await packageService(["--stage", "prod", ...params], KEYS);
}, PATIENCE);

const propertiesOf = (id: string) => template.Resources[id]?.Properties;
const conditionOf = (value: string) => ({ "Fn::Not": [{ "Fn::Equals": [value, ""] }] });

it("agrees with CloudFormation's resource schemas with all topics and a budget", () => {
  expect(findSchemaViolations(template)).toEqual([]);
});

const api = [
  { Name: "ApiId", Value: { Ref: "HttpApi" } },
  { Name: "Stage", Value: "$default" },
];
const token = [{ Name: "FunctionName", Value: { Ref: "TokenLambdaFunction" } }];
const charts = [{ Name: "FunctionName", Value: { Ref: "ChartsLambdaFunction" } }];
const ours = { Namespace: "performance-data-prod", Statistic: "Sum", Threshold: 0 };

const findAlarm = (name: string) =>
  Object.entries(template.Resources).find(
    ([, { Properties }]) => Properties.AlarmName === `performance-data-prod-${name}`,
  );

function expectAlarm(name: string, properties: object, targets: readonly object[]): void {
  expect(findAlarm(name)?.[1]).toMatchObject({
    Type: "AWS::CloudWatch::Alarm",
    Properties: {
      ...properties,
      ComparisonOperator: "GreaterThanThreshold",
      TreatMissingData: "notBreaching",
      AlarmActions: targets,
      OKActions: targets,
    },
  });
}

const readDashboard = () => String(Object(propertiesOf("Dashboard")?.DashboardBody)["Fn::Sub"]);

describe("an alarm", () => {
  it.each([
    ["token-errors", { Namespace: "AWS/Lambda", MetricName: "Errors", Dimensions: token, Threshold: 0 }],
    ["charts-errors", { Namespace: "AWS/Lambda", MetricName: "Errors", Dimensions: charts, Threshold: 0 }],
    ["token-faults", { ...ours, MetricName: "TokenFaults" }],
    ["charts-faults", { ...ours, MetricName: "ChartsFaults" }],
    ["api-latency", { Namespace: "AWS/ApiGateway", MetricName: "Latency", Dimensions: api, ExtendedStatistic: "p99" }],
    ["api-faults", { Metrics: expect.arrayContaining([expect.objectContaining({ Id: "rate" })]), Threshold: 1 }],
    ["malformed-charts", { ...ours, MetricName: "MalformedCharts" }],
    ["wrong-keys-of-admins", { ...ours, MetricName: "WrongKeysOfAdmins", Threshold: 10 }],
  ])("watches %s and wakes somebody", (name, properties) => {
    expectAlarm(name, properties, [
      { "Fn::If": ["HasAlarmTopic", SETTINGS.alarmTopic, { Ref: "AWS::NoValue" }] },
      { "Fn::If": ["HasAlarmEmail", { Ref: "AlarmTopic" }, { Ref: "AWS::NoValue" }] },
    ]);
  });

  it.each([
    ["token-throttles", { Namespace: "AWS/Lambda", MetricName: "Throttles", Dimensions: token, Threshold: 0 }],
    ["charts-throttles", { Namespace: "AWS/Lambda", MetricName: "Throttles", Dimensions: charts, Threshold: 0 }],
    ["wrong-public-keys", { ...ours, MetricName: "WrongPublicKeys", Threshold: 10 }],
    ["api-throttles", { ...ours, MetricName: "ThrottledRequests", Threshold: 10 }],
    ["api-demand", { Metrics: expect.arrayContaining([expect.objectContaining({ Id: "demand" })]), Threshold: 80 }],
  ])("watches %s, which anybody can cause, and only gives notice", (name, properties) => {
    expectAlarm(name, properties, [
      { "Fn::If": ["HasNoticeTopic", SETTINGS.noticeTopic, { Ref: "AWS::NoValue" }] },
      { "Fn::If": ["HasNoticeEmail", { Ref: "NoticeTopic" }, { Ref: "AWS::NoValue" }] },
    ]);
    expect(readDashboard()).toContain(`\${${findAlarm(name)?.[0]}.Arn}`);
  });

  it.each(["Alarm", "Notice"] as const)(
    "goes to a new topic that sends mail, and to an existing topic, if they are set (%s)",
    (kind) => {
      const [email, topic] =
        kind === "Alarm" ? [SETTINGS.alarmEmail, SETTINGS.alarmTopic] : [SETTINGS.noticeEmail, SETTINGS.noticeTopic];
      expect(template.Conditions).toMatchObject({
        [`Has${kind}Email`]: conditionOf(email),
        [`Has${kind}Topic`]: conditionOf(topic),
      });
      expect(template.Resources[`${kind}Topic`]).toEqual({
        Type: "AWS::SNS::Topic",
        Condition: `Has${kind}Email`,
        Properties: { Subscription: [{ Protocol: "email", Endpoint: email }] },
      });
    },
  );

  it("for faults divides the 5xx by all answers", () => {
    expect(propertiesOf("ApiFaultsAlarm")?.Metrics).toMatchObject([
      { Id: "rate", Expression: "100 * faults / requests" },
      { Id: "faults", ReturnData: false, MetricStat: { Metric: { MetricName: "5xx", Dimensions: api }, Stat: "Sum" } },
      { Id: "requests", ReturnData: false, MetricStat: { Metric: { MetricName: "Count", Dimensions: api } } },
    ]);
  });

  it("for demand compares the requests per second with throttlingRate", () => {
    expect(propertiesOf("ApiDemandAlarm")?.Metrics).toMatchObject([
      { Id: "demand", Expression: "100 * requests / PERIOD(requests) / 100" },
      { Id: "requests", ReturnData: false, MetricStat: { Metric: { MetricName: "Count", Dimensions: api } } },
    ]);
  });
});

describe("a metric filter", () => {
  useConfiguredService();
  const log = useLog();

  /** Checks whether CloudWatch counts a line. Understands the patterns of this service alone: `a && (b || c)`. */
  const isCounted = (filter: string, line: object) => {
    const pattern = String(propertiesOf(filter)?.FilterPattern);
    const readValue = (path: string) => path.split(".").reduce((object: unknown, name) => Object(object)[name], line);
    const holds = (condition: string) => {
      const [, path = "", operator, expected = ""] =
        /\$\.([\w.]+) (=|!=|NOT EXISTS)(?: "([^"]+)")?/.exec(condition) ?? [];
      const value = readValue(path);
      if (operator === "NOT EXISTS") return value === undefined;
      expect(expected).not.toBe("");
      const isEqual = new RegExp(`^${expected.replace("*", ".*")}$`, "s").test(String(value));
      return value !== undefined && isEqual === (operator === "=");
    };
    return pattern.split("&&").every((part) => part.split("||").some(holds));
  };

  /** Makes the line that Lambda's runtime writes for a logged value (LogPatch.js of its interface client). */
  const toLine = (level: string, message: unknown) => ({ timestamp: "2026-01-01", level, requestId: "1", message });

  const expectMetric = (filter: string, logGroup: string) =>
    expect(propertiesOf(filter)).toMatchObject({
      LogGroupName: { Ref: logGroup },
      MetricTransformations: [{ MetricNamespace: "performance-data-prod", MetricName: filter, MetricValue: "1" }],
    });

  beforeEach(() => {
    vi.stubEnv("AWS_LAMBDA_LOG_FORMAT", "JSON");
  });

  it.each(["TokenFaults", "ChartsFaults"])("%s counts faults, and no warnings", (filter) => {
    logFault(new Error("broken"), "1");
    logWarning("odd");
    expect(isCounted(filter, toLine("ERROR", log.errors[0]))).toBe(true);
    expect(isCounted(filter, toLine("ERROR", { errorType: "Runtime.ExitError" }))).toBe(true);
    expect(isCounted(filter, toLine("WARN", log.warnings[0]))).toBe(false);
    expectMetric(filter, filter.replace("Faults", "LogGroup"));
  });

  it("MalformedCharts counts malformed charts, which ChartsFaults leaves out", async () => {
    await writeChartItem({ guid: "malformed", duration: 60, data: "no list" });
    const event = readEvent("charts", { adminToken: await getAdminToken(), body: '{"guid":"malformed"}' });
    expect((await callCharts(event)).status).toBe(500);
    logFault(new Error("broken"), "1");
    const [malformed, fault] = log.errors.map((error) => toLine("ERROR", error));
    const count = (filter: string) => [malformed, fault].map((line) => isCounted(filter, Object(line)));
    expect(count("MalformedCharts")).toEqual([true, false]);
    expect(count("ChartsFaults")).toEqual([false, true]);
    expectMetric("MalformedCharts", "ChartsLogGroup");
  });

  it("WrongPublicKeys counts wrong keys in headers, WrongKeysOfAdmins those in bodies, and neither other warnings", async () => {
    await callToken(readEvent("token-invalid-public-key"));
    const body = '{"guid":"unknown","publickey":"wrong"}';
    await callCharts(readEvent("charts", { adminToken: await getAdminToken(), body }));
    logWarning("odd");
    const lines = log.warnings.map((warning) => toLine("WARN", warning));
    expect(lines.map((line) => isCounted("WrongPublicKeys", line))).toEqual([true, false, false]);
    expect(lines.map((line) => isCounted("WrongKeysOfAdmins", line))).toEqual([false, true, false]);
    expectMetric("WrongPublicKeys", "TokenLogGroup");
    expectMetric("WrongKeysOfAdmins", "ChartsLogGroup");
  });

  it("ThrottledRequests counts the 429 in the access log", () => {
    expect(isCounted("ThrottledRequests", { status: "429" })).toBe(true);
    expect(isCounted("ThrottledRequests", { status: "400" })).toBe(false);
    expectMetric("ThrottledRequests", "HttpApiLogGroup");
  });
});

it("has a dashboard of its region, in valid JSON that refers only to resources of the template", () => {
  expect(propertiesOf("Dashboard")?.DashboardName).toHaveProperty(["Fn::Sub"], `performance-data-prod-\${AWS::Region}`);
  const body = readDashboard();
  expect(JSON.parse(body).widgets).not.toHaveLength(0);
  expect(body).toContain("SuccessfulRequestLatency");
  const names = body.match(/(?<=\$\{)\w+(?=\.Arn\}|\})/g) ?? [];
  expect(Object.keys(template.Resources)).toEqual(expect.arrayContaining(names));
});

it("has a budget of the service's costs, which warns at 80 % and of too much to come", () => {
  expect(template.Conditions.HasBudget).toEqual(conditionOf("50"));
  const Subscribers = [
    {
      SubscriptionType: "EMAIL",
      Address: { "Fn::If": ["HasNoticeEmail", SETTINGS.noticeEmail, SETTINGS.alarmEmail] },
    },
  ];
  expect(template.Resources.Budget).toMatchObject({
    Type: "AWS::Budgets::Budget",
    Condition: "HasBudget",
    Properties: {
      Budget: {
        BudgetType: "COST",
        TimeUnit: "MONTHLY",
        BudgetLimit: { Amount: 50, Unit: "USD" },
        CostFilters: { TagKeyValue: [{ "Fn::Join": ["$", ["user:service", "performance-data"]] }] },
      },
      NotificationsWithSubscribers: [
        { Notification: { NotificationType: "ACTUAL", Threshold: 80 }, Subscribers },
        { Notification: { NotificationType: "FORECASTED", Threshold: 100 }, Subscribers },
      ],
    },
  });
});
