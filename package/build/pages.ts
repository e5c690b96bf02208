import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../cli/report/licences.ts";

/** The files of docs/ that users of the package need: messages name them, and they name one another. */
const PAGES = [
  "podcasters.md",
  "platforms.md",
  "charts.md",
  "reports.md",
  "export.md",
  "export.schema.json",
  "findings.md",
  "findings.schema.json",
  "importer-policy.json",
];

/** What the pages say to those who have a checkout, and to those who have the package. */
const CHECKOUT = /<!-- checkout -->[\s\S]*?<!-- \/checkout -->|^.*<!-- checkout row -->.*\n/gm;
const PACKAGE = /<!-- package: ([\s\S]*?) -->/g;

/** How the pages call the commands, and what they are called in the package. */
const COMMANDS = [
  [/npm run (?:--silent )?(tokens|smoke)(?: --)?/g, "performance-data $1"],
  [/npm run (?:--silent )?charts(?: --)?|charts --(?= )/g, "performance-data"],
  // Beside the pages.
  [/docs\/(?=importer-policy\.json)/g, ""],
] as const;

/** Matches a link within the project: its text, and the file that it leads to. */
const LINK = /(?<!!)\[([^\]]*)\]\((?!https?:|#)([^)#]*)[^)]*\)/g;

/** Writes the pages as they are for those who have the package. A link to what it lacks becomes its text. */
export async function writePages(folder: string): Promise<void> {
  await mkdir(folder);
  for (const page of PAGES) {
    const text = await readFile(join(ROOT, "docs", page), "utf8");
    await writeFile(join(folder, page), rewritePage(text));
  }
}

function rewritePage(text: string): string {
  const ours = text.replace(CHECKOUT, "").replace(PACKAGE, "$1");
  const renamed = COMMANDS.reduce((page, [theirs, name]) => page.replace(theirs, name), ours);
  return renamed.replace(LINK, (link, words, file) => (PAGES.includes(file) ? link : words));
}
