import { expect, it } from "vitest";
import { computeClaim, findFeeds, isOneOwner, noteFeeds } from "../../lib/episode/owner.ts";

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

const [ID, SELF, LINK] = ["917393e3-1b1e-5cef-ace4-edaa54e1f810", "https://e.test/feed", "https://e.test"];

it.each([
  ["share their website", [ID, SELF, LINK], [ID, "https://e.test/opus", LINK], true],
  ["share their address, of which one has no GUID", [SELF], [ID, SELF, LINK], true],
  ["share an address, and have other GUIDs", [ID, SELF, LINK], ["other", SELF, LINK], false],
  ["share their GUID alone", [ID, SELF, LINK], [ID, "https://f.test/feed", "https://f.test"], false],
  ["share nothing", [SELF], ["https://f.test/feed"], false],
  ["say nothing of themselves", [], [], false],
  ["share what is no address", ["example.com"], ["example.com"], false],
])("two feeds that %s are one owner's, or not", (_, one, other, isOne) => {
  expect([isOneOwner(one, other), isOneOwner(other, one)]).toEqual([isOne, isOne]);
});
