import { beforeAll, describe, expect, it } from "vitest";
import { MEMORY_GB } from "../../bench/prices.ts";
import { PATIENCE } from "../support/checkout.ts";
import { findSchemaViolations } from "../support/cloudformation.ts";
import { FULL_SETTINGS, loadFull, type Template } from "../support/package.ts";

let prod: Template;

beforeAll(async () => {
  prod = await loadFull();
}, PATIENCE);

const propertiesOf = (id: string) => prod.Resources[id]?.Properties;
const listTypes = () => Object.values(prod.Resources).map(({ Type }) => Type);
const arnOf = (id: string) => ({ "Fn::GetAtt": [id, "Arn"] });

it("agrees with CloudFormation's resource schemas", () => {
  expect(findSchemaViolations(prod)).toEqual([]);
});

describe.each([
  ["Token", "PutItem", arnOf("TokensTable"), ["EXPIRES_IN", "MAX_EXPIRES_IN"]],
  ["Charts", "GetItem", [arnOf("TokensTable"), arnOf("ChartsTable")], ["CHARTS_TABLE"]],
])("the function %s", (name, action, tables, variables) => {
  const getFunction = () => propertiesOf(`${name}LambdaFunction`);

  it("has its own role, which allows only its actions", () => {
    expect(getFunction()?.Role).toEqual(arnOf(`${name}Role`));
    expect(propertiesOf(`${name}Role`)).toEqual({
      PermissionsBoundary: FULL_SETTINGS.permissionsBoundary,
      AssumeRolePolicyDocument: {
        Version: "2012-10-17",
        Statement: [{ Effect: "Allow", Principal: { Service: "lambda.amazonaws.com" }, Action: "sts:AssumeRole" }],
      },
      Policies: [
        {
          PolicyName: name.toLowerCase(),
          PolicyDocument: {
            Version: "2012-10-17",
            Statement: [
              { Effect: "Allow", Action: `dynamodb:${action}`, Resource: tables },
              {
                Effect: "Allow",
                Action: ["logs:CreateLogStream", "logs:PutLogEvents"],
                Resource: arnOf(`${name}LogGroup`),
              },
            ],
          },
        },
      ],
    });
  });

  it("runs on Node 24 and arm64, logs JSON, and times out before the gateway does", () => {
    expect(getFunction()).toMatchObject({
      Runtime: "nodejs24.x",
      Architectures: ["arm64"],
      Timeout: 10,
      LoggingConfig: { LogFormat: "JSON", ApplicationLogLevel: "INFO", SystemLogLevel: "WARN" },
    });
    expect(getFunction()).not.toHaveProperty("TracingConfig");
    expect(propertiesOf(`HttpApiIntegration${name}`)).toMatchObject({ TimeoutInMillis: 30_000 });
  });

  it("has the memory that `npm run cost` assumes", () => {
    expect(getFunction()?.MemorySize).toBe(MEMORY_GB * 1_024);
  });

  it("has only the variables that it reads", () => {
    const { Variables }: { Variables: object } = Object(getFunction()?.Environment);
    const shared = ["PERFORMANCE_SECRET_KEY", "PERFORMANCE_PUBLIC_KEY", "TOKENS_TABLE"];
    expect(Object.keys(Variables).sort()).toEqual([...shared, ...variables].sort());
  });

  it("keeps its log for logRetention days", () => {
    expect(propertiesOf(`${name}LogGroup`)).toMatchObject({ RetentionInDays: 365 });
  });

  it("has the reserved concurrency of the parameter", () => {
    expect(getFunction()).toHaveProperty("ReservedConcurrentExecutions", 20);
  });
});

describe.each(["TokensTable", "ChartsTable"])("the table %s", (id) => {
  it("is protected and outlives the stack in production, unless the deployment that creates it fails", () => {
    expect(prod.Resources[id]).toMatchObject({
      DeletionPolicy: "RetainExceptOnCreate",
      UpdateReplacePolicy: "Retain",
      Properties: { DeletionProtectionEnabled: true, BillingMode: "PAY_PER_REQUEST" },
    });
  });

  it("uses DynamoDB's default encryption", () => {
    expect(propertiesOf(id)).not.toHaveProperty("SSESpecification");
  });
});

it("can restore charts in production, but not token records, some of which were revoked", () => {
  const specification = "PointInTimeRecoverySpecification";
  expect(propertiesOf("ChartsTable")).toHaveProperty(specification, { PointInTimeRecoveryEnabled: true });
  expect(propertiesOf("TokensTable")).not.toHaveProperty(specification);
});

it("lets DynamoDB delete the records of expired tokens", () => {
  expect(propertiesOf("TokensTable")).toMatchObject({
    TimeToLiveSpecification: { AttributeName: "expiresAt", Enabled: true },
  });
});

it("passes the lifetimes of the environment to the function token, or the stage's", () => {
  const { Variables }: { Variables: object } = Object(propertiesOf("TokenLambdaFunction")?.Environment);
  expect(Variables).toMatchObject({ EXPIRES_IN: "10h", MAX_EXPIRES_IN: "30d" });
});

it("keeps no versions of the functions, and blocks public access to the deployment bucket", () => {
  expect(listTypes()).not.toContain("AWS::Lambda::Version");
  expect(propertiesOf("ServerlessDeploymentBucket")?.PublicAccessBlockConfiguration).toEqual({
    BlockPublicAcls: true,
    BlockPublicPolicy: true,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  });
});

it("outputs the URL of the API and the names of the tables", () => {
  expect(prod.Outputs).toMatchObject({
    HttpApiUrl: { Value: expect.anything() },
    TokensTableName: { Value: { Ref: "TokensTable" } },
    ChartsTableName: { Value: { Ref: "ChartsTable" } },
  });
});

it("tags resources with the service and the stage", () => {
  expect(propertiesOf("HttpApi")?.Tags).toEqual({ service: "performance-data", stage: "prod" });
});
