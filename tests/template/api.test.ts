import { beforeAll, expect, it } from "vitest";
import { PATIENCE } from "../support/checkout.ts";
import { findSchemaViolations } from "../support/cloudformation.ts";
import { KEYS, packageService, type Template } from "../support/package.ts";

const DOMAIN = "performance.host.example";
const CERTIFICATE = "arn:aws:acm:us-east-1:123456789012:certificate/1";
const CORS = "cors: { allowedOrigins: [https://host.example], allowedHeaders: [authorization, content-type] }";

let template: Template;

beforeAll(async () => {
  const params = [
    "--param",
    `domain=${DOMAIN}`,
    "--param",
    `certificateArn=${CERTIFICATE}`,
    "--param",
    "throttlingRate=500",
  ];
  const edit = (yaml: string) => yaml.replace("cors: false", CORS);
  template = await packageService(["--stage", "prod", ...params], KEYS, edit);
}, PATIENCE);

const propertiesOf = (id: string) => template.Resources[id]?.Properties;

it("agrees with CloudFormation's resource schemas with a domain", () => {
  expect(findSchemaViolations(template)).toEqual([]);
});

it("throttles each route separately, after both exist, with the numbers of the command line", () => {
  const throttle = { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 200 };
  expect(propertiesOf("HttpApiStage")).toMatchObject({
    DefaultRouteSettings: { DetailedMetricsEnabled: false, ...throttle },
    RouteSettings: { "GET /token": throttle, "POST /charts": throttle },
  });
  expect(template.Resources.HttpApiStage?.DependsOn).toEqual([
    "HttpApiLogGroup",
    "HttpApiRouteGetToken",
    "HttpApiRoutePostCharts",
  ]);
});

it("answers only at a custom domain, over TLS 1.2, if one is set", () => {
  expect(template.Resources.ApiDomain).toMatchObject({
    Properties: {
      DomainName: DOMAIN,
      DomainNameConfigurations: [{ CertificateArn: CERTIFICATE, EndpointType: "REGIONAL", SecurityPolicy: "TLS_1_2" }],
    },
  });
  expect(template.Resources.ApiDomainMapping).toMatchObject({
    Properties: { ApiId: { Ref: "HttpApi" }, DomainName: { Ref: "ApiDomain" }, Stage: { Ref: "HttpApiStage" } },
  });
  expect(propertiesOf("HttpApi")?.DisableExecuteApiEndpoint).toBe(true);
  expect(template.Outputs.DomainTarget).toMatchObject({
    Value: { "Fn::GetAtt": ["ApiDomain", "RegionalDomainName"] },
  });
});

it("allows browsers from the origins in the parameter cors", () => {
  expect(propertiesOf("HttpApi")?.CorsConfiguration).toMatchObject({
    AllowOrigins: ["https://host.example"],
    AllowHeaders: ["authorization", "content-type"],
    AllowMethods: expect.arrayContaining(["GET", "POST"]),
  });
});

it("logs access as JSON, with the function's request id, and without fields that can contain a credential", () => {
  const settings: Record<string, unknown> = Object(propertiesOf("HttpApiStage")?.AccessLogSettings);
  expect(settings.DestinationArn).toEqual({ "Fn::GetAtt": ["HttpApiLogGroup", "Arn"] });
  expect(Object.values(JSON.parse(String(settings.Format)))).toEqual([
    "$context.requestId",
    "$context.integration.requestId",
    "$context.requestTime",
    "$context.identity.sourceIp",
    "$context.routeKey",
    "$context.status",
    "$context.responseLatency",
    "$context.integrationLatency",
    "$context.integrationErrorMessage",
    "$context.responseLength",
  ]);
});

it("keeps the access log, which contains addresses, for 30 days", () => {
  expect(propertiesOf("HttpApiLogGroup")).toMatchObject({ RetentionInDays: 30 });
});
