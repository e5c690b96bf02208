import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, paginateScan } from "@aws-sdk/lib-dynamodb";
import type { Command } from "commander";
import { isAmount } from "../../lib/chart.ts";
import { CommandError } from "../cli/command.ts";
import { withConnection } from "../cli/connection.ts";
import { isOutputOpen } from "../cli/output.ts";
import { toPrintable } from "../cli/printable.ts";
import { addTargetOptions, type Target } from "../cli/target.ts";
import { formatTime } from "./draw/text.ts";

const LIST_HELP = `
A dash marks a value that the item does not have: listeners are known where sessions or listens were counted, and an
episode without a chart yet has no points. Other tools may leave out the number of points and the time of update.

Example:
  $ npm run charts -- list
`;

const DELETE_HELP = `
Example:
  $ npm run charts -- delete sample-episode
`;

export function addTableCommands(program: Command): void {
  const list = program
    .command("list")
    .description("list the charts in the table: duration, listeners, points, time of update, GUID")
    .addHelpText("after", LIST_HELP)
    .action(listCharts);
  const remove = program
    .command("delete")
    .description("delete a chart from the table")
    .argument("<guid>")
    .addHelpText("after", DELETE_HELP)
    .action(deleteChart);
  addTargetOptions(list);
  addTargetOptions(remove);
}

async function listCharts(target: Target): Promise<void> {
  await withConnection(target, async ({ client, chartsTable }) => {
    const pages = paginateScan(
      { client },
      {
        TableName: chartsTable,
        ProjectionExpression: "guid, #d, listeners, points, updatedAt",
        ExpressionAttributeNames: { "#d": "duration" },
      },
    );
    console.log(formatRow("DURATION", "LISTENERS", "POINTS", "UPDATED", "GUID"));
    for await (const { Items = [] } of pages) {
      // Each further page costs read units.
      if (!isOutputOpen()) return;
      for (const { guid, duration, listeners, points, updatedAt } of Items)
        console.log(
          formatRow(
            isAmount(duration) ? formatTime(duration) : "-",
            String(listeners ?? "-"),
            String(points ?? "-"),
            String(updatedAt ?? "-"),
            String(guid),
          ),
        );
    }
  });
}

function formatRow(duration: string, listeners: string, points: string, updated: string, guid: string): string {
  return toPrintable(
    `${duration.padStart(9)}  ${listeners.padStart(9)}  ${points.padStart(7)}  ${updated.padEnd(24)}  ${guid}`,
  );
}

async function deleteChart(guid: string, target: Target): Promise<void> {
  await withConnection(target, async ({ client, chartsTable }) => {
    const command = new DeleteCommand({
      TableName: chartsTable,
      Key: { guid },
      ConditionExpression: "attribute_exists(guid)",
    });
    await client.send(command).catch((error) => {
      throw error instanceof ConditionalCheckFailedException
        ? new CommandError(
            `The table ${chartsTable} has no chart of "${guid}". Run "npm run charts -- list" with the same --stage and --region to see its charts.`,
          )
        : error;
    });
    console.log("Deleted the chart.");
  });
}
