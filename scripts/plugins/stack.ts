import { DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import type { AwsProvider } from "./serverless.ts";

/**
 * The names of the parameters that the stack has values for; none if there is no stack, or none yet but that of
 * the deployment bucket.
 */
export async function loadStackParameters(provider: AwsProvider): Promise<readonly string[]> {
  const client = await provider.getCloudFormationClient();
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: provider.naming.getStackName() }));
    return Stacks.flatMap(({ Parameters = [] }) => Parameters.map(({ ParameterKey = "" }) => ParameterKey));
  } catch (error) {
    // CloudFormation has no error of its own for this.
    if (error instanceof Error && error.name === "ValidationError" && /does not exist/.test(error.message)) return [];
    throw error;
  }
}
