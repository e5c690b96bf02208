import { describe, expect, it } from "vitest";
import { FULL_SETTINGS, loadFull } from "../support/package.ts";
import { ACCOUNT, findStatements, isAllowedBy, loadPolicy, type Policy } from "../support/policies.ts";

const BOUNDARY = FULL_SETTINGS.permissionsBoundary;

const template = await loadFull();

const arnOf = (service: string, name: string, account = ACCOUNT) => `arn:aws:${service}:us-east-1:${account}:${name}`;

/** The resources of a stage, each with an action that destroys or opens it. */
const makeTargets = (stage: string, api: string): [string, string][] => [
  ["cloudformation:DeleteStack", arnOf("cloudformation", `stack/performance-data-${stage}/1`)],
  ["s3:DeleteObject", `arn:aws:s3:::performance-data-${stage}-serverlessdeploymentbucket-1/token.zip`],
  ["lambda:UpdateFunctionCode", arnOf("lambda", `function:performance-data-${stage}-token`)],
  ["lambda:DeleteFunction", arnOf("lambda", `function:performance-data-${stage}-listen`)],
  ["iam:CreateRole", `arn:aws:iam::${ACCOUNT}:role/performance-data-${stage}-TokenRole-1`],
  ["iam:PutRolePolicy", `arn:aws:iam::${ACCOUNT}:role/performance-data-${stage}-ListenRole-1`],
  ["iam:PassRole", `arn:aws:iam::${ACCOUNT}:role/performance-data-${stage}-UpdateRole-1`],
  ["dynamodb:DeleteTable", arnOf("dynamodb", `table/performance-data-${stage}-charts`)],
  ["dynamodb:UpdateTimeToLive", arnOf("dynamodb", `table/performance-data-${stage}-listens`)],
  ["apigateway:DELETE", `arn:aws:apigateway:us-east-1::/apis/${api}`],
  ["apigateway:PATCH", `arn:aws:apigateway:us-east-1::/apis/${api}/stages/$default`],
  ["apigateway:DELETE", `arn:aws:apigateway:us-east-1::/domainnames/${stage}.host.example`],
  ["logs:DeleteLogGroup", arnOf("logs", `log-group:/aws/lambda/performance-data-${stage}-token:*`)],
  ["logs:PutRetentionPolicy", arnOf("logs", `log-group:/aws/http-api/performance-data-${stage}:*`)],
  ["cloudwatch:DeleteAlarms", arnOf("cloudwatch", `alarm:performance-data-${stage}-token-faults`)],
  ["cloudwatch:DeleteDashboards", `arn:aws:cloudwatch::${ACCOUNT}:dashboard/performance-data-${stage}-us-east-1`],
  ["sns:DeleteTopic", arnOf("sns", `performance-data-${stage}-AlarmTopic-1`)],
  ["events:PutRule", arnOf("events", `rule/performance-data-${stage}-UpdateEventsRule-1`)],
  ["events:RemoveTargets", arnOf("events", `rule/performance-data-${stage}-UpdateEventsRule-1`)],
  ["budgets:ModifyBudget", `arn:aws:budgets::${ACCOUNT}:budget/performance-data-${stage}-us-east-1`],
  ["ssm:GetParameter", arnOf("ssm", `parameter/performance-data/${stage}/secret-key`)],
];

describe("the permissions boundary", async () => {
  const boundary = await loadPolicy("permissions-boundary");

  it("limits every role of the stack", () => {
    const roles = Object.values(template.Resources).filter(({ Type }) => Type === "AWS::IAM::Role");
    expect(roles).toHaveLength(5);
    for (const { Properties } of roles) expect(Properties.PermissionsBoundary).toBe(BOUNDARY);
  });

  /** Resolves `{"Fn::GetAtt": [id, "Arn"]}` to the ARN that the resource gets. */
  const resolve = (reference: unknown) => {
    const [id = ""]: string[] = Object(reference)["Fn::GetAtt"];
    const { TableName, LogGroupName }: Record<string, unknown> = Object(template.Resources[id]?.Properties);
    return TableName ? arnOf("dynamodb", `table/${TableName}`) : arnOf("logs", `log-group:${LogGroupName}:*`);
  };

  it("allows all that the roles allow", () => {
    const statements = Object.values(template.Resources).flatMap(({ Properties }) => {
      const { Policies = [] }: { readonly Policies?: readonly { readonly PolicyDocument: Policy }[] } = Properties;
      return Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    });
    const pairs = statements.flatMap(({ Action, Resource }) =>
      [Action].flat().flatMap((action) => [Resource].flat().map((one) => [action, resolve(one)] as const)),
    );
    expect(pairs.length).toBeGreaterThan(15);
    expect(pairs.filter(([action, resource]) => !isAllowedBy(boundary, action, resource))).toEqual([]);
  });

  it.each([
    ["dynamodb:GetItem", arnOf("dynamodb", "table/performance-data-staging-charts")],
    ["dynamodb:DeleteTable", arnOf("dynamodb", "table/performance-data-prod-charts")],
    ["iam:CreateUser", `arn:aws:iam::${ACCOUNT}:user/x`],
    ["s3:GetObject", "arn:aws:s3:::another-bucket/x"],
    ["sts:AssumeRole", `arn:aws:iam::${ACCOUNT}:role/admin`],
  ])("does not allow %s on %s", (action, resource) => {
    expect(isAllowedBy(boundary, action, resource)).toBe(false);
  });
});

describe("the deployer's policy", async () => {
  const policy = await loadPolicy("deployer-policy");

  it.each([
    ["prod", "a1b2c3d4e5", true],
    ["staging", "f6g7h8i9j0", false],
  ] as const)("allows what destroys or opens a resource of %s: %s", (stage, api, isAllowed) => {
    const targets = makeTargets(stage, api);
    expect(targets.filter(([action, resource]) => isAllowedBy(policy, action, resource) !== isAllowed)).toEqual([]);
  });

  it("covers every service of which the template has resources", () => {
    const prefixes: Record<string, string> = { apigatewayv2: "apigateway", budgets: "budgets" };
    const types = Object.values(template.Resources).map(({ Type }) => String(Type.split("::")[1]).toLowerCase());
    const actions = policy.Statement.flatMap(({ Action }) => Action);
    const isCovered = (service: string) => actions.some((action) => action.startsWith(`${service}:`));
    expect(types).toEqual(expect.arrayContaining(["budgets", "events"]));
    expect(types.filter((type) => !isCovered(prefixes[type] ?? type))).toEqual([]);
  });

  const role = `arn:aws:iam::${ACCOUNT}:role/performance-data-prod-TokenRole-1`;

  it.each(["CreateRole", "PutRolePolicy", "PutRolePermissionsBoundary"])(
    "allows iam:%s only in the boundary",
    (name) => {
      const conditions = findStatements(policy, `iam:${name}`, role).map(({ Condition }) => Condition);
      expect(conditions).toEqual([{ StringEquals: { "iam:PermissionsBoundary": BOUNDARY } }]);
    },
  );

  it("allows each role of the stack, and no other, so that no deployer can change its own", () => {
    const roles = Object.entries(template.Resources).filter(([, { Type }]) => Type === "AWS::IAM::Role");
    const actions = policy.Statement.flatMap(({ Action }) => Action).filter((action) => action.startsWith("iam:"));
    const listAllowed = (name: string) =>
      actions.filter((action) => isAllowedBy(policy, action, `arn:aws:iam::${ACCOUNT}:role/performance-data-${name}`));
    const onRoles = actions.filter((action) => action !== "iam:CreateServiceLinkedRole");
    for (const [id] of roles) expect(listAllowed(`prod-${id}-1A2B3C`)).toEqual(onRoles);
    for (const name of ["prod-deployer", "prod", "prod-ci-DeployerRole-1A2B3C", "prod-Role-1"])
      expect(listAllowed(name)).toEqual([]);
  });

  it.each(["DeleteRolePermissionsBoundary", "AttachRolePolicy", "CreatePolicyVersion", "CreateUser"])(
    "does not allow iam:%s",
    (name) => {
      const allowed = [role, BOUNDARY, "*"].filter((resource) => isAllowedBy(policy, `iam:${name}`, resource));
      expect(allowed).toEqual([]);
    },
  );
});

describe("the policy for everyday work", async () => {
  const policy = await loadPolicy("everyday-policy");
  const tableOf = (name: string) => arnOf("dynamodb", `table/performance-data-prod-${name}`);

  it.each([
    ["dynamodb:DeleteItem", tableOf("tokens"), true],
    ["dynamodb:Scan", tableOf("tokens"), true],
    ["dynamodb:BatchGetItem", tableOf("charts"), true],
    ["dynamodb:UpdateItem", tableOf("charts"), true],
    ["dynamodb:RestoreTableToPointInTime", tableOf("charts"), true],
    ["dynamodb:PutItem", tableOf("charts-restored"), true],
    ["dynamodb:DeleteTable", tableOf("charts-restored"), true],
    ["logs:StartQuery", arnOf("logs", "log-group:/aws/lambda/performance-data-prod-token:*"), true],
    ["cloudwatch:SetAlarmState", arnOf("cloudwatch", "alarm:performance-data-prod-token-faults"), true],
    ["cloudformation:GetTemplate", arnOf("cloudformation", "stack/performance-data-prod/1"), true],
    ["lambda:GetFunctionConfiguration", arnOf("lambda", "function:performance-data-prod-token"), false],
    ["dynamodb:DeleteTable", tableOf("charts"), false],
    ["dynamodb:PutItem", tableOf("tokens"), false],
    ["dynamodb:GetItem", tableOf("listens"), false],
    ["dynamodb:Query", tableOf("listens"), false],
    ["dynamodb:Scan", tableOf("listens"), false],
    ["logs:FilterLogEvents", arnOf("logs", "log-group:/aws/http-api/performance-data-prod:*"), false],
    ["logs:StartQuery", arnOf("logs", "log-group:/aws/http-api/performance-data-prod"), false],
    ["ssm:GetParameter", arnOf("ssm", "parameter/performance-data/prod/secret-key"), false],
    ["cloudformation:CreateChangeSet", arnOf("cloudformation", "stack/performance-data-prod/1"), false],
    ["dynamodb:Scan", arnOf("dynamodb", "table/performance-data-staging-tokens"), false],
  ])("allows %s on %s: %s", (action, resource, isAllowed) => {
    expect(isAllowedBy(policy, action, resource)).toBe(isAllowed);
  });
});

describe.each([
  ["access-log-policy", "logs:StartQuery", arnOf("logs", "log-group:/aws/http-api/performance-data-prod:*")],
  ["listener-requests-policy", "dynamodb:Query", arnOf("dynamodb", "table/performance-data-prod-listens")],
])("%s", async (name, action, resource) => {
  const policy = await loadPolicy(name);

  it("allows what it is for, and nothing that destroys or opens a resource", () => {
    expect(isAllowedBy(policy, action, resource)).toBe(true);
    const targets = makeTargets("prod", "a1b2c3d4e5");
    expect(targets.filter(([other, target]) => isAllowedBy(policy, other, target))).toEqual([]);
  });

  it("names all resources by their stage, except of what knows none", () => {
    for (const { Action, Resource } of policy.Statement)
      if (Resource === "*")
        expect(Action).toEqual(["logs:DescribeLogGroups", "logs:GetQueryResults", "logs:StopQuery"]);
      else for (const one of [Resource].flat()) expect(one).toContain("performance-data-prod");
  });
});

it.each([
  "deployer-policy",
  "permissions-boundary",
  "everyday-policy",
  "importer-policy",
  "access-log-policy",
  "listener-requests-policy",
])("%s is within the 6,144 characters of a managed policy, which do not include white space", async (name) => {
  const policy = await loadPolicy(name, "a-stage-with-a-long-name");
  expect(JSON.stringify(policy).replace(/\s/g, "").length).toBeLessThan(6_144);
});
