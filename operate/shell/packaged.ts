/** Whether this code runs from a package, where it is plain JavaScript, rather than from a checkout. */
export const IS_PACKAGED = String(import.meta.url).endsWith(".js");
