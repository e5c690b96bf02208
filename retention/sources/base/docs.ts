import { IS_PACKAGED } from "../../../lib/packaged.ts";

/** The folder of the pages that messages name, beside the package's dist/. In a browser, that of the project. */
export const DOCS = IS_PACKAGED ? import.meta.dirname.replace(/dist$/, "docs") : "retention/docs";
