import { expect, it } from "vitest";
import { computeClaim, findFeeds, isOneOwner, noteFeeds } from "../../lib/episode/owner.ts";

const [ID, SELF, LINK] = ["917393e3-1b1e-5cef-ace4-edaa54e1f810", "https://e.test/feed", "https://e.test"];

const ITEM = { feeds: new Set([ID, SELF]) };
const UNCLAIMED = {};
const CHARTED = { data: [{ time: 0, percentage: 100 }] };
const COUNTED = { counts: new Uint8Array([0]) };

it.each([
  ["has its address", ITEM, [SELF, LINK], false, "own"],
  ["has its podcast:guid alone", ITEM, [ID, LINK], false, "rival"],
  ["has its podcast:guid alone, and nothing else", ITEM, [ID], false, "rival"],
  ["has its address, and another podcast:guid", ITEM, ["other", SELF], false, "rival"],
  ["has all of them, and replaces", ITEM, [ID, SELF], true, "own"],
  ["has one more, and replaces", ITEM, [ID, SELF, LINK], true, "new"],
  ["has one less, and replaces", ITEM, [SELF], true, "new"],
  ["has all, of which none is an address", { feeds: new Set([ID]) }, [ID], false, "own"],
  ["has its podcast:guid in upper case, and nothing else", { feeds: new Set([ID]) }, [ID.toUpperCase()], false, "own"],
  ["has all of them, one in upper case, and replaces", ITEM, [ID.toUpperCase(), SELF], true, "own"],
  ["has none of them", ITEM, [LINK], false, "rival"],
  ["has none of them, and replaces", ITEM, [LINK], true, "new"],
  ["says nothing of itself", ITEM, [], false, "rival"],
  ["says nothing of itself, and replaces", ITEM, [], true, "rival"],
  ["is the first to say who it is", UNCLAIMED, [SELF], false, "new"],
  ["says nothing, as nobody did before", UNCLAIMED, [], false, "own"],
  ["is the first to say who it is, but there is a chart", CHARTED, [SELF], false, "unowned"],
  ["is the first to say who it is, and replaces a chart's", CHARTED, [SELF], true, "new"],
  ["is the first to say who it is, but there are counts", COUNTED, [SELF], false, "unowned"],
  ["says nothing, as nobody did before, but there is a chart", CHARTED, [], false, "unowned"],
  ["says nothing, as nobody did before, but there are counts", COUNTED, [], false, "unowned"],
  ["says nothing, as nobody did before, and replaces a chart's", CHARTED, [], true, "own"],
] as const)("a feed that %s", (_, item, feeds, replace, claim) => {
  expect(computeClaim(item, feeds, replace)).toBe(claim);
});

it("a further feed of the same owner may be the noted one, of which none has another podcast:guid", () => {
  const noted = { feeds: new Set([SELF]) };
  expect(computeClaim(noted, ["https://e.test/opus", LINK], false, [[SELF, LINK]])).toBe("own");
  expect(computeClaim(noted, ["https://e.test/opus", LINK], false, [["https://f.test", LINK]])).toBe("rival");
  expect(computeClaim(ITEM, [LINK], false, [["other", SELF, LINK]])).toBe("rival");
});

it("a feed's identities are noted if it has any", () => {
  expect(noteFeeds(["a", "b"])).toEqual({ feeds: new Set(["a", "b"]) });
  expect([noteFeeds([]), noteFeeds()]).toEqual([{}, {}]);
  expect([findFeeds(ITEM), findFeeds({ feeds: ["a"] })]).toEqual([ITEM.feeds, new Set()]);
});

it.each([
  ["share their website", [ID, SELF, LINK], [ID, "https://e.test/opus", LINK], true],
  ["share their address, of which one has no GUID", [SELF], [ID, SELF, LINK], true],
  ["share an address, and one of two GUIDs", [ID, "second", SELF], ["third", ID, SELF], true],
  ["share an address, and have other GUIDs", [ID, SELF, LINK], ["other", SELF, LINK], false],
  ["share an address, and a GUID but for its case", [ID, SELF], [ID.toUpperCase(), SELF], true],
  ["share an address, and a GUID, once as a URN", [ID, SELF], [`URN:UUID:${ID}`, SELF], true],
  ["share an address, and a GUID, once in braces and spaces", [ID, SELF], [` {${ID}}\n`, SELF], true],
  ["share an address, and no UUID but for its case", ["show", SELF], ["Show", SELF], false],
  ["share an address, and a part of a GUID", [ID, SELF], [`${ID}0`, SELF], false],
  ["share their GUID alone", [ID, SELF, LINK], [ID, "https://f.test/feed", "https://f.test"], false],
  ["share nothing", [SELF], ["https://f.test/feed"], false],
  ["say nothing of themselves", [], [], false],
  ["share what is no address", ["example.com"], ["example.com"], false],
  ["share an address, one with the last slash, one of http", ["http://e.test/show/"], ["https://e.test/show"], true],
  ["share an address, one with an upper-case host", [ID, "https://E.test"], [LINK], true],
  ["share an address but for the case of its path", ["https://e.test/Show"], ["https://e.test/show"], false],
  ["share an address but for a scheme that is another one", ["javascript://e.test/"], [LINK], false],
  ["share an address but for its query", ["https://e.test/?p=1"], ["https://e.test/?p=2"], false],
])("two feeds that %s are one owner's, or not", (_, one, other, isOne) => {
  expect([isOneOwner(one, other), isOneOwner(other, one)]).toEqual([isOne, isOne]);
});
