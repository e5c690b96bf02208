import { type Command, Option } from "commander";

/** The tables to use. CHARTS_TABLE and TOKENS_TABLE, if set, take precedence over the stage. */
export interface Target {
  readonly stage: string;
  /** Takes precedence over AWS_REGION and the profile's region. */
  readonly region?: string;
}

export function addTargetOptions(command: Command): void {
  command.option("--region <region>", "AWS region of the tables (default: AWS_REGION, or the profile's region)");
  command.addOption(
    new Option("--stage <stage>", "stage of the tables; CHARTS_TABLE and TOKENS_TABLE take precedence").default("dev"),
  );
}
