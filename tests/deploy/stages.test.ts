import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { describeWith } from "../support/describe-with.ts";
import { FULL_SETTINGS, KEYS, loadFull, packageService, readDashboard, type Template } from "../support/package.ts";
import { findSchemaViolations } from "./cloudformation.ts";

const { certificateArn, domain } = FULL_SETTINGS;
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

/** Production without settings. */
let prod: Template;

beforeAll(async () => {
  prod = await packageWith("prod");
});

/** What only a deployment knows, such as `{ Ref: … }`, is an object. */
const isLiteral = (condition: unknown): boolean => {
  const [[name, operands] = ["", undefined]] = Object.entries(Object(condition));
  if (name === "Condition" || !Array.isArray(operands)) return false;
  return operands.every((operand) => typeof operand !== "object" || isLiteral(operand));
};

/** Lists the conditions of a template that its settings decide, and what depends on a condition that it does not have. */
function findDecided({ Conditions = {}, ...template }: Template): string[] {
  const json = JSON.stringify(template);
  const asked = Array.from(json.matchAll(/"(?:Condition":|Fn::If":\[)"(\w+)"/g), ([, name]) => String(name));
  return [
    ...Object.keys(Conditions).filter((name) => isLiteral(Conditions[name])),
    ...asked.filter((name) => !(name in Conditions)),
  ];
}

const OWN_CONDITION = `
  - Conditions:
      IsInEurope: !Equals [!Select [0, !Split ["-", !Ref AWS::Region]], eu]
      IsSet: !Not [!Equals ["\${param:domain}", ""]]
    Outputs:
      Continent: { Value: !If [IsInEurope, Europe, another], Condition: IsSet }
`;

describe("a template has no condition that its settings decide", () => {
  it("without settings, and with all", async () => {
    expect(findDecided(prod)).toEqual([]);
    expect(findDecided(await loadFull())).toEqual([]);
  });

  it("beside one of an operator's own, which a deployment decides", async () => {
    const params = [`domain=${domain}`, `certificateArn=${certificateArn}`];
    const own = await packageWith("prod", params, (yaml) => yaml.trimEnd() + OWN_CONDITION);
    expect(Object.keys(own.Conditions ?? {})).toEqual(["IsInEurope"]);
    expect(own.Outputs.Continent).toEqual({ Value: { "Fn::If": ["IsInEurope", "Europe", "another"] } });
    expect(findDecided(own)).toEqual([]);
  });
});

describeWith("cfn-lint", "cfn-lint", () => {
  /** Its warnings are about what the framework makes. */
  const lint = async (template: Template) => {
    const process = promisify(execFile)("cfn-lint", ["--non-zero-exit-code", "error", "--ignore-checks", "W", "-"]);
    process.child.stdin?.end(JSON.stringify(template));
    return process.then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }) => stdout + stderr,
    );
  };

  it("finds no error in a stage without settings, nor in one with all", async () => {
    expect(await lint(prod)).toBe("");
    expect(await lint(await loadFull())).toBe("");
  });

  it("would find one", async () => {
    const full = await loadFull();
    const broken = {
      ...full,
      Resources: { ...full.Resources, Dashboard: { Type: "AWS::CloudWatch::Dashbord", Properties: {} } },
    };
    expect(await lint(broken)).toContain("E3006");
  });
});

describe("production without settings", () => {
  it("has nothing of the collector", () => {
    // What is counted of other routes names the routes that it leaves out.
    const { ThrottledRequests: _, ...others } = prod.Resources;
    expect(JSON.stringify(others)).not.toMatch(/episodeperformance|listens|ListenLambda|UpdateLambda|episodes/i);
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
    expect(propertiesOf("HttpApi", prod)).toHaveProperty("DisableExecuteApiEndpoint", false);
    expect(prod.Outputs.HttpApiUrl).toHaveProperty("Value");
    expect(prod.Outputs.ServiceUrl).toHaveProperty("Value.Fn::Sub", expect.stringContaining(".execute-api."));
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
    expectDashboardLinks(alarmed);
  });

  /** Expects of each alarm, of a stage without an address of the runbooks, that its text says a step and links its section. */
  function expectDashboardLinks(alarmed: Template): void {
    const texts = new Map(
      DASHBOARDS.map((id) => {
        const name = String(Object(propertiesOf(id, alarmed)?.DashboardName)["Fn::Sub"]);
        const text = readDashboard(alarmed.Resources[id]).widgets.find(({ type }) => type === "text");
        return [name.replace(/\$\{AWS::Region\}/, "us-east-1"), JSON.stringify(text)];
      }),
    );
    for (const id of listOf("CloudWatch::Alarm", alarmed)) {
      const { AlarmName, AlarmDescription } = Object(propertiesOf(id, alarmed));
      const [, words, address = ""] = /^(.*) (https:\S+)$/.exec(AlarmDescription) ?? [];
      expect(words).toMatch(/\. (First|In the morning,) .*\.$/);
      const [page, dashboard = ""] = address.split("#dashboards/dashboard/");
      expect(page).toBe("https://us-east-1.console.aws.amazon.com/cloudwatch/home?region=us-east-1");
      const heading = new RegExp(`### [^#]*\`${AlarmName.replace("performance-data-dev-", "")}\``);
      expect(texts.get(dashboard), AlarmName).toMatch(heading);
    }
  }
});

describe("production with a domain and CORS", () => {
  let own: Template;

  beforeAll(async () => {
    const params = [`domain=${domain}`, `certificateArn=${certificateArn}`, "throttlingRate=500"];
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

  it("answers at its domain, over TLS 1.2, and still at the address that tags in caches have", () => {
    expect(propertiesOf("ApiDomain", own)).toMatchObject({
      DomainName: domain,
      DomainNameConfigurations: [
        { CertificateArn: certificateArn, EndpointType: "REGIONAL", SecurityPolicy: "TLS_1_2" },
      ],
    });
    const refs = { ApiId: { Ref: "HttpApi" }, DomainName: { Ref: "ApiDomain" }, Stage: { Ref: "HttpApiStage" } };
    expect(propertiesOf("ApiDomainMapping", own)).toMatchObject(refs);
    expect(propertiesOf("HttpApi", own)?.DisableExecuteApiEndpoint).toBe(false);
    expect(own.Outputs.HttpApiUrl).toHaveProperty("Value");
    expect(own.Outputs.ServiceUrl).toHaveProperty("Value", `https://${domain}`);
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
