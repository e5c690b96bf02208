import type { Command } from "commander";
import { createKeyFileOption, KEY_HELP, parseUrl } from "../../../operate/shell/service.ts";

/** What the help of a command says of where charts come from. */
export const WAY_HELP = `The command reads charts from the table of --stage. Given --url, it asks that service for them.
${KEY_HELP}`;

export function addUrlOptions(command: Command): void {
  command.option("--url <url>", "base URL of a service to ask (default: charts are read from the table)", parseUrl);
  command.addOption(createKeyFileOption());
}
