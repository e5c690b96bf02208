import { DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import type { AwsProvider } from "./serverless.ts";

/**
 * Loads the names of the stack's parameters. Returns an empty list if the stack does not exist, or contains only the
 * deployment bucket so far.
 */
export async function loadStackParameters(provider: AwsProvider): Promise<readonly string[]> {
  const client = await provider.getCloudFormationClient();
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: provider.naming.getStackName() }));
    return Stacks.flatMap(({ Parameters = [] }) => Parameters.map(({ ParameterKey = "" }) => ParameterKey));
  } catch (error) {
    // CloudFormation has no specific error for a missing stack.
    if (error instanceof Error && error.name === "ValidationError" && /does not exist/.test(error.message)) return [];
    throw error;
  }
}
