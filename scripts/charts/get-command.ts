import { writeFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import type { Chart } from "../../lib/chart.ts";
import { CommandError } from "../cli/command.ts";
import { toPrintable, toPrintableJson } from "../cli/printable.ts";
import { parsePublicKey, parseUrl } from "../cli/service.ts";
import { DEVELOPMENT } from "../local/defaults.ts";
import { fetchChart } from "./client.ts";
import { drawSvg } from "./draw/svg.ts";
import { drawTerminal } from "./draw/terminal.ts";
import { CHART_COLUMNS } from "./import/sources/csv-columns.ts";
import { formatRecord } from "./import/sources/table.ts";

interface Options {
  readonly url?: string;
  readonly json?: true;
  readonly csv?: true;
  readonly svg?: string;
}

const HELP = `
The public key is that of PERFORMANCE_PUBLIC_KEY, or the local service's own one.

Examples:
  $ npm run charts -- get sample-episode
  $ npm run charts -- get sample-episode --svg chart.svg
  $ npm run --silent charts -- get sample-episode --url https://performance.example.com --csv > chart.csv
`;

export function addGetCommand(program: Command): void {
  program
    .command("get")
    .description("get a chart from the service over HTTP; draw it on a terminal, print its JSON elsewhere")
    .argument("<guid>")
    .option("--url <url>", "where the service is (default: http://localhost:3000, or the port in PORT)", parseUrl)
    .addOption(new Option("--json", "print the chart as JSON").conflicts("csv"))
    .option("--csv", "print the points as CSV, which import takes again")
    .option("--svg <file>", "write a drawing to a file")
    .addHelpText("after", HELP)
    .action(get);
}

async function get(guid: string, { url, json, csv, svg }: Options): Promise<void> {
  const service = {
    url: url ?? `http://localhost:${process.env.PORT || 3_000}`,
    publicKey: parsePublicKey(process.env.PERFORMANCE_PUBLIC_KEY ?? DEVELOPMENT.PERFORMANCE_PUBLIC_KEY),
  };
  const chart = await fetchChart(service, guid);
  if (svg !== undefined) await saveSvg(svg, chart);
  if (json) console.log(toPrintableJson(chart));
  else if (csv) process.stdout.write(formatCsv(chart));
  else if (svg === undefined)
    console.log(process.stdout.isTTY ? drawTerminal(chart, process.stdout) : toPrintableJson(chart));
}

async function saveSvg(file: string, chart: Chart): Promise<void> {
  await writeFile(file, drawSvg(chart)).catch((error: Error) => {
    throw new CommandError(`${file} can't be written: ${error.message}`);
  });
  console.error(`Wrote ${file}`);
}

/** The GUID is verbatim, so that it can be imported, unless a terminal would obey it. */
export function formatCsv({ guid, duration, data }: Chart): string {
  const name = process.stdout.isTTY ? toPrintable(guid) : guid;
  const rows = data.map(({ time, percentage }) => [`${time}`, `${percentage}`, name, `${duration}`]);
  return [CHART_COLUMNS, ...rows].map((cells) => `${formatRecord(cells)}\r\n`).join("");
}
