import { type Command, Option } from "commander";
import { toPrintable, toPrintableJson } from "../../../lib/printable.ts";
import { isOwnSource } from "../../../lib/source.ts";
import { addTargetOptions, type Target, withConnection } from "../../../operate/shell/connection.ts";
import { findService, type ServiceOptions } from "../../../operate/shell/service.ts";
import { drawSvg } from "../../report/curve/svg.ts";
import { computeKind, findHighest } from "../../report/make/source-kind.ts";
import { formatRecord } from "../../sources/base/csv-record.ts";
import { UNITS } from "../../sources/base/kinds.ts";
import { CHART_COLUMNS, SOURCE_COLUMN } from "../../sources/formats/csv-table.ts";
import { fetchAdminToken, fetchChart, type ServedChart } from "../charts/service-client.ts";
import { loadChart, parseSource } from "../charts/stored-charts.ts";
import { drawTerminal } from "../charts/terminal.ts";
import { addUrlOptions, WAY_HELP } from "../charts/url-options.ts";
import { CHARTS, SILENT_CHARTS } from "../names.ts";
import { type OutputKind, resolveOutput, saveOutput } from "../save.ts";

interface Options extends Target, ServiceOptions {
  readonly source?: string;
  readonly print?: "json" | "csv";
  readonly draw?: string;
  readonly title?: string;
}

const PICTURE: OutputKind = {
  name: "picture",
  isOwn: (beginning) => /^<svg [^>]* aria-labelledby="title desc">\n<title id="title">Listeners of /.test(beginning),
};

const HELP = `
An episode may have several curves: one for each platform, and one for your own listeners. "own", "sessions" and "collector"
all name the curve of your own listeners. Without --source, you get that one. If there is none, you get the curve that was
imported last.

${WAY_HELP}

Examples:
  $ ${CHARTS} get sample-episode
  $ ${CHARTS} get sample-episode --source youtube
  $ ${CHARTS} get sample-episode --draw chart.svg --title "Episode 1"
  $ ${SILENT_CHARTS} get sample-episode --url https://performance.example.com --print csv > chart.csv
`;

export function addGetCommand(program: Command): void {
  const command = program
    .command("get")
    .description("draw a chart on a terminal, or print it as JSON elsewhere")
    .argument("<guid>")
    .option("--source <name>", "source of the curve to get, such as youtube or own", parseSource)
    .addOption(
      new Option("--print <format>", "print the chart in a format that import accepts").choices(["json", "csv"]),
    )
    .option("--draw <file>", "write a picture of the curve to an SVG file")
    .option("--title <text>", "title of the picture (default: the GUID)")
    .addHelpText("after", HELP)
    .action(get);
  addUrlOptions(command);
  addTargetOptions(command);
}

async function get(guid: string, { source, print, draw, title, ...place }: Options): Promise<void> {
  const picture = draw === undefined ? undefined : await resolveOutput(draw, PICTURE);
  const served = await getServed(guid, source, place);
  const { chart, listeners } = served;
  const unit = UNITS[computeKind(served.source, findHighest(chart), listeners)];
  if (picture) {
    await saveOutput(picture, [drawSvg(chart, { title, listeners, unit })]);
    console.error(`Wrote ${draw}`);
  }
  if (print === "json") console.log(formatJson(served));
  else if (print === "csv") process.stdout.write(formatCsv(served));
  else if (!picture)
    console.log(
      process.stdout.isTTY ? drawTerminal(chart, process.stdout, { title, listeners, unit }) : formatJson(served),
    );
  if (served.sources.length > 1)
    console.error(`This is the curve from ${served.source}. The episode has: ${served.sources.join(", ")} (--source).`);
}

async function getServed(
  guid: string,
  source: string | undefined,
  place: Target & ServiceOptions,
): Promise<ServedChart> {
  const service = await findService(place);
  if (!service) return withConnection(place, ({ charts }) => loadChart(charts, place, guid, source));
  return fetchChart(service, await fetchAdminToken(service), guid, source);
}

/** Formats a chart as JSON that import accepts. A platform's has its source: it must not become the own one. */
function formatJson({ chart, source, listeners }: ServedChart): string {
  return toPrintableJson(isOwnSource(source) ? chart : { ...chart, source, listeners });
}

/**
 * Formats a chart as CSV that import accepts. The GUID is without control characters on a terminal, which would obey them.
 */
export function formatCsv({ chart: { guid, duration, data }, source }: Pick<ServedChart, "chart" | "source">): string {
  const name = process.stdout.isTTY ? toPrintable(guid) : guid;
  const isOwn = isOwnSource(source);
  const header = isOwn ? CHART_COLUMNS : [...CHART_COLUMNS, SOURCE_COLUMN];
  const rows = data.map(({ time, percentage }) => {
    return [time, percentage, name, duration, ...(isOwn ? [] : [source])];
  });
  return [header, ...rows].map((cells) => `${formatRecord(cells)}\r\n`).join("");
}
