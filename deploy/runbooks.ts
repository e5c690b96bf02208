import { readFile } from "node:fs/promises";
import { isObject, type JsonObject } from "../lib/json.ts";

/** Where the runbooks are, and for which stack. */
interface RunbookPlace {
  /** The address of the operator's own copy of docs/operating.md; empty if nobody can open one. */
  readonly runbooks: string;
  readonly stack: string;
  readonly stage: string;
  readonly region: string;
}

/** What stands in the template for a section or for chapters of the page: `docs/operating.md#latency`, `docs/operating.md: Logs`. */
const SECTION = /docs\/operating\.md(#[\w-]+)/;
const CHAPTERS = /docs\/operating\.md: ([\w, ]+)/;

/**
 * Puts the runbooks where whoever is woken can open them. Each dashboard gets the text of its chapters of docs/operating.md. An
 * alarm links its section in the operator's copy, or else the dashboard in the console that has its text.
 *
 * @returns a copy
 */
export async function placeRunbooks(template: JsonObject, place: RunbookPlace): Promise<JsonObject> {
  const page = await readFile(new URL("../docs/operating.md", import.meta.url), "utf8");
  const chapters = new Map(
    adapt(page, place)
      .split(/^(?=## )/m)
      .map((text) => [/^## (.*)/.exec(text)?.[1], text]),
  );
  const dashboards = Object.values(Object(template.Resources)).flatMap((resource) => {
    const { DashboardName, DashboardBody }: JsonObject = Object(Object(resource).Properties);
    const [, names] = CHAPTERS.exec(JSON.stringify(DashboardBody ?? "")) ?? [];
    const name = String(Object(DashboardName)["Fn::Sub"]).replace(/\$\{AWS::Region\}/, place.region);
    return names ? [{ name, text: joinChapters(names, chapters) }] : [];
  });
  const findAddress = (section: string, alarm: string) => {
    if (place.runbooks) return `${place.runbooks}${section}`;
    const name = alarm.slice(place.stack.length + 1);
    const dashboard = dashboards.find(({ text }) => new RegExp(`^### .*\`${name}\``, "m").test(text));
    const console = `https://${place.region}.console.aws.amazon.com/cloudwatch/home?region=${place.region}`;
    return `${console}#dashboards/dashboard/${dashboard?.name ?? dashboards[0]?.name}`;
  };
  return JSON.parse(JSON.stringify(template), (_, value) => {
    if (typeof value === "string")
      return value.replace(CHAPTERS, (_, names) => JSON.stringify(joinChapters(names, chapters)).slice(1, -1));
    if (!isObject(value) || typeof value.AlarmDescription !== "string") return value;
    const AlarmDescription = value.AlarmDescription.replace(SECTION, (_, section) =>
      findAddress(section, String(value.AlarmName)),
    );
    return { ...value, AlarmDescription };
  });
}

/** Names the stack of the dashboard in the commands of the page, which are for prod in us-east-1, and takes links away. */
function adapt(page: string, { stack, stage, region }: RunbookPlace): string {
  return page
    .replace(/\[([^\]]+)\]\((?!https:)[^)\s]+\)/g, "$1")
    .replaceAll("performance-data-prod", stack)
    .replaceAll("--stage prod", `--stage ${stage}`)
    .replaceAll("us-east-1", region);
}

function joinChapters(names: string, chapters: ReadonlyMap<string | undefined, string>): string {
  return names
    .split(", ")
    .map((name) => chapters.get(name) ?? "")
    .join("");
}
