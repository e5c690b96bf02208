import { describe, expect, it } from "vitest";
import { computeClaim, type Powers } from "../../lib/episode/claim.ts";
import { listNoted, noteIdentity, noteText } from "../../lib/episode/noted-address.ts";
import { composeIdentity, type FeedIdentity, isOneOwner } from "../../lib/episode/owner.ts";

const [ID, SELF, LINK] = ["917393e3-1b1e-5cef-ace4-edaa54e1f810", "https://e.test/feed", "https://e.test"];
const OPUS = "https://e.test/opus";
const LONG = `https://e.test/${"a".repeat(500)}`;

/** What a feed says of itself, as commands take it. */
const read = (self?: string, guid?: string, link?: string) => noteIdentity(composeIdentity(self, guid, link));
const noted = (...feeds: string[]) => ({ guid: "g", feeds: new Set(feeds) });
/** Why a feed is not the owner of an episode; undefined if it is. */
const findMismatch = (feeds: readonly string[], feed: FeedIdentity) => {
  const claim = computeClaim(noted(...feeds), feed);
  return claim.status === "own" ? undefined : "mismatch" in claim && claim.mismatch;
};
const own = (...feeds: string[]) => ({ status: "own", set: feeds.length > 0 ? { feeds: new Set(feeds) } : {} });

describe("a feed is the owner, or why not", () => {
  it.each([
    ["its address is noted", [SELF], read(SELF), undefined],
    ["its address is noted, and its guid is not", [SELF], read(SELF, ID), undefined],
    ["both are noted", [SELF, ID], read(SELF, ID), undefined],
    ["both are noted beside others", [OPUS, "second", SELF, ID], read(SELF, ID), undefined],
    ["its guid has capitals", [SELF, ID], read(SELF, ID.toUpperCase()), undefined],
    ["its guid is a URN", [SELF, ID], read(SELF, `URN:UUID:${ID}`), undefined],
    ["its guid has braces", [SELF, `{${ID}}`], read(SELF, ID), undefined],
    ["its address is of http, with a last slash", [`${SELF}/`], read("http://E.test/feed"), undefined],
    ["nobody asked for its guid", [SELF, ID], { ...read(SELF), isAddressAlone: true as const }, undefined],
    ["its guid is missing", [SELF, ID], read(SELF), "no guid"],
    ["its guid is another one", [SELF, ID], read(SELF, "other"), "other guid"],
    ["its guid is no UUID but for its case", [SELF, "show"], read(SELF, "Show"), "other guid"],
    ["its guid alone is noted", [SELF, ID], read(OPUS, ID), "other address"],
    ["its link alone is noted", [LINK], read(SELF, ID, LINK), "other address"],
    ["its long address is of http", read(`${LONG}/`).addresses, read(LONG.replace("https", "http")), undefined],
    ["its long address has another end", read(LONG).addresses, read(`${LONG}b`), "other address"],
    ["its path has other capitals", [SELF], read("https://e.test/Feed"), "other address"],
    ["its query is another one", ["https://e.test/?p=1"], read("https://e.test/?p=2"), "other address"],
    ["it has no address", [SELF, ID], read(undefined, ID), "no address"],
    ["it has no address, and none is noted", [ID], read(undefined, ID), undefined],
    ["it has no address, and that of its website alone is noted", [ID, LINK], read(undefined, ID, LINK), undefined],
    ["it has an address, and none is noted", [ID], read(SELF, ID), "other address"],
    ["it says nothing", [SELF], read(undefined, undefined, SELF), "no identity"],
    ["its address is no address", ["show"], read("show"), "no identity"],
    ["its guid is an address", [SELF], read(undefined, ` ${SELF}`), "no identity"],
    ["its guid is too long", ["x".repeat(501)], read(undefined, "x".repeat(501)), "no identity"],
  ])("if %s", (_, feeds, feed, mismatch) => {
    expect(findMismatch(feeds, feed)).toBe(mismatch);
  });

  it.each([
    ["an address", read(SELF, ID), read(SELF, ID), true],
    ["an address, and one has a guid", read(SELF, ID), read(SELF), false],
    ["a guid, and have no address", read(undefined, ID), read(undefined, ID), true],
    ["a guid and a link", read(SELF, ID, LINK), read(OPUS, ID, LINK), false],
    ["nothing that they say", read(), read(), false],
  ])("two feeds are one owner's, or not, if they share %s", (_, one, other, isOne) => {
    expect([isOneOwner(one, other), isOneOwner(other, one)]).toEqual([isOne, isOne]);
  });
});

describe("what is noted", () => {
  const FEED = read(SELF, ID, LINK);
  const CHARTED = { guid: "g", data: [{ time: 0, percentage: 100 }] };
  const UNOWNED = { status: "unowned" };
  const moved: Powers = { movedFrom: noteText("https://old.test/") };
  const shared: Powers = { sameShowAs: noteText(OPUS) };
  const taken: Powers = { takes: new Set(["g"]) };

  it.each<[string, Record<string, unknown>, ReturnType<typeof read>, Powers, object]>([
    ["nothing, of a feed that says nothing", {}, read(), {}, { status: "new", set: {} }],
    ["its own address and guid, of a new one", {}, FEED, {}, { status: "new", set: { feeds: new Set([SELF, ID]) } }],
    ["nothing, where there is a chart", CHARTED, FEED, {}, UNOWNED],
    ["nothing, where there are counts", { counts: new Uint8Array() }, FEED, {}, UNOWNED],
    ["nothing, where only the source of a chart is known", { source: "own" }, FEED, {}, UNOWNED],
    ["nothing, where only platforms are known", { sources: new Set(["apple"]) }, FEED, {}, UNOWNED],
    ["its own, of a chart that it adopts", CHARTED, FEED, { adopts: true }, { status: "new" }],
    ["as it was", noted(SELF, ID), FEED, {}, own()],
    ["its guid besides", noted(SELF), FEED, {}, own(SELF, ID)],
    ["nothing of its website any more", noted(SELF, ID, LINK), FEED, {}, own(SELF, ID)],
    ["its own address, which is that of its website", noted(SELF), read(SELF, undefined, SELF), {}, own()],
    ["no query any more", noted(`${SELF}?key=1`), read(`${SELF}?key=1`), {}, own(...read(`${SELF}?key=1`).addresses)],
    ["its own in place of where it was", noted("https://old.test", OPUS, ID), FEED, moved, own(OPUS, ID, SELF)],
    [
      "its own in place of a digest",
      noted(noteText(LONG), ID),
      FEED,
      { movedFrom: noteText(noteText(LONG)) },
      own(ID, SELF),
    ],
    ["no guid any more, which it lost", noted("https://old.test", ID), read(SELF), moved, own(SELF)],
    ["an address in place of a guid", noted(ID), FEED, { movedFrom: ID }, own(SELF, ID)],
    ["its own besides", noted(OPUS, ID), FEED, shared, own(OPUS, ID, SELF)],
    ["only its own, of one that it takes", noted(OPUS, "other"), FEED, taken, own(SELF, ID)],
  ])("is %s", (_, item, feed, powers, claim) => {
    expect(computeClaim(item, feed, powers)).toMatchObject(claim);
  });

  it.each<[string, Record<string, unknown>, ReturnType<typeof read>, Powers]>([
    ["has moved from elsewhere", noted("https://third.test"), FEED, moved],
    ["has moved, and has another guid", noted("https://old.test", "other"), FEED, moved],
    ["has moved, and says nothing", noted("https://old.test"), read(), moved],
    ["is a second one, and lacks the guid", noted(OPUS, ID), read(SELF), shared],
    ["is a second one of another feed", noted("https://third.test", ID), FEED, shared],
    ["takes it, and says nothing", noted(OPUS), read(), taken],
    ["takes another one", { ...noted(OPUS), guid: "h" }, FEED, taken],
    ["adopts it", noted(OPUS), FEED, { adopts: true }],
  ])("stays, of a feed that %s", (_, item, feed, powers) => {
    expect(computeClaim(item, feed, powers)).toMatchObject({ status: "rival" });
  });

  it("has a digest in place of a query, and of what has no room, by which the same feed is known", () => {
    const secret = "https://user:password@e.test/feed?key=secret";
    const long = `https://e.test/${"ü".repeat(2_000)}`;
    for (const [address, start] of [
      [secret, "https://e.test/feed#sha256-"],
      [long, `https://e.test/${"%C3%BC".repeat(2)}`],
    ] as const) {
      const [known = ""] = read(address).addresses;
      expect([known.startsWith(start), known.length <= 572]).toEqual([true, true]);
      expect(listNoted(noted(address))).toEqual([known]);
      expect(listNoted(noted(known))).toEqual([known]);
      for (const feeds of [[address], [known]]) expect(findMismatch(feeds, read(address))).toBeUndefined();
      // Who knows the digest does not know the address.
      expect(findMismatch([known], read(known))).toBe("other address");
    }
    expect(read("https://e.test/feed?key=1").addresses).not.toEqual(read("https://e.test/feed?key=2").addresses);
    expect(JSON.stringify(read(secret).addresses)).not.toMatch(/user|password|secret/);
  });

  it("is nothing that is no set, and may be anything in one", () => {
    expect(computeClaim({ feeds: [SELF] }, FEED)).toMatchObject({ status: "new" });
    expect(computeClaim({ feeds: new Set([10, 9]) }, FEED)).toMatchObject({ status: "rival" });
    expect(listNoted({ feeds: new Set([10, new Uint8Array([1, 2])]) })).toEqual(["10", "1,2"]);
  });
});
