import { beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../support/checkout.ts";
import { loadFull, loadPackage, readDashboard, type Template } from "../support/package.ts";

let on: Template;

beforeAll(async () => {
  on = await loadFull();
}, PATIENCE);

const propertiesOf = (id: string) => on.Resources[id]?.Properties;
const arnOf = (id: string) => ({ "Fn::GetAtt": [id, "Arn"] });
const NO_VALUE = { Ref: "AWS::NoValue" };

describe("the setting collector", () => {
  it("gives its routes limits of their own, after all routes exist", () => {
    const own = { ThrottlingRateLimit: 300, ThrottlingBurstLimit: 600 };
    const throttle = { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 };
    expect(propertiesOf("HttpApiStage")).toMatchObject({
      RouteSettings: {
        "GET /token": throttle,
        "POST /charts": throttle,
        "POST /episodeperformance/{id}": own,
        "OPTIONS /episodeperformance/{id}": own,
      },
    });
    const routes = Object.keys(on.Resources).filter((id) => on.Resources[id]?.Type === "AWS::ApiGatewayV2::Route");
    expect(routes).toHaveLength(4);
    expect(on.Resources.HttpApiStage?.DependsOn).toEqual(["HttpApiLogGroup", ...routes]);
  });
});

describe("the functions of the collector", () => {
  it("print nothing of a listen, as npm start does", async () => {
    const { Handler, Environment } = { ...propertiesOf("ListenLambdaFunction") };
    expect(Handler).toBe("functions/listen.handler");
    expect(Environment).toMatchObject({ Variables: { LISTEN_WINDOW: "1d" } });
    expect(Environment).not.toHaveProperty("Variables.LISTENS");
    const bundle = (await loadPackage("listen")).bundle.toString();
    expect(bundle.match(/takeListens\(.*?\)/g)).toEqual(["takeListens()", "takeListens(log)"]);
    expect(bundle).not.toMatch(/Listen to |Listen refused/);
  });

  it("listen has no key, and only the variables that it reads", () => {
    expect(propertiesOf("ListenLambdaFunction")).toMatchObject({
      Timeout: 10,
      ReservedConcurrentExecutions: 40,
      Role: arnOf("ListenRole"),
      Environment: {
        Variables: {
          PERFORMANCE_SECRET_KEY: NO_VALUE,
          PERFORMANCE_PUBLIC_KEY: NO_VALUE,
          TOKENS_TABLE: "performance-data-prod-tokens",
          CHARTS_TABLE: "performance-data-prod-charts",
          LISTENS_TABLE: "performance-data-prod-listens",
          EXPIRES_IN: "10h",
          MAX_EXPIRES_IN: "30d",
          LISTEN_WINDOW: "1d",
        },
      },
    });
  });

  it("update runs every hour without retries, and may take 15 minutes", () => {
    expect(propertiesOf("UpdateLambdaFunction")).toMatchObject({
      Timeout: 900,
      MemorySize: 1_769,
      Role: arnOf("UpdateRole"),
      Environment: {
        Variables: {
          PERFORMANCE_SECRET_KEY: NO_VALUE,
          PERFORMANCE_PUBLIC_KEY: NO_VALUE,
          TOKENS_TABLE: NO_VALUE,
          CHARTS_TABLE: "performance-data-prod-charts",
          LISTENS_TABLE: "performance-data-prod-listens",
          LISTEN_WINDOW: "1d",
          MIN_LISTENERS: "5",
          NODE_OPTIONS: "--max-semi-space-size=8",
        },
      },
    });
    expect(propertiesOf("UpdateLambdaEvConf")).toMatchObject({ MaximumRetryAttempts: 0 });
    expect(propertiesOf("UpdateEventsRuleSchedule1")).toMatchObject({
      ScheduleExpression: "cron(20 * * * ? *)",
      State: "ENABLED",
      Targets: [{ Arn: arnOf("UpdateLambdaFunction") }],
    });
  });

  it.each(["Listen", "Update"])("%s keeps its log as long as the others", (name) => {
    expect(propertiesOf(`${name}LogGroup`)).toMatchObject({ RetentionInDays: 365 });
  });
});

it("the table of listens deletes them after their time, and can't be restored with the salts in it", () => {
  expect(on.Resources.ListensTable).toMatchObject({ DeletionPolicy: "Delete" });
  expect(propertiesOf("ListensTable")).toMatchObject({
    BillingMode: "PAY_PER_REQUEST",
    TimeToLiveSpecification: { AttributeName: "expiresAt", Enabled: true },
  });
  for (const name of ["PointInTimeRecoverySpecification", "StreamSpecification"])
    expect(propertiesOf("ListensTable")).not.toHaveProperty(name);
});

it("the dashboard of the collector is valid JSON of metrics that exist", () => {
  const dashboard = on.Resources.CollectorDashboard;
  expect(dashboard?.Properties.DashboardName).toHaveProperty(
    ["Fn::Sub"],
    `performance-data-prod-collector-\${AWS::Region}`,
  );
  const { widgets, names } = readDashboard(dashboard);
  expect(widgets).toHaveLength(7);
  expect(Object.keys(on.Resources)).toEqual(expect.arrayContaining(names));
});
