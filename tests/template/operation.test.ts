import { beforeAll, describe, expect, it, vi } from "vitest";
import { logFault, logWarning } from "../../lib/log.ts";
import { PATIENCE } from "../support/checkout.ts";
import { findSchemaViolations } from "../support/cloudformation.ts";
import { useLog } from "../support/log.ts";
import { KEYS, packageService, type Template } from "../support/package.ts";
import { callToken, readEvent, useConfiguredService } from "../support/service.ts";

const SETTINGS = {
  alarmEmail: "alarms@host.example",
  alarmTopic: "arn:aws:sns:us-east-1:123456789012:alarms",
};

let template: Template;

beforeAll(async () => {
  const params = Object.entries(SETTINGS).flatMap(([name, value]) => ["--param", `${name}=${value}`]);
  template = await packageService(["--stage", "prod", ...params], KEYS);
}, PATIENCE);

const propertiesOf = (id: string) => template.Resources[id]?.Properties;
const conditionOf = (value: string) => ({ "Fn::Not": [{ "Fn::Equals": [value, ""] }] });

it("agrees with CloudFormation's resource schemas with both topics", async () => {
  expect(await findSchemaViolations(template)).toEqual([]);
});

const api = [
  { Name: "ApiId", Value: { Ref: "HttpApi" } },
  { Name: "Stage", Value: "$default" },
];
const token = [{ Name: "FunctionName", Value: { Ref: "TokenLambdaFunction" } }];
const charts = [{ Name: "FunctionName", Value: { Ref: "ChartsLambdaFunction" } }];
const ours = { Namespace: "performance-data-prod", Statistic: "Sum", Threshold: 0 };

describe("an alarm", () => {
  it.each([
    ["token-errors", { Namespace: "AWS/Lambda", MetricName: "Errors", Dimensions: token, Threshold: 0 }],
    ["charts-errors", { Namespace: "AWS/Lambda", MetricName: "Errors", Dimensions: charts, Threshold: 0 }],
    ["token-throttles", { Namespace: "AWS/Lambda", MetricName: "Throttles", Dimensions: token, Threshold: 0 }],
    ["charts-throttles", { Namespace: "AWS/Lambda", MetricName: "Throttles", Dimensions: charts, Threshold: 0 }],
    ["token-faults", { ...ours, MetricName: "TokenFaults" }],
    ["charts-faults", { ...ours, MetricName: "ChartsFaults" }],
    ["wrong-public-keys", { ...ours, MetricName: "WrongPublicKeys", Threshold: 10 }],
    ["api-throttles", { ...ours, MetricName: "ThrottledRequests" }],
    ["api-demand", { Metrics: expect.arrayContaining([expect.objectContaining({ Id: "demand" })]), Threshold: 80 }],
    ["api-latency", { Namespace: "AWS/ApiGateway", MetricName: "Latency", Dimensions: api, ExtendedStatistic: "p99" }],
    ["api-faults", { Metrics: expect.arrayContaining([expect.objectContaining({ Id: "rate" })]), Threshold: 1 }],
  ])("watches %s and goes to the topics", (name, properties) => {
    const AlarmName = `performance-data-prod-${name}`;
    const alarm = Object.values(template.Resources).find(({ Properties }) => Properties.AlarmName === AlarmName);
    const targets = [
      { "Fn::If": ["HasAlarmTopic", SETTINGS.alarmTopic, { Ref: "AWS::NoValue" }] },
      { "Fn::If": ["HasAlarmEmail", { Ref: "AlarmTopic" }, { Ref: "AWS::NoValue" }] },
    ];
    expect(alarm).toMatchObject({
      Type: "AWS::CloudWatch::Alarm",
      Properties: {
        ...properties,
        ComparisonOperator: "GreaterThanThreshold",
        TreatMissingData: "notBreaching",
        AlarmActions: targets,
        OKActions: targets,
      },
    });
  });

  it("goes to a new topic that sends mail, and to an existing topic, if they are set", () => {
    expect(template.Conditions).toMatchObject({
      HasAlarmEmail: conditionOf(SETTINGS.alarmEmail),
      HasAlarmTopic: conditionOf(SETTINGS.alarmTopic),
    });
    expect(template.Resources.AlarmTopic).toEqual({
      Type: "AWS::SNS::Topic",
      Condition: "HasAlarmEmail",
      Properties: { Subscription: [{ Protocol: "email", Endpoint: SETTINGS.alarmEmail }] },
    });
  });

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

  /** Checks whether CloudWatch counts a line: all comparisons of the pattern hold. `*` matches any text. */
  const isCounted = (filter: string, line: object) => {
    const pattern = String(propertiesOf(filter)?.FilterPattern);
    const comparisons = [...pattern.matchAll(/\$\.([\w.]+) = "([^"]+)"/g)];
    expect(comparisons).not.toHaveLength(0);
    return comparisons.every(([, path = "", expected = ""]) => {
      const value = path.split(".").reduce((object: unknown, name) => Object(object)[name], line);
      return new RegExp(`^${expected.replace("*", ".*")}$`).test(String(value));
    });
  };

  /** Makes the line that Lambda's runtime writes for a logged value (LogPatch.js of its interface client). */
  const toLine = (level: string, message: unknown) => ({ timestamp: "2026-01-01", level, requestId: "1", message });

  it.each(["TokenFaults", "ChartsFaults"])("%s counts faults, and no warnings", (filter) => {
    vi.stubEnv("AWS_LAMBDA_LOG_FORMAT", "JSON");
    logFault(new Error("broken"), "1");
    logWarning("odd");
    expect(isCounted(filter, toLine("ERROR", log.errors[0]))).toBe(true);
    expect(isCounted(filter, toLine("WARN", log.warnings[0]))).toBe(false);
    expect(propertiesOf(filter)).toMatchObject({
      LogGroupName: { Ref: filter.replace("Faults", "LogGroup") },
      MetricTransformations: [{ MetricNamespace: "performance-data-prod", MetricName: filter, MetricValue: "1" }],
    });
  });

  it("WrongPublicKeys counts the warnings of wrong public keys, and no others", async () => {
    vi.stubEnv("AWS_LAMBDA_LOG_FORMAT", "JSON");
    await callToken(readEvent("token-invalid-public-key"));
    logWarning("odd");
    const [wrong, odd] = log.warnings.map((warning) => isCounted("WrongPublicKeys", toLine("WARN", warning)));
    expect([wrong, odd]).toEqual([true, false]);
    expect(propertiesOf("WrongPublicKeys")).toMatchObject({
      LogGroupName: { Ref: "TokenLogGroup" },
      MetricTransformations: [{ MetricNamespace: "performance-data-prod", MetricName: "WrongPublicKeys" }],
    });
  });

  it("ThrottledRequests counts the 429 in the access log", () => {
    expect(isCounted("ThrottledRequests", { status: "429" })).toBe(true);
    expect(isCounted("ThrottledRequests", { status: "400" })).toBe(false);
    expect(propertiesOf("ThrottledRequests")).toMatchObject({
      LogGroupName: { Ref: "HttpApiLogGroup" },
      MetricTransformations: [{ MetricNamespace: "performance-data-prod", MetricName: "ThrottledRequests" }],
    });
  });
});

it("has a dashboard in valid JSON that refers only to resources of the template", () => {
  const { "Fn::Sub": body }: { "Fn::Sub": string } = Object(propertiesOf("Dashboard")?.DashboardBody);
  expect(JSON.parse(body).widgets).not.toHaveLength(0);
  expect(body).toContain("SuccessfulRequestLatency");
  const names = body.match(/(?<=\$\{)\w+(?=\})/g) ?? [];
  expect(Object.keys(template.Resources)).toEqual(expect.arrayContaining(names));
});
