import { expect, it } from "vitest";
import { computeClaim, findFeeds, noteFeeds } from "../../lib/episode/owner.ts";

const ITEM = { feeds: new Set(["a", "b"]) };
const UNCLAIMED = {};

it.each([
  ["has one of its identities", ITEM, ["b", "c"], false, "own"],
  ["has all of them, and replaces", ITEM, ["a", "b"], true, "own"],
  ["has one more, and replaces", ITEM, ["a", "b", "c"], true, "new"],
  ["has one less, and replaces", ITEM, ["a"], true, "new"],
  ["has none of them", ITEM, ["c"], false, "rival"],
  ["has none of them, and replaces", ITEM, ["c"], true, "new"],
  ["says nothing of itself", ITEM, [], false, "rival"],
  ["says nothing of itself, and replaces", ITEM, [], true, "rival"],
  ["is the first to say who it is", UNCLAIMED, ["a"], false, "new"],
  ["says nothing, as nobody did before", UNCLAIMED, [], false, "own"],
] as const)("a feed that %s", (_, item, feeds, replace, claim) => {
  expect(computeClaim(item, feeds, replace)).toBe(claim);
});

it("a feed's identities are noted if it has any", () => {
  expect(noteFeeds(["a", "b"])).toEqual({ feeds: new Set(["a", "b"]) });
  expect([noteFeeds([]), noteFeeds()]).toEqual([{}, {}]);
  expect([findFeeds(ITEM), findFeeds({ feeds: ["a"] })]).toEqual([ITEM.feeds, new Set()]);
});
