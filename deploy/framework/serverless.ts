import type { CloudFormationClient, Parameter } from "@aws-sdk/client-cloudformation";
import type { CreateTableCommandInput, UpdateTimeToLiveCommandInput } from "@aws-sdk/client-dynamodb";
import type { LambdaClientConfig } from "@aws-sdk/client-lambda";
import type { JsonObject } from "../../lib/json.ts";

/** CloudFormation resources by logical id, as serverless.yml declares them. */
export type Resources = Readonly<Record<string, { readonly Type: string; readonly Properties: TableProperties }>>;

/** The properties of an AWS::DynamoDB::Table that a local table needs. */
export type TableProperties = Pick<CreateTableCommandInput, "AttributeDefinitions" | "BillingMode" | "KeySchema"> &
  Pick<UpdateTimeToLiveCommandInput, "TimeToLiveSpecification"> & { readonly TableName: string };

/** The parameters of a stage that packaging checks, as they are in `custom.settings`. */
export type Settings = Readonly<Record<string, unknown>>;

/** The parts of the Serverless Framework that the plugins use. */
export interface Serverless {
  readonly processedInput: { readonly commands: readonly string[] };
  /** The file serverless.yml. */
  readonly configurationInput: {
    /** The parameters of all stages, by stage: null of one without any. */
    readonly params: Readonly<Record<string, object | null>>;
  };
  readonly service: {
    readonly service: string;
    readonly custom: {
      readonly chartsTable: string;
      /** The folder of the embedded DynamoDB. */
      dynamodbFolder: string;
      /** The stage's EXPIRES_IN and MAX_EXPIRES_IN. */
      readonly lifetimes: Readonly<Record<string, unknown>>;
      readonly settings: Settings;
      readonly esbuild: { outputWorkFolder?: string };
      readonly "serverless-offline": { httpPort: number | string };
    };
    readonly provider: {
      readonly region: string;
      readonly httpApi: { readonly cors: unknown };
      /** The variables of all functions: strings, or references to resources of the stack. */
      readonly environment: Record<string, unknown>;
      /** The values of the template's parameters. */
      stackParameters?: readonly Parameter[];
      /** The packaged template, once there is one. */
      compiledCloudFormationTemplate?: JsonObject;
    };
    readonly functions: Functions;
    resources: { readonly Resources: Resources };
  };
  getProvider(name: "aws"): AwsProvider;
}

interface Functions {
  readonly token: ServerlessFunction & { readonly name: string };
  /** Present if the collector is on. */
  readonly listen?: ServerlessFunction & { handler: string };
  readonly update?: ServerlessFunction & { events: readonly object[] };
  readonly episodes?: ServerlessFunction;
}

interface ServerlessFunction {
  /** The variables of this function, which take precedence over those of all functions. */
  readonly environment: Record<string, unknown>;
  /** Such as `{ httpApi: "GET /token" }`. */
  readonly events?: readonly object[];
}

/** Access to the AWS account and the stack in it. */
export interface AwsProvider {
  readonly naming: { getStackName(): string; getCompiledTemplateS3Suffix(): string };
  getStage(): string;
  getRegion(): string;
  /** The folder of all deployments in the bucket. */
  getDeploymentPrefix(): string;
  getServerlessDeploymentBucketName(): Promise<string>;
  getCloudFormationClient(): Promise<CloudFormationClient>;
  /** The region, the credentials and the like of any client. */
  getAwsSdkV3Config(): Promise<LambdaClientConfig>;
}

/** The command-line options that the plugins read or set. */
export interface PluginOptions {
  readonly httpPort?: string;
  /** The deployment to roll back to. */
  readonly timestamp?: string;
  /** Parameters of the command line: `name=value`. */
  readonly param?: readonly string[];
  /** Whether to deploy even if no file has changed. */
  force?: boolean;
}
