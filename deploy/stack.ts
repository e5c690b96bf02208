import {
  DescribeStacksCommand,
  GetTemplateCommand,
  GetTemplateSummaryCommand,
  type Stack,
} from "@aws-sdk/client-cloudformation";
import { GetFunctionConfigurationCommand, LambdaClient, ResourceNotFoundException } from "@aws-sdk/client-lambda";
import type { JsonObject } from "../lib/json.ts";
import type { AwsProvider, Serverless } from "./framework/serverless.ts";

/**
 * Loads a description of the service's stack. Without one, returns undefined. A stack that contains only the deployment
 * bucket so far has no parameters.
 */
export async function loadStack(provider: AwsProvider): Promise<Stack | undefined> {
  const client = await provider.getCloudFormationClient();
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: provider.naming.getStackName() }));
    return Stacks?.[0];
  } catch (error) {
    // CloudFormation has no specific error for a missing stack.
    if (error instanceof Error && error.name === "ValidationError" && /does not exist/.test(error.message))
      return undefined;
    throw error;
  }
}

/**
 * Loads the logical ids of the resources in the template of an earlier deployment: of those that CloudFormation can import,
 * such as tables.
 *
 * @param timestamp the deployment's time, in milliseconds since the epoch or as `serverless rollback` lists it
 */
export async function loadDeployedIds(serverless: Serverless, timestamp: string): Promise<string[]> {
  const provider = serverless.getProvider("aws");
  const time = new Date(/^\d+$/.test(timestamp) ? Number(timestamp) : timestamp);
  const host = `${await provider.getServerlessDeploymentBucketName()}.s3.${provider.getRegion()}.amazonaws.com`;
  const path = [
    provider.getDeploymentPrefix(),
    serverless.service.service,
    provider.getStage(),
    `${time.getTime()}-${time.toISOString()}`,
    provider.naming.getCompiledTemplateS3Suffix(),
  ];
  const client = await provider.getCloudFormationClient();
  const command = new GetTemplateSummaryCommand({ TemplateURL: `https://${host}/${path.join("/")}` });
  const { ResourceIdentifierSummaries = [] } = await client.send(command);
  return ResourceIdentifierSummaries.flatMap(({ LogicalResourceIds = [] }) => LogicalResourceIds);
}

/** Loads the template that the stack has. */
export async function loadTemplate(provider: AwsProvider): Promise<JsonObject> {
  const client = await provider.getCloudFormationClient();
  const { TemplateBody = "{}" } = await client.send(
    new GetTemplateCommand({ StackName: provider.naming.getStackName() }),
  );
  return JSON.parse(TemplateBody);
}

/** Loads the variables of a deployed function; none if it is not there. */
export async function loadDeployedVariables(
  provider: AwsProvider,
  name: string,
): Promise<Readonly<Record<string, string>>> {
  const client = new LambdaClient(await provider.getAwsSdkV3Config());
  try {
    const { Environment } = await client.send(new GetFunctionConfigurationCommand({ FunctionName: name }));
    return Environment?.Variables ?? {};
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return {};
    throw error;
  }
}
