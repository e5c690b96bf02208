import type { Command } from "commander";
import { toPrintable } from "../../../lib/printable.ts";
import { CHARTS } from "../names.ts";
import { STUDIO_PAGE } from "../report/page-kinds.ts";
import { composeStudio } from "../report/studio-page.ts";
import { resolveOutput, saveOutput } from "../save.ts";

const HELP = `
The page makes the report of "report" without a terminal and without a network. Open it in a browser. Drop a feed on it, and
the HAR files, zips and tables that "import" takes. It does not take listening sessions. Nothing is uploaded: it works the
same without a network. The report that it saves holds the curves, too.

Example:
  $ ${CHARTS} studio --out studio.html
`;

export function addStudioCommand(program: Command): void {
  program
    .command("studio")
    .description("write the page that makes reports in a browser: one HTML file, to open from disk or to serve")
    .requiredOption("--out <file>", "the HTML file to write")
    .addHelpText("after", HELP)
    .action(writeStudio);
}

async function writeStudio({ out }: { readonly out: string }): Promise<void> {
  const output = await resolveOutput(out, STUDIO_PAGE);
  const page = await composeStudio();
  const bytes = await saveOutput(output, [page]);
  console.error(`Wrote ${toPrintable(out)}: ${(bytes / 1e6).toFixed(1)} MB`);
}
