import type { CloudFormationClient, Parameter } from "@aws-sdk/client-cloudformation";
import type { Resources } from "../local/tables.ts";

/** What our plugins use of the Serverless Framework. */
export interface Serverless {
  readonly processedInput: { readonly commands: readonly string[] };
  readonly service: {
    readonly custom: {
      readonly chartsTable: string;
      /** Where the embedded DynamoDB keeps its data. */
      dynamodbFolder: string;
      /** Where alarms go; empty if nowhere. */
      readonly alarmTarget: string;
      readonly "serverless-offline": { httpPort: number | string };
    };
    readonly provider: {
      readonly region: string;
      /** The functions' variables: texts, but for references to parts of the stack. */
      readonly environment: Record<string, unknown>;
      /** What CloudFormation gets for the template's parameters. */
      stackParameters?: readonly Parameter[];
    };
    /** What a function gets besides, and in the place of, the variables of all functions. */
    readonly functions: { readonly token: { readonly environment: Record<string, unknown> } };
    readonly resources: { readonly Resources: Resources };
  };
  getProvider(name: "aws"): AwsProvider;
}

/** The account, and what is deployed there. */
export interface AwsProvider {
  readonly naming: { getStackName(): string };
  getStage(): string;
  getCloudFormationClient(): Promise<CloudFormationClient>;
}

/** The command-line options that our plugins look at or set. */
export interface Options {
  readonly httpPort?: string;
  /** Which deployment to go back to. */
  readonly timestamp?: string;
  /** Whether to deploy although nothing seems to have changed. */
  force?: boolean;
}

/** Ends the command with one line, without the framework's report on its own environment. */
export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
