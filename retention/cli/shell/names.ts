import { DOCS, IS_PACKAGED } from "../../sources/base/docs.ts";

export { DOCS, IS_PACKAGED };

/** How a user runs the commands for charts. */
export const CHARTS = IS_PACKAGED ? "performance-data" : "npm run charts --";

/** The same where a program reads the output: without the lines that npm prints. */
export const SILENT_CHARTS = IS_PACKAGED ? CHARTS : "npm run --silent charts --";

export const TOKENS = IS_PACKAGED ? "performance-data tokens" : "npm run tokens --";

export const SMOKE = IS_PACKAGED ? "performance-data smoke" : "npm run smoke --";
