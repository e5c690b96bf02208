import { GENERATOR } from "../../report/make/page.ts";
import { SAVED_DATA } from "../../sources/import/saved-report.ts";
import type { OutputKind } from "../save.ts";

/** How all pages begin, and how the studio's policy goes on, which lets it have a worker. */
const PAGE = `^<!doctype html>[^]{0,50}${GENERATOR}`;
const STUDIO = new RegExp(`${PAGE}\\s*<meta http-equiv="Content-Security-Policy" content="[^"]*worker-src`);

/** A report. One that the studio saved may be the only copy of a podcaster's curves and choices. */
export const REPORT: OutputKind = {
  name: "page",
  isOwn: (beginning) => new RegExp(PAGE).test(beginning) && !STUDIO.test(beginning),
  addition: SAVED_DATA,
};

export const STUDIO_PAGE: OutputKind = { name: "page", isOwn: (beginning) => STUDIO.test(beginning) };

export const FINDINGS: OutputKind = {
  name: "file of findings",
  isOwn: (beginning) => /^\{"version":\d+,"madeAt":"/.test(beginning),
};
