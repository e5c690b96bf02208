import { IS_PACKAGED } from "../../lib/packaged.ts";
import { DOCS } from "../sources/base/docs.ts";

export { DOCS };

/** How a user runs the commands for charts. */
export const CHARTS = IS_PACKAGED ? "performance-data" : "npm run charts --";

/** The same where a program reads the output: without the lines that npm prints. */
export const SILENT_CHARTS = IS_PACKAGED ? CHARTS : "npm run --silent charts --";
