import { beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../support/checkout.ts";
import { KEYS, packageService, type Template } from "../support/package.ts";

const TOPIC = "arn:aws:sns:us-east-1:123456789012:alarms";

let template: Template;

beforeAll(async () => {
  template = await packageService(["--stage", "prod", "--param", `alarmTopic=${TOPIC}`], KEYS);
}, PATIENCE);

const api = [
  { Name: "ApiId", Value: { Ref: "HttpApi" } },
  { Name: "Stage", Value: "$default" },
];
const token = [{ Name: "FunctionName", Value: { Ref: "TokenLambdaFunction" } }];
const charts = [{ Name: "FunctionName", Value: { Ref: "ChartsLambdaFunction" } }];

describe("an alarm", () => {
  it.each([
    ["token-errors", { Namespace: "AWS/Lambda", MetricName: "Errors", Dimensions: token, Threshold: 0 }],
    ["charts-errors", { Namespace: "AWS/Lambda", MetricName: "Errors", Dimensions: charts, Threshold: 0 }],
    ["token-throttles", { Namespace: "AWS/Lambda", MetricName: "Throttles", Dimensions: token, Threshold: 0 }],
    ["charts-throttles", { Namespace: "AWS/Lambda", MetricName: "Throttles", Dimensions: charts, Threshold: 0 }],
    ["api-throttles", { Namespace: "performance-data-prod", MetricName: "ThrottledRequests", Threshold: 0 }],
    ["api-latency", { Namespace: "AWS/ApiGateway", MetricName: "Latency", Dimensions: api, ExtendedStatistic: "p99" }],
    ["api-faults", { Metrics: expect.arrayContaining([expect.objectContaining({ Id: "rate" })]), Threshold: 1 }],
  ])("watches %s and goes to the topic", (name, properties) => {
    const AlarmName = `performance-data-prod-${name}`;
    const alarm = Object.values(template.Resources).find(({ Properties }) => Properties.AlarmName === AlarmName);
    const toTopic = { "Fn::If": ["HasAlarmTopic", [TOPIC], { Ref: "AWS::NoValue" }] };
    expect(alarm).toMatchObject({
      Type: "AWS::CloudWatch::Alarm",
      Properties: {
        ...properties,
        ComparisonOperator: "GreaterThanThreshold",
        TreatMissingData: "notBreaching",
        AlarmActions: toTopic,
        OKActions: toTopic,
      },
    });
  });

  it("goes nowhere without a topic", () => {
    expect(template.Conditions.HasAlarmTopic).toEqual({ "Fn::Not": [{ "Fn::Equals": [TOPIC, ""] }] });
  });

  it("of the rate of faults divides the 5xx by all answers", () => {
    expect(template.Resources.ApiFaultsAlarm?.Properties.Metrics).toMatchObject([
      { Id: "rate", Expression: "100 * faults / requests" },
      { Id: "faults", ReturnData: false, MetricStat: { Metric: { MetricName: "5xx", Dimensions: api }, Stat: "Sum" } },
      { Id: "requests", ReturnData: false, MetricStat: { Metric: { MetricName: "Count", Dimensions: api } } },
    ]);
  });

  it("of throttled requests counts the access log's 429", () => {
    expect(template.Resources.ThrottledRequests?.Properties).toMatchObject({
      LogGroupName: { Ref: "HttpApiLogGroup" },
      FilterPattern: '{ $.status = "429" }',
      MetricTransformations: [{ MetricNamespace: "performance-data-prod", MetricName: "ThrottledRequests" }],
    });
  });
});

it("logs access as JSON, for the time set, without anything that can hold a credential", () => {
  const settings: Record<string, unknown> = Object(template.Resources.HttpApiStage?.Properties.AccessLogSettings);
  expect(settings.DestinationArn).toEqual({ "Fn::GetAtt": ["HttpApiLogGroup", "Arn"] });
  expect(Object.values(JSON.parse(String(settings.Format)))).toEqual([
    "$context.requestId",
    "$context.requestTime",
    "$context.identity.sourceIp",
    "$context.routeKey",
    "$context.status",
    "$context.responseLatency",
    "$context.integrationLatency",
    "$context.integrationErrorMessage",
    "$context.responseLength",
  ]);
  expect(template.Resources.HttpApiLogGroup?.Properties).toMatchObject({ RetentionInDays: 365 });
});

it("has a dashboard that is JSON and names only resources of the template", () => {
  const { "Fn::Sub": body }: { "Fn::Sub": string } = Object(template.Resources.Dashboard?.Properties.DashboardBody);
  expect(JSON.parse(body).widgets).not.toHaveLength(0);
  const names = body.match(/(?<=\$\{)\w+(?=\})/g) ?? [];
  expect(Object.keys(template.Resources)).toEqual(expect.arrayContaining(names));
});
