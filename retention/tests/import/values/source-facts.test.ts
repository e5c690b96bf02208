import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { findSourceFacts } from "../../../sources/curve/source-facts.ts";

const GUIDE = readFileSync(new URL("../../../docs/platforms.md", import.meta.url), "utf8");

it.each(["youtube", "spotify", "apple", "op3", "harborfm", "peertube"])(
  "the guide to platforms has %s by its name",
  (source) => {
    const { title = "" } = findSourceFacts(source) ?? {};
    expect(title).not.toBe("");
    expect(GUIDE).toMatch(new RegExp(`^\\| \\[${title}.*\`${source}\``, "m"));
  },
);

it("what 100 % is decides which curves can be compared by height: no plays or views with listeners", () => {
  const kinds = Object.entries({
    peak: ["sessions", "collector", "spotify", "op3"],
    plays: ["apple"],
    views: ["youtube"],
  });
  for (const [kind, sources] of kinds)
    expect(sources.map((source) => findSourceFacts(source)?.kind)).toEqual(sources.map(() => kind));
  expect(["own", "csv"].map((source) => findSourceFacts(source)?.kind)).toEqual(["unknown", "unknown"]);
  const others = ["harborfm", "peertube", "toString"];
  expect(others.map((source) => findSourceFacts(source)?.kind)).toEqual(["starters", "starters", undefined]);
});
