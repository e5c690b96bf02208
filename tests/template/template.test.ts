import { beforeAll, describe, expect, it } from "vitest";
import { MEMORY_GB } from "../../bench/prices.ts";
import { PATIENCE } from "../support/checkout.ts";
import { findSchemaViolations } from "../support/cloudformation.ts";
import { KEYS, packageService, type Template } from "../support/package.ts";

const SETTINGS = {
  alarmTopic: "arn:aws:sns:us-east-1:123456789012:alarms",
  reservedConcurrency: "20",
};

let dev: Template;
let prod: Template;

beforeAll(async () => {
  dev = await packageService([], KEYS);
  const params = Object.entries(SETTINGS).flatMap(([name, value]) => ["--param", `${name}=${value}`]);
  prod = await packageService(["--stage", "prod", ...params], KEYS);
}, PATIENCE);

const propertiesOf = (id: string, { Resources } = prod) => Resources[id]?.Properties;
const resourcesOf = (type: string, { Resources } = prod) =>
  Object.values(Resources).filter(({ Type }) => Type === type);
const arnOf = (id: string) => ({ "Fn::GetAtt": [id, "Arn"] });

it("agrees with CloudFormation's resource schemas", async () => {
  expect(await findSchemaViolations(dev)).toEqual([]);
  expect(await findSchemaViolations(prod)).toEqual([]);
});

describe.each([
  ["Token", "PutItem", arnOf("TokensTable")],
  ["Charts", "GetItem", [arnOf("TokensTable"), arnOf("ChartsTable")]],
])("the function %s", (name, action, tables) => {
  const getFunction = () => propertiesOf(`${name}LambdaFunction`);

  it("has a role of its own that may do what it does and nothing else", () => {
    expect(getFunction()?.Role).toEqual(arnOf(`${name}Role`));
    expect(propertiesOf(`${name}Role`)).toEqual({
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
              { Effect: "Allow", Action: ["xray:PutTraceSegments", "xray:PutTelemetryRecords"], Resource: "*" },
            ],
          },
        },
      ],
    });
  });

  it("runs on Node 24 and arm64, traced, logs JSON, and ends before the gateway does", () => {
    expect(getFunction()).toMatchObject({
      Runtime: "nodejs24.x",
      Architectures: ["arm64"],
      Timeout: 10,
      TracingConfig: { Mode: "Active" },
      LoggingConfig: { LogFormat: "JSON", ApplicationLogLevel: "INFO", SystemLogLevel: "WARN" },
    });
    expect(propertiesOf(`HttpApiIntegration${name}`)).toMatchObject({ TimeoutInMillis: 30_000 });
  });

  it("has the memory that `npm run cost` reckons with", () => {
    expect(getFunction()?.MemorySize).toBe(MEMORY_GB * 1_024);
  });

  it("is told where DynamoDB is, in whatever partition of AWS", () => {
    const AWS_ENDPOINT_URL_DYNAMODB = { "Fn::Sub": `https://dynamodb.\${AWS::Region}.\${AWS::URLSuffix}` };
    expect(getFunction()?.Environment).toMatchObject({ Variables: { AWS_ENDPOINT_URL_DYNAMODB } });
  });

  it("keeps its log for the time set", () => {
    expect(propertiesOf(`${name}LogGroup`)).toMatchObject({ RetentionInDays: 365 });
    expect(propertiesOf(`${name}LogGroup`, dev)).toMatchObject({ RetentionInDays: 7 });
  });

  it("has concurrency set aside on request only", () => {
    expect(getFunction()).toHaveProperty("ReservedConcurrentExecutions", 20);
    expect(propertiesOf(`${name}LambdaFunction`, dev)).not.toHaveProperty("ReservedConcurrentExecutions");
  });
});

describe.each(["TokensTable", "ChartsTable"])("the table %s", (id) => {
  it("is kept, protected, recoverable and encrypted in production", () => {
    expect(prod.Resources[id]).toMatchObject({
      DeletionPolicy: "Retain",
      UpdateReplacePolicy: "Retain",
      Properties: {
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        SSESpecification: { SSEEnabled: true, SSEType: "KMS" },
        BillingMode: "PAY_PER_REQUEST",
      },
    });
  });

  it("goes with the stack in development", () => {
    expect(dev.Resources[id]).toMatchObject({
      DeletionPolicy: "Delete",
      UpdateReplacePolicy: "Delete",
      Properties: { DeletionProtectionEnabled: false },
    });
  });
});

it("lets DynamoDB delete the records of expired tokens", () => {
  expect(propertiesOf("TokensTable")).toMatchObject({
    TimeToLiveSpecification: { AttributeName: "expiresAt", Enabled: true },
  });
});

it("keeps no versions of the functions, and no more than that of the deployments open to the public", () => {
  expect(resourcesOf("AWS::Lambda::Version")).toEqual([]);
  expect(propertiesOf("ServerlessDeploymentBucket")?.PublicAccessBlockConfiguration).toEqual({
    BlockPublicAcls: true,
    BlockPublicPolicy: true,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  });
});

it("tells the URL of the API and the names of the tables", () => {
  expect(prod.Outputs).toMatchObject({
    HttpApiUrl: { Value: expect.anything() },
    TokensTableName: { Value: { Ref: "TokensTable" } },
    ChartsTableName: { Value: { Ref: "ChartsTable" } },
  });
});

it("tags what can be tagged with the service and the stage", () => {
  expect(propertiesOf("HttpApi")?.Tags).toEqual({ service: "performance-data", stage: "prod" });
});
