import { type Command, Option } from "commander";

/** Which tables are meant: CHARTS_TABLE and TOKENS_TABLE, where they are set, go before the stage. */
export interface Target {
  readonly stage: string;
  /** Goes before AWS_REGION and what the profile says. */
  readonly region?: string;
}

/** Adds the options that say which tables are meant. */
export function addTargetOptions(command: Command): void {
  command.option("--region <region>", "the AWS region of the tables (default: AWS_REGION, or that of the profile)");
  command.addOption(
    new Option(
      "--stage <stage>",
      "the stage whose tables are meant, unless CHARTS_TABLE or TOKENS_TABLE name them",
    ).default("dev"),
  );
}
