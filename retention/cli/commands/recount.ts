import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { PARTITIONS, resetCheckpoint } from "../../../lib/collector/checkpoint.ts";
import { formatInstant } from "../../../lib/collector/window.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import { addTargetOptions, type Connection, type Target, withConnection } from "../../../operate/shell/connection.ts";
import { HINTS } from "../hints.ts";
import { CHARTS } from "../names.ts";

interface Options extends Target {
  readonly pause?: boolean;
}

/** How long a run of the update can last: Lambda's limit, in milliseconds. */
const MAX_RUN_MS = 15 * 60_000;

const HELP = `
The next update reads all listens again that are still in the table, which keeps them for ten days. It counts nothing twice,
so you can run the command at any time.

Run it after you have restored charts from a backup or an export, or mended a malformed item. Pause counting first: an update
between mending and recount would lose the listens before it.

  1. recount --pause     updates that begin now count nothing
  2. wait                until the time that it prints: until then, an earlier update can write
  3. restore or mend
  4. recount             counts what is missing, and ends the pause

Examples:
  $ ${CHARTS} recount --pause --stage prod --region us-east-1
  $ ${CHARTS} recount --stage prod --region us-east-1
`;

export function addRecountCommand(program: Command): void {
  const command = program
    .command("recount")
    .description("let the collector count again what charts have lost, or pause its counting")
    .option("--pause", "stop counting until you run recount without this option")
    .addHelpText("after", HELP)
    .action(recount);
  addTargetOptions(command);
}

async function recount({ pause = false, ...target }: Options): Promise<void> {
  await withConnection(target, async (connection) => {
    const mark = randomUUID();
    for (const partition of PARTITIONS)
      await resetCheckpoint(connection.listens, partition, mark, pause).catch((error) => {
        throw explainMissingTable(error, connection);
      });
    console.log(pause ? describePause(connection, target) : describeRecount(connection));
  });
}

function describePause({ listens, place }: Connection, target: Target): string {
  const free = formatInstant((Date.now() + MAX_RUN_MS) / 1_000);
  return [
    `Counting is paused: ${listens.name} in ${place}.`,
    `From ${free} on, no earlier update can write to a chart. Restore or mend only then.`,
    `After that: ${HINTS.recount(target)}`,
    "Listens are deleted after ten days, counted or not.",
  ].join("\n");
}

function describeRecount({ listens, place }: Connection): string {
  return `The next update reads all listens that are still in ${listens.name} in ${place}. Charts get what they lack.`;
}

function explainMissingTable(error: Error, { listens, place }: Connection): Error {
  if (error.name !== "ResourceNotFoundException") return error;
  const advice = "Turn the collector on, or check --stage and --region, and LISTENS_TABLE if it is set.";
  return new CommandError(`The table ${listens.name} is missing in ${place}. ${advice}`);
}
