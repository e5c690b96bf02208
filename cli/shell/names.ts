import { extname, join } from "node:path";

/** Whether this code runs from the package of the commands, where it is plain JavaScript, rather than from a checkout. */
export const IS_PACKAGED = extname(import.meta.url) === ".js";

/** How a user runs the commands for charts. */
export const CHARTS = IS_PACKAGED ? "performance-data" : "npm run charts --";

/** The same where a program reads the output: without the lines that npm prints. */
export const SILENT_CHARTS = IS_PACKAGED ? CHARTS : "npm run --silent charts --";

export const TOKENS = IS_PACKAGED ? "performance-data tokens" : "npm run tokens --";

export const SMOKE = IS_PACKAGED ? "performance-data smoke" : "npm run smoke --";

/** The folder of the pages that messages name. */
export const DOCS = IS_PACKAGED ? join(import.meta.dirname, "docs") : "docs";
