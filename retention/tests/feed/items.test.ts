import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeXml } from "../../sources/feed/decode.ts";
import { Episodes } from "../../sources/feed/episodes.ts";
import { ItemParser } from "../../sources/feed/item-parser.ts";

const FEED = `<?xml version="1.0"?><!DOCTYPE rss><!-- a feed -->
<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:psc="http://podlove.org/simple-chapters">
<channel><title>Caf\u00e9 &amp; Co</title><image><title>Logo</title></image>
<item><title> On tides </title><guid isPermaLink="false">urn:ep-1</guid><itunes:duration>45:30</itunes:duration>
<pubDate>Sun, 01 Nov 2026 08:00:00 GMT</pubDate><description><![CDATA[<p>]]>&nbsp;${"long ".repeat(20_000)}</description>
<media:group><media:title>Other</media:title><guid>inner</guid></media:group>
<psc:chapters><psc:chapter start="0:10" title="A &#x26; B"/><psc:chapter start="0:20"/></psc:chapters></item>
<item><guid><![CDATA[ urn:ep-2 ]]></guid><title/><itunes:duration>soon</itunes:duration></item>
<item><guid>urn:ep-3</guid><guid>urn:ep-4</guid></item></channel></rss>\n`;

const ITEMS = [
  {
    guid: "urn:ep-1",
    title: "On tides",
    duration: 2_730,
    pubDate: "Sun, 01 Nov 2026 08:00:00 GMT",
    chapters: [
      { start: "0:10", title: "A & B" },
      { start: "0:20", title: "" },
    ],
  },
  { guid: "urn:ep-2", title: undefined, duration: undefined, pubDate: undefined, chapters: [] },
  { guid: undefined, title: undefined, duration: undefined, pubDate: undefined, chapters: [] },
];

async function* cut(bytes: Buffer, ends: readonly number[]): AsyncGenerator<Buffer> {
  let start = 0;
  for (const end of [...ends.toSorted((one, other) => one - other), bytes.length]) {
    yield bytes.subarray(start, end);
    start = end;
  }
}

async function parse(bytes: Buffer, ends: readonly number[] = []) {
  const parser = new ItemParser();
  const items = [];
  for await (const text of decodeXml(cut(bytes, ends))) items.push(...parser.parse(text));
  parser.end();
  return { items, title: parser.title };
}

describe("a feed", () => {
  it("is read the same wherever its bytes are cut", async () => {
    const bytes = Buffer.from(FEED);
    expect(await parse(bytes)).toEqual({ items: ITEMS, title: "Caf\u00e9 & Co" });
    const ends = fc.array(fc.oneof(fc.nat(1_200), fc.nat(bytes.length)), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(ends, async (at) => {
        expect((await parse(bytes, at)).items).toEqual(ITEMS);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ["", "It is not an RSS feed: it has no <channel>."],
    ["<html/>", "It is not an RSS feed: it has no <channel>."],
    ["<rss><channel>", "It is not valid XML (Unclosed root tag)."],
    ["{}", "It is not valid XML (Non-whitespace before first tag.)."],
    ["<rss><channel>&unknown;</channel></rss>", "It is not valid XML (Invalid character entity)."],
    [`<rss><!--${"-".repeat(70_000)}--></rss>`, "It is not valid XML (Malformed comment)."],
    [`<rss><channel>${"<a>".repeat(99)}`, "Its elements are more than 100 deep."],
    [`<rss><channel><title>${"long ".repeat(20_000)}`, "The text of rss/channel/title has more than 65536 characters."],
  ])("is refused unless it is one: %.40s", async (xml, message) => {
    await expect(parse(Buffer.from(xml))).rejects.toThrow(message);
  });
});

describe("a hostile feed", () => {
  it("is read in time that grows with its length", async () => {
    // If it grew with the square of the length, it would take hours.
    const xml = `<rss><channel>${"<title/>".repeat(2_000_000)}</channel></rss>`;
    expect(await parse(Buffer.from(xml))).toEqual({ items: [], title: undefined });
  });

  it("may have attributes with the names of methods", async () => {
    const xml = '<rss><channel><x hasOwnProperty="1" __proto__="2" toString="3"/><title>T</title></channel></rss>';
    expect(await parse(Buffer.from(xml))).toEqual({ items: [], title: "T" });
  });
});

describe("the episodes of feeds", () => {
  it("have the one duration that their feed gives them", () => {
    const episodes = new Episodes();
    const items = [
      { guid: "later", duration: undefined },
      { guid: "twice", duration: 60 },
      { guid: "later", duration: 30.5 },
      { guid: "twice", duration: 61 },
      { guid: "last", duration: 90 },
      { guid: undefined, duration: 1 },
      { guid: "none", duration: undefined },
    ];
    const guids = episodes.addFeed("one.xml", items);
    expect(guids.map((guid) => [guid, episodes.has(guid), episodes.findDuration(guid)])).toEqual([
      ["later", true, 30.5],
      ["twice", true, undefined],
      ["last", true, 90],
      ["none", true, undefined],
    ]);
    expect([episodes.size, episodes.has("unknown")]).toEqual([4, false]);
    expect(episodes.describeConflict("twice")).toMatch("60 s and 61 s");
    expect(episodes.describeConflict("later")).toBeUndefined();
  });

  it("are in two feeds if another feed has them, too", () => {
    const episodes = new Episodes();
    for (const [feed, ...guids] of [
      ["one.xml", "a", "b"],
      ["two.xml", "c", "b"],
      ["three.xml", "d", "c", "d"],
    ])
      episodes.addFeed(
        String(feed),
        guids.map((guid) => ({ guid, duration: 1 })),
      );
    expect(["a", "b", "c", "d"].map((guid) => episodes.describeRivals(guid))).toEqual([
      undefined,
      "Two feeds have this GUID, one.xml and two.xml. Correct one, or leave it out.",
      "Two feeds have this GUID, two.xml and three.xml. Correct one, or leave it out.",
      undefined,
    ]);
  });
});
