import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ROOT } from "../support/checkout.ts";

/** Names that only an item of the charts table has: `listeners` or `points` mean other things elsewhere. */
const NAMES = /\b(?:countedUntil|drawnListeners)\b|["'`]curve:|\bnew Set\(feeds\)/;

/** What reads a line of an export, and what compares it with an item. No function does. */
const OF_LINES = ["sources/curve-members.ts", "sources/replacement.ts"];

it("an item's attributes are named in lib/episode, and where lines are read: what is added is added there", () => {
  const files = globSync("{cli,deploy,functions,lib,local,report,sources,studio}/**/*.ts", { cwd: ROOT });
  const elsewhere = files.filter((file) => !file.startsWith("lib/episode/") && !OF_LINES.includes(file));
  expect(elsewhere.length).toBeGreaterThan(150);
  expect(elsewhere.filter((file) => NAMES.test(readFileSync(`${ROOT}/${file}`, "utf8")))).toEqual([]);
});
