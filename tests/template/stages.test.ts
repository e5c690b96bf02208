import { beforeAll, describe, expect, it } from "vitest";
import { findSchemaViolations } from "../support/cloudformation.ts";
import { KEYS, loadFull, packageService, readDashboard, type Template } from "../support/package.ts";

const CERTIFICATE = "arn:aws:acm:us-east-1:123456789012:certificate/1";
const CORS = "cors: { allowedOrigins: [https://host.example], allowedHeaders: [authorization, content-type] }";

/**
 * Packages a stage, whose template must agree with CloudFormation's resource schemas.
 *
 * @param edit changes serverless.yml first
 */
async function packageWith(stage: string, params: readonly string[] = [], edit?: (yaml: string) => string) {
  const args = ["--stage", stage, ...params.flatMap((param) => ["--param", param])];
  const template = await packageService(args, KEYS, edit);
  expect(findSchemaViolations(template)).toEqual([]);
  return template;
}

const propertiesOf = (id: string, { Resources }: Template) => Resources[id]?.Properties;
const listOf = (type: string, { Resources }: Template) =>
  Object.keys(Resources).filter((id) => Resources[id]?.Type === `AWS::${type}`);

describe("production without settings", () => {
  let prod: Template;

  beforeAll(async () => {
    prod = await packageWith("prod");
  });

  it("has nothing of the collector", () => {
    // What is counted of other routes names the routes that it leaves out.
    const { ThrottledRequests: _, ...others } = prod.Resources;
    expect(JSON.stringify(others)).not.toMatch(/episodeperformance|listens|ListenLambda|UpdateLambda/i);
    expect(prod.Outputs).not.toHaveProperty("ListensTableName");
  });

  it("is changed by the collector in nothing but the limits of its routes", async () => {
    const on = await packageWith("prod", ["collector=on"]);
    const { HttpApiStage: _, ...others } = prod.Resources;
    const keyless = (template: object) =>
      JSON.parse(JSON.stringify(template).replace(/serverless\/[^"]*\/(\w+\.zip)/g, "$1"));
    expect(keyless(on.Resources)).toMatchObject(keyless(others));
  });

  it("has no CORS, domain, topics, budget or permissions boundary", () => {
    expect(propertiesOf("HttpApi", prod)).not.toHaveProperty("CorsConfiguration");
    expect(JSON.stringify(prod)).not.toContain("PermissionsBoundary");
    for (const type of ["ApiGatewayV2::DomainName", "ApiGatewayV2::ApiMapping", "SNS::Topic", "Budgets::Budget"])
      expect(listOf(type, prod)).toEqual([]);
    expect(prod.Outputs).not.toHaveProperty("DomainTarget");
    const [alarm = ""] = listOf("CloudWatch::Alarm", prod);
    expect(propertiesOf(alarm, prod)).toMatchObject({ AlarmActions: [], OKActions: [] });
  });

  it("has no reserved concurrency, and throttles at 100 requests a second", () => {
    for (const name of ["Token", "Charts"])
      expect(propertiesOf(`${name}LambdaFunction`, prod)).not.toHaveProperty("ReservedConcurrentExecutions");
    expect(propertiesOf("HttpApiStage", prod)).toHaveProperty("DefaultRouteSettings.ThrottlingRateLimit", 100);
  });
});

describe("development with the collector", () => {
  const DASHBOARDS = ["Dashboard", "CollectorDashboard"];
  let dev: Template;

  beforeAll(async () => {
    dev = await packageWith("dev", ["collector=on"]);
  });

  it.each(["TokensTable", "ChartsTable"])("deletes the table %s with the stack", (id) => {
    expect(dev.Resources[id]).toMatchObject({
      DeletionPolicy: "Delete",
      Properties: { DeletionProtectionEnabled: false },
    });
  });

  it("can't restore charts, keeps logs for a week, and throttles at 50 requests a second", () => {
    expect(propertiesOf("ChartsTable", dev)).toHaveProperty("PointInTimeRecoverySpecification", {
      PointInTimeRecoveryEnabled: false,
    });
    for (const name of ["Token", "Charts"])
      expect(propertiesOf(`${name}LogGroup`, dev)).toMatchObject({ RetentionInDays: 7 });
    expect(propertiesOf("HttpApiStage", dev)).toHaveProperty("DefaultRouteSettings.ThrottlingRateLimit", 50);
  });

  it("has the lifetimes of serverless.yml, where the environment has none", () => {
    expect(propertiesOf("TokenLambdaFunction", dev)).toMatchObject({
      Environment: { Variables: { EXPIRES_IN: "1h", MAX_EXPIRES_IN: "365d" } },
    });
  });

  it("has no alarm without a recipient, and none on its dashboards", () => {
    expect(listOf("CloudWatch::Alarm", dev)).toEqual([]);
    for (const { widgets, names } of DASHBOARDS.map((id) => readDashboard(dev.Resources[id]))) {
      expect(widgets.length).toBeGreaterThan(4);
      expect(widgets.filter(({ type }) => type !== "metric")).toEqual([]);
      expect(Object.keys(dev.Resources)).toEqual(expect.arrayContaining(names));
    }
  });

  it("has all alarms of production with one, and its notices on its dashboards", async () => {
    const alarmed = await packageWith("dev", ["collector=on", "alarmEmail=alarms@host.example"]);
    const [alarms, all] = [alarmed, await loadFull()].map((template) => listOf("CloudWatch::Alarm", template));
    expect(alarms?.length).toBeGreaterThan(10);
    expect(alarms).toEqual(all);
    const widgets = DASHBOARDS.flatMap((id) => readDashboard(alarmed.Resources[id]).widgets);
    expect(widgets.filter(({ type }) => type === "alarm")).toHaveLength(2);
  });
});

describe("production with a domain and CORS", () => {
  let own: Template;

  beforeAll(async () => {
    const params = ["domain=performance.host.example", `certificateArn=${CERTIFICATE}`, "throttlingRate=500"];
    own = await packageWith("prod", params, (yaml) => yaml.replace("cors: false", CORS));
  });

  it("throttles each route separately, after both exist, with the numbers of the command line", () => {
    const throttle = { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 200 };
    expect(propertiesOf("HttpApiStage", own)).toMatchObject({
      DefaultRouteSettings: { DetailedMetricsEnabled: false, ...throttle },
      RouteSettings: { "GET /token": throttle, "POST /charts": throttle },
    });
    const routes = ["HttpApiRouteGetToken", "HttpApiRoutePostCharts"];
    expect(own.Resources.HttpApiStage?.DependsOn).toEqual(["HttpApiLogGroup", ...routes]);
  });

  it("answers only at a custom domain, over TLS 1.2, if one is set", () => {
    expect(propertiesOf("ApiDomain", own)).toMatchObject({
      DomainName: "performance.host.example",
      DomainNameConfigurations: [{ CertificateArn: CERTIFICATE, EndpointType: "REGIONAL", SecurityPolicy: "TLS_1_2" }],
    });
    const refs = { ApiId: { Ref: "HttpApi" }, DomainName: { Ref: "ApiDomain" }, Stage: { Ref: "HttpApiStage" } };
    expect(propertiesOf("ApiDomainMapping", own)).toMatchObject(refs);
    expect(propertiesOf("HttpApi", own)?.DisableExecuteApiEndpoint).toBe(true);
    expect(own.Outputs.DomainTarget).toMatchObject({ Value: { "Fn::GetAtt": ["ApiDomain", "RegionalDomainName"] } });
  });

  it("allows browsers from the origins in the parameter cors", () => {
    expect(propertiesOf("HttpApi", own)?.CorsConfiguration).toMatchObject({
      AllowOrigins: ["https://host.example"],
      AllowHeaders: ["authorization", "content-type"],
      AllowMethods: expect.arrayContaining(["GET", "POST"]),
    });
  });

  it("logs access as JSON for 30 days, with the request id of the function, and without fields that can contain a credential", () => {
    const settings: Record<string, unknown> = Object(propertiesOf("HttpApiStage", own)?.AccessLogSettings);
    expect(settings.DestinationArn).toEqual({ "Fn::GetAtt": ["HttpApiLogGroup", "Arn"] });
    const request = ["requestId", "integration.requestId", "requestTime", "identity.sourceIp", "routeKey", "status"];
    const answer = ["responseLatency", "integrationLatency", "integrationErrorMessage", "responseLength"];
    expect(Object.values(JSON.parse(String(settings.Format)))).toEqual(
      [...request, ...answer].map((name) => `$context.${name}`),
    );
    expect(propertiesOf("HttpApiLogGroup", own)).toMatchObject({ RetentionInDays: 30 });
  });
});
