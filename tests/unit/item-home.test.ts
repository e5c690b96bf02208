import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ROOT } from "../support/checkout.ts";

/** Names that only an item of the charts table has: `listeners` or `points` mean other things elsewhere. */
const NAMES = /\b(?:countedUntil|drawnListeners)\b|["'`]curve:|\bnew Set\(feeds\)/;

it("an item's attributes are named in lib/episode alone: what is added is added there", () => {
  const files = globSync("{cli,curve,functions,lib,local,plugins,report}/**/*.ts", { cwd: ROOT });
  const elsewhere = files.filter((file) => !file.startsWith("lib/episode/"));
  expect(elsewhere.length).toBeGreaterThan(150);
  expect(elsewhere.filter((file) => NAMES.test(readFileSync(`${ROOT}/${file}`, "utf8")))).toEqual([]);
});
