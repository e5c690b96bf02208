import { IS_PACKAGED } from "../../operate/shell/packaged.ts";

/** The folder of the pages that messages name, beside the package's dist/. */
export const DOCS = IS_PACKAGED ? import.meta.dirname.replace(/dist$/, "docs") : "retention/docs";

/** How a user runs the commands for charts. */
export const CHARTS = IS_PACKAGED ? "performance-data" : "npm run charts --";

/** The same where a program reads the output: without the lines that npm prints. */
export const SILENT_CHARTS = IS_PACKAGED ? CHARTS : "npm run --silent charts --";
