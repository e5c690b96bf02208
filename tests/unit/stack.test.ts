import { text } from "node:stream/consumers";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { afterEach, expect, it } from "vitest";
import { loadDeployedIds, loadStack } from "../../deploy/stack.ts";
import type { AwsProvider, Serverless } from "../../local/serverless.ts";
import { type Server, startServer } from "../support/server.ts";

let cloudFormation: Server;
let asked: URLSearchParams[];

/** Access to an account whose CloudFormation answers each request with a text. */
async function startAccount(status: number, answer: string): Promise<AwsProvider> {
  asked = [];
  cloudFormation = await startServer(async (request, response) => {
    asked.push(new URLSearchParams(await text(request)));
    response.writeHead(status).end(answer);
  });
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const client = new CloudFormationClient({
    endpoint: cloudFormation.url,
    region: "eu-west-1",
    credentials,
    maxAttempts: 1,
  });
  return {
    naming: { getStackName: () => "performance-data-prod", getCompiledTemplateS3Suffix: () => "template.json" },
    getStage: () => "prod",
    getRegion: () => "eu-west-1",
    getDeploymentPrefix: () => "serverless",
    getServerlessDeploymentBucketName: async () => "bucket",
    getCloudFormationClient: async () => client,
  } as Partial<AwsProvider> as AwsProvider;
}
const fail = (code: string, message: string) =>
  `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;

afterEach(() => cloudFormation.stop());

it("describes the stage's stack", async () => {
  const stack = "<StackName>performance-data-prod</StackName><StackStatus>UPDATE_COMPLETE</StackStatus>";
  const result = `<DescribeStacksResult><Stacks><member>${stack}</member></Stacks></DescribeStacksResult>`;
  const provider = await startAccount(200, `<DescribeStacksResponse>${result}</DescribeStacksResponse>`);
  expect(await loadStack(provider)).toMatchObject({ StackStatus: "UPDATE_COMPLETE" });
  expect(asked[0]?.get("StackName")).toBe("performance-data-prod");
});

it("tells a stack that is not there from an account that refuses", async () => {
  const missing = await startAccount(
    400,
    fail("ValidationError", "Stack with id performance-data-prod does not exist"),
  );
  expect(await loadStack(missing)).toBeUndefined();
  cloudFormation.stop();
  const refusing = await startAccount(403, fail("AccessDenied", "not authorized: a stack that does not exist"));
  await expect(loadStack(refusing)).rejects.toThrow("not authorized");
});

it.each(["1767225600000", "2026-01-01T00:00:00.000Z"])(
  "finds the tables of the deployment of %s",
  async (timestamp) => {
    const ids = "<member>ChartsTable</member><member>TokensTable</member>";
    const summary = `<ResourceIdentifierSummaries><member><LogicalResourceIds>${ids}</LogicalResourceIds></member></ResourceIdentifierSummaries>`;
    const result = `<GetTemplateSummaryResult>${summary}</GetTemplateSummaryResult>`;
    const provider = await startAccount(200, `<GetTemplateSummaryResponse>${result}</GetTemplateSummaryResponse>`);
    const serverless = { service: { service: "performance-data" }, getProvider: () => provider };
    expect(await loadDeployedIds(serverless as unknown as Serverless, timestamp)).toEqual([
      "ChartsTable",
      "TokensTable",
    ]);
    expect(asked[0]?.get("TemplateURL")).toBe(
      "https://bucket.s3.eu-west-1.amazonaws.com/serverless/performance-data/prod/1767225600000-2026-01-01T00:00:00.000Z/template.json",
    );
  },
);
