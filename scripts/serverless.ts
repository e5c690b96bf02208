import type { Resources } from "./tables.ts";

/** What our plugins use of the Serverless Framework. */
export interface Serverless {
  readonly processedInput: { readonly commands: readonly string[] };
  readonly service: {
    readonly custom: {
      readonly chartsTable: string;
      /** Where the embedded DynamoDB keeps its data. */
      readonly dynamodbFolder: string;
      readonly "serverless-offline": { readonly httpPort: number | string };
    };
    readonly provider: {
      readonly stage: string;
      readonly region: string;
      readonly environment: Record<string, string>;
    };
    readonly resources: { readonly Resources: Resources };
  };
}

/** The command-line options that our plugins look at. */
export interface Options {
  readonly httpPort?: string;
}

/** Ends the command with one line, without the framework's report on its own environment. */
export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
