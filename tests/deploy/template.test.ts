import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { MEMORY_GB } from "../../bench/prices.ts";
import { FULL_SETTINGS, loadFull, loadPackage, type Resource, readDashboard } from "../support/package.ts";
import { findSchemaViolations } from "./cloudformation.ts";

const prod = await loadFull();

const propertiesOf = (id: string) => prod.Resources[id]?.Properties;
const listIds = (type: string) => Object.keys(prod.Resources).filter((id) => prod.Resources[id]?.Type === type);
const arnOf = (id: string) => ({ "Fn::GetAtt": [id, "Arn"] });

const KEYS = { PERFORMANCE_SECRET_KEY: { Ref: "SecretKey" }, PERFORMANCE_PUBLIC_KEY: { Ref: "PublicKey" } };
const NO_VALUE = { Ref: "AWS::NoValue" };
const NO_KEYS = { PERFORMANCE_SECRET_KEY: NO_VALUE, PERFORMANCE_PUBLIC_KEY: NO_VALUE };
const NO_TOKENS = { TOKENS_TABLE: NO_VALUE };
const TOKENS = { TOKENS_TABLE: "performance-data-prod-tokens" };
const CHARTS = { CHARTS_TABLE: "performance-data-prod-charts" };
const LISTENS = { LISTENS_TABLE: "performance-data-prod-listens", LISTEN_WINDOW: "1d" };
/** Of the environment, and of the stage. */
const LIFETIMES = { EXPIRES_IN: "10h", MAX_EXPIRES_IN: "30d" };

/** What answers requests has the memory that `npm run cost` assumes, and times out before the gateway does. */
const ANSWERING = { Timeout: 10, MemorySize: MEMORY_GB * 1_024 };
const UPDATING = { NODE_OPTIONS: "--max-semi-space-size=8", MIN_LISTENERS: "5" };

it("agrees with CloudFormation's resource schemas, with all that a stage can have", () => {
  expect(findSchemaViolations(prod)).toEqual([]);
});

/** Makes a template with one resource. */
const templateOf = (Table: Resource) => ({ Resources: { Table }, Outputs: {}, Parameters: {} });

const SMALL = { Type: "AWS::DynamoDB::Table", Properties: { KeySchema: [{ AttributeName: "id", KeyType: "HASH" }] } };

describe("the check against CloudFormation's resource schemas", () => {
  it("finds no violation in a small, correct template", () => {
    expect(findSchemaViolations(templateOf(SMALL))).toEqual([]);
  });

  it.each([
    ["an unknown type", { ...SMALL, Type: "AWS::DynamoDB::Tabel" }, "Table: no resource type AWS::DynamoDB::Tabel"],
    ["an unknown property", { TimeToLive: {} }, "Table.TimeToLive: no such property"],
    [
      "an unknown nested property",
      { TimeToLiveSpecification: { Enabled: true, Attribute: "expiresAt" } },
      "Table.TimeToLiveSpecification.Attribute: no such property",
    ],
    ["a required property that is missing", { KeySchema: undefined }, "Table.KeySchema: required"],
    ["a value of the wrong type", { DeletionProtectionEnabled: {} }, /^Table.DeletionProtectionEnabled: not of/],
    ["an object instead of a list", { Tags: {} }, "Table.Tags: not a list"],
    [
      "an empty text",
      { KeySchema: [{ AttributeName: "", KeyType: "HASH" }] },
      "Table.KeySchema.0.AttributeName: empty",
    ],
  ])("finds %s", (_, changes, violation) => {
    const table = "Type" in changes ? changes : { ...SMALL, Properties: { ...SMALL.Properties, ...changes } };
    expect(findSchemaViolations(templateOf(table))).toContainEqual(
      typeof violation === "string" ? violation : expect.stringMatching(violation),
    );
  });
});

it.each([
  ["Token", { ...ANSWERING, ReservedConcurrentExecutions: 20 }, { ...KEYS, ...TOKENS, ...LIFETIMES }],
  ["Charts", { ...ANSWERING, ReservedConcurrentExecutions: 20 }, { ...KEYS, ...TOKENS, ...CHARTS }],
  ["Listen", { ...ANSWERING, ReservedConcurrentExecutions: 40 }, { ...NO_KEYS, ...TOKENS, ...CHARTS, ...LISTENS }],
  ["Episodes", ANSWERING, { ...KEYS, ...TOKENS, ...CHARTS }],
  ["Update", { Timeout: 900, MemorySize: 1_769 }, { ...NO_KEYS, ...NO_TOKENS, ...CHARTS, ...LISTENS, ...UPDATING }],
])("%s runs on Node 24 and arm64, with its own role, log and variables", (name, limits, variables) => {
  const properties = propertiesOf(`${name}LambdaFunction`);
  expect(properties).toMatchObject({
    Handler: `functions/${name.toLowerCase()}.handler`,
    Runtime: "nodejs24.x",
    Architectures: ["arm64"],
    Role: arnOf(`${name}Role`),
    LoggingConfig: { LogFormat: "JSON", ApplicationLogLevel: "INFO", SystemLogLevel: "WARN" },
    ...limits,
  });
  expect(properties).not.toHaveProperty("TracingConfig");
  expect(properties?.Environment).toEqual({ Variables: variables });
  expect(propertiesOf(`${name}LogGroup`)).toMatchObject({ RetentionInDays: 365 });
});

it.each([
  ["Token", "PutItem", arnOf("TokensTable")],
  ["Charts", "GetItem", [arnOf("TokensTable"), arnOf("ChartsTable")]],
])("the role of %s allows only its actions", (name, action, tables) => {
  expect(propertiesOf(`HttpApiIntegration${name}`)).toMatchObject({ TimeoutInMillis: 30_000 });
  const allow = (...rights: object[]) => ({
    Version: "2012-10-17",
    Statement: rights.map((right) => ({ Effect: "Allow", ...right })),
  });
  const logs = { Action: ["logs:CreateLogStream", "logs:PutLogEvents"], Resource: arnOf(`${name}LogGroup`) };
  const PolicyDocument = allow({ Action: `dynamodb:${action}`, Resource: tables }, logs);
  expect(propertiesOf(`${name}Role`)).toEqual({
    PermissionsBoundary: FULL_SETTINGS.permissionsBoundary,
    AssumeRolePolicyDocument: allow({ Principal: { Service: "lambda.amazonaws.com" }, Action: "sts:AssumeRole" }),
    Policies: [{ PolicyName: name.toLowerCase(), PolicyDocument }],
  });
});

it("listen prints nothing of a listen, as npm start does", async () => {
  const bundle = (await loadPackage("listen")).bundle.toString();
  expect(bundle).not.toMatch(/Listen to |Listen refused|\bLISTENS\b/);
});

it("update runs every hour without retries", () => {
  expect(propertiesOf("UpdateLambdaEvConf")).toMatchObject({ MaximumRetryAttempts: 0 });
  expect(propertiesOf("UpdateEventsRuleSchedule1")).toMatchObject({
    ScheduleExpression: "cron(20 * * * ? *)",
    State: "ENABLED",
    Targets: [{ Arn: arnOf("UpdateLambdaFunction") }],
  });
});

it("gives the routes of the collector limits of their own, after all routes exist", () => {
  const own = { ThrottlingRateLimit: 300, ThrottlingBurstLimit: 600 };
  const preflights = { ThrottlingRateLimit: 60, ThrottlingBurstLimit: 120 };
  const throttle = { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 };
  expect(propertiesOf("HttpApiStage")).toMatchObject({
    RouteSettings: {
      "GET /token": throttle,
      "POST /charts": throttle,
      "POST /episodeperformance/{id}": own,
      "OPTIONS /episodeperformance/{id}": preflights,
      "POST /episodes": throttle,
    },
  });
  const routes = listIds("AWS::ApiGatewayV2::Route");
  expect(routes).toHaveLength(5);
  expect(prod.Resources.HttpApiStage?.DependsOn).toEqual(["HttpApiLogGroup", ...routes]);
});

const PROTECTED = { DeletionPolicy: "RetainExceptOnCreate", UpdateReplacePolicy: "Retain" };
const EXPIRING = { TimeToLiveSpecification: { AttributeName: "expiresAt", Enabled: true } };
const RECOVERABLE = { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } };

describe("the table of", () => {
  it.each([
    // Some token records were revoked, and listens have salts: neither may be restored.
    ["tokens", "TokensTable", PROTECTED, { DeletionProtectionEnabled: true, ...EXPIRING }],
    ["charts", "ChartsTable", PROTECTED, { DeletionProtectionEnabled: true, ...RECOVERABLE }],
    ["listens", "ListensTable", { DeletionPolicy: "Delete" }, EXPIRING],
  ])("%s outlives the stack, expires and can be restored as it should", (_, id, policies, properties) => {
    expect(prod.Resources[id]).toMatchObject({
      ...policies,
      Properties: { BillingMode: "PAY_PER_REQUEST", ...properties },
    });
    const optional = [...Object.keys(RECOVERABLE), "StreamSpecification", "SSESpecification"];
    for (const name of optional) expect(name in Object(propertiesOf(id)), name).toBe(name in properties);
  });
});

it.each([
  ["Dashboard", "", 1, "SuccessfulRequestLatency"],
  ["CollectorDashboard", "-collector", 7, "UpdateBehind"],
])("%s has the name of its region, and is valid JSON of metrics that exist", (id, suffix, least, metric) => {
  const name = `performance-data-prod${suffix}-\${AWS::Region}`;
  expect(propertiesOf(id)?.DashboardName).toHaveProperty(["Fn::Sub"], name);
  const { widgets, names } = readDashboard(prod.Resources[id]);
  expect(widgets.map(({ type }) => type)).toEqual(expect.arrayContaining(["metric", "alarm"]));
  expect(widgets.length).toBeGreaterThanOrEqual(least);
  expect(JSON.stringify(widgets)).toContain(metric);
  expect(Object.keys(prod.Resources)).toEqual(expect.arrayContaining(names));
});

it("has a budget of the service's costs, which warns at 80 % and of too much to come", () => {
  const Subscribers = [{ SubscriptionType: "EMAIL", Address: FULL_SETTINGS.noticeEmail }];
  expect(prod.Resources.Budget).toMatchObject({
    Type: "AWS::Budgets::Budget",
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

it("keeps no versions of the functions, and blocks public access to the deployment bucket", () => {
  expect(listIds("AWS::Lambda::Version")).toEqual([]);
  expect(propertiesOf("ServerlessDeploymentBucket")?.PublicAccessBlockConfiguration).toEqual({
    BlockPublicAcls: true,
    BlockPublicPolicy: true,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  });
});

it("answers at its domain alone once the default endpoint is closed, and outputs no other address", () => {
  expect(propertiesOf("HttpApi")).toHaveProperty("DisableExecuteApiEndpoint", true);
  expect(prod.Outputs.ServiceUrl).toHaveProperty("Value", `https://${FULL_SETTINGS.domain}`);
  expect(prod.Outputs).not.toHaveProperty("HttpApiUrl");
});

it("outputs the names of all tables, logs and dashboards, and tags resources with the service and the stage", () => {
  const named = ["AWS::DynamoDB::Table", "AWS::Logs::LogGroup", "AWS::CloudWatch::Dashboard"].flatMap(listIds);
  const values = Object.values(prod.Outputs).map((output) => Object(output).Value.Ref);
  expect(values).toEqual(expect.arrayContaining(named));
  expect(prod.Outputs).toHaveProperty("AccessLogGroupName.Value.Ref", "HttpApiLogGroup");
  expect(propertiesOf("HttpApi")?.Tags).toEqual({ service: "performance-data", stage: "prod" });
});

it("has no parameter that the guides for operators do not explain", async () => {
  const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), "utf8");
  const pages = ["deploying", "operating", "collecting"];
  const guides = (await Promise.all(pages.map((name) => read(`docs/${name}.md`)))).join("");
  const { params } = parse(await read("serverless.yml"), { logLevel: "error" });
  const names = Object.values<object>(params).flatMap((stage) => Object.keys(stage));
  expect(names).toContain("permissionsBoundary");
  expect(names.filter((name) => !guides.includes(`\`${name}\``))).toEqual([]);
});
