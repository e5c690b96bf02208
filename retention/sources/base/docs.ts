/** Whether this code runs from the package of the commands, where it is plain JavaScript, rather than from a checkout. */
export const IS_PACKAGED = import.meta.url?.endsWith(".js") ?? false;

/** The folder of the pages that messages name, beside the package's dist/. In a browser, that of the project. */
export const DOCS = IS_PACKAGED ? import.meta.dirname.replace(/dist$/, "docs") : "retention/docs";
