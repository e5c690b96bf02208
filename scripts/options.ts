import { type Command, Option } from "commander";

/** Adds the option that says which tables are meant. */
export function addStageOption(command: Command): void {
  command.addOption(
    new Option(
      "--stage <stage>",
      "the stage whose tables are meant, unless CHARTS_TABLE or TOKENS_TABLE name them",
    ).default("dev"),
  );
}
