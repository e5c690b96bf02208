import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composeIdentity } from "../../../lib/episode/owner.ts";
import { readFeed } from "../../sources/feed/feed.ts";
import { Episodes } from "../../sources/feed/feed-episodes.ts";
import { Titles } from "../../sources/feed/title-words.ts";
import { Suggestions } from "../../sources/import/suggestions.ts";
import { createItem } from "../support/made-up-feeds.ts";

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
  { guid: "urn:ep-2", title: undefined, duration: undefined, badDuration: "soon", pubDate: undefined, chapters: [] },
  { guid: undefined, title: undefined, duration: undefined, pubDate: undefined, chapters: [] },
];

async function* cut(bytes: Buffer, ends: readonly number[]): AsyncGenerator<Buffer> {
  let start = 0;
  for (const end of [...ends.toSorted((one, other) => one - other), bytes.length]) {
    yield bytes.subarray(start, end);
    start = end;
  }
}

function parse(bytes: Buffer, ends: readonly number[] = []) {
  return readFeed(cut(bytes, ends));
}

describe("a feed", () => {
  it("is read the same wherever its bytes are cut", async () => {
    const bytes = Buffer.from(FEED);
    expect(await parse(bytes)).toMatchObject({ items: ITEMS, title: "Caf\u00e9 & Co" });
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
    [`<rss><!--${"a ".repeat(2_050_000)}`, "It has a comment or a tag of more than 4 MB."],
    [`<rss a="${"a ".repeat(2_050_000)}`, "It has an attribute of more than 4 MB."],
    [`<rss><channel>${"<a>".repeat(99)}`, "Its elements are more than 100 deep."],
    [`<rss><channel><title>${"long ".repeat(20_000)}`, "The text of rss/channel/title has more than 65536 characters."],
  ])("is refused unless it is one: %.40s", async (xml, message) => {
    await expect(parse(Buffer.from(xml))).rejects.toThrow(message);
  });
});

/** Reads the items of a feed that comes in pieces, as from a file. */
async function readItems(xml: string, encoding: BufferEncoding = "utf8") {
  const bytes = Buffer.from(xml, encoding);
  const ends = Array.from({ length: Math.floor(bytes.length / 16_384) }, (_, index) => (index + 1) * 16_384);
  return (await parse(bytes, ends)).items;
}

const wrap = (item: string, declared = "") => `<rss ${declared}><channel><item>${item}</item></channel></rss>`;

describe("an element of another vocabulary", () => {
  const ITUNES = "http://www.itunes.com/dtds/podcast-1.0.dtd";
  const [PODCAST, PSC] = ["https://podcastindex.org/namespace/1.0", "http://podlove.org/simple-chapters"];
  const duration = (prefix: string) => `<${prefix}duration>1:00</${prefix}duration>`;
  const chapters = (prefix: string) => `<${prefix}chapters><${prefix}chapter start="0" title="A"/></${prefix}chapters>`;

  it.each([
    ["with another prefix", duration("apple:"), `xmlns:apple="${ITUNES}"`],
    ["with the prefix of another", duration("psc:"), `xmlns:psc="${ITUNES}" xmlns:itunes="${PSC}"`],
    ["without a prefix", `<duration xmlns="${ITUNES}">1:00</duration>`, ""],
    ["of the default namespace", "<duration>1:00</duration>", `xmlns="${ITUNES}"`],
    ["with a prefix that nobody declares", duration("itunes:"), ""],
    [
      "with a prefix that its item declares",
      `<x xmlns:i="urn:x"/><i:duration xmlns:i="${ITUNES}">1:00</i:duration>`,
      "",
    ],
    [
      "with two prefixes and one value",
      duration("itunes:") + duration("a:"),
      `xmlns:a="${ITUNES}" xmlns:itunes="${ITUNES}"`,
    ],
    ["with https", duration("i:"), 'xmlns:i="https://www.itunes.com/dtds/podcast-1.0.dtd"'],
    ["in capital letters", duration("i:"), 'xmlns:i=" HTTP://WWW.ITUNES.COM/DTDs/PodCast-1.0.dtd "'],
    ["of another version", duration("itunes:"), 'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.1.dtd"'],
    ["of another host", duration("itunes:"), 'xmlns:itunes="http://www.apple.com/dtds/podcast-1.0.dtd"'],
  ])("is known by its namespace: %s", async (_, item, declared) => {
    expect(await readItems(wrap(item, declared))).toMatchObject([{ duration: 60 }]);
  });

  it.each([
    ["that the feed gives to another", duration("itunes:"), 'xmlns:itunes="https://example.com/own"'],
    [
      "that an element gives to another",
      '<itunes:duration xmlns:itunes="urn:own">1:00</itunes:duration>',
      `xmlns:itunes="${ITUNES}"`,
    ],
    ["that is no prefix", "<duration>1:00</duration>", ""],
  ])("is not known by a prefix %s", async (_, item, declared) => {
    expect(await readItems(wrap(item, declared))).toMatchObject([{ duration: undefined }]);
  });

  it("ends its declaration with itself", async () => {
    const inner = `<group xmlns:itunes="urn:own"/>${duration("itunes:")}`;
    expect(await readItems(wrap(inner, `xmlns:itunes="${ITUNES}"`))).toMatchObject([{ duration: 60 }]);
  });

  it.each([
    [`xmlns:sc="${PSC}"`, chapters("sc:")],
    ['xmlns:sc="https://podlove.org/simple-chapters/"', chapters("sc:")],
    ["", chapters("").replace("<chapters", `<chapters xmlns="${PSC}"`)],
    ["", chapters("psc:")],
  ])("may be chapters: %s", async (declared, item) => {
    expect(await readItems(wrap(item, declared))).toMatchObject([{ chapters: [{ start: "0", title: "A" }] }]);
  });

  it.each([PODCAST, "https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md"])(
    "may be the identity of the show: %s",
    async (uri) => {
      const [link, guid] = ['<a:link rel="self" href="https://e.test/feed"/>', "<pc:guid>id</pc:guid>"];
      const xml = `<rss xmlns:pc="${uri}" xmlns:a="http://www.w3.org/2005/Atom"><channel>${link}${guid}</channel></rss>`;
      expect((await parse(Buffer.from(xml))).identity).toMatchObject({
        addresses: ["https://e.test/feed"],
        guid: "id",
      });
    },
  );

  it.each([PODCAST, ITUNES, "http://www.w3.org/2005/Atom", "http://backend.userland.com/rss2"])(
    "leaves RSS its own elements in a feed whose default namespace is %s",
    async (uri) => {
      const item = "<item><guid>g</guid><title>T</title></item>";
      const xml = `<rss xmlns="${uri}"><channel><link>https://e.test</link>${item}</channel></rss>`;
      const { items, identity } = await parse(Buffer.from(xml));
      expect([items, identity]).toMatchObject([[{ guid: "g", title: "T" }], { website: "https://e.test" }]);
    },
  );
});

describe("the type of an episode", () => {
  it.each([
    ["trailer", "trailer"],
    [" Bonus ", "bonus"],
    ["full", undefined],
    ["", undefined],
    ["constructor", undefined],
  ])("is read of %j as %j", async (text, type) => {
    const [item] = await readItems(wrap(`<guid>g</guid><itunes:episodeType>${text}</itunes:episodeType>`));
    expect(item?.type).toBe(type);
  });
});

describe("linked chapters", () => {
  const link = (type: string, url = "https://e.test/c") =>
    `<podcast:chapters url="${url}"${type && ` type="${type}"`}/>`;

  it.each([
    "",
    "application/json",
    "application/json+chapters",
    "Application/JSON+Chapters; charset=utf-8",
    " application/json;charset=utf-8",
    "application/chapters+json",
    "text/json",
    "text/plain",
    "application/octet-stream",
  ])("are linked by any type that JSON has: %j", async (type) => {
    expect(await readItems(wrap(link(type)))).toMatchObject([{ chaptersUrl: "https://e.test/c" }]);
  });

  it.each([
    ["application/xml", "https://e.test/c.xml", undefined],
    ["text/html", "https://e.test/c.html?x=.json", undefined],
    ["text/html", "https://e.test/c.JSON?x=1", "https://e.test/c.JSON?x=1"],
  ])("are not linked by a type of something else, unless the address has it: %s %s", async (type, url, chaptersUrl) => {
    expect((await readItems(wrap(link(type, url))))[0]?.chaptersUrl).toBe(chaptersUrl);
  });

  it("are those of the namespace's own type, if there are several", async () => {
    const types = ["text/html", "application/json", "application/json+chapters", "application/json+chapters"];
    const links = types.map((type, index) => link(type, `https://e.test/${index}`)).join("");
    expect(await readItems(wrap(links))).toMatchObject([{ chaptersUrl: "https://e.test/2" }]);
  });
});

describe("a title", () => {
  it.each([
    ["Salt &amp;amp; sea", "Salt & sea"],
    ["<![CDATA[Don&#8217;t &#x2013; R&uuml;ckblick&nbsp;1 ]]>", "Don\u2019t \u2013 R\u00fcckblick\u00a01"],
    ["&amp;#146;t is", "\u2019t is"],
    ["&amp;amp;amp; once more only", "&amp; once more only"],
    ["A &lt;b&gt;bold&lt;/b&gt; &amp;lt;i&amp;gt;", "A <b>bold</b> <i>"],
    ["Q&amp;A; AT&amp;T &amp;copy2026 &amp;unknown;", "Q&A; AT&T &copy2026 &unknown;"],
  ])("is decoded once more: %s", async (xml, title) => {
    const chapter = `<psc:chapters><psc:chapter start="0" title="${xml.replace(/<!\[CDATA\[(.*)]]>/, "$1").replaceAll("<", "&lt;")}"/></psc:chapters>`;
    const { title: ofFeed, items } = await parse(
      Buffer.from(`<rss><channel><title>${xml}</title><item><title>${xml}</title>${chapter}</item></channel></rss>`),
    );
    const [item] = items;
    expect([ofFeed, item?.title]).toEqual([title, title]);
    expect(item?.chapters[0]?.title.trim()).toBe(title);
  });

  it("is found however often it was encoded", () => {
    const titles = new Titles();
    const [feed, file] = ["Salt & sea: don\u2019t", "Salt &amp; sea_ don&#8217;t"] as const;
    const item = createItem("g", feed);
    titles.add(item);
    expect([titles.findGuid(file), new Suggestions([{ title: "", items: [item] }]).findGuid(`#1 ${file}`)]).toEqual([
      "g",
      "g",
    ]);
  });
});

describe("an odd feed is read", () => {
  const item = "<item><title>Gr\u00fc\u00dfe</title></item>";
  const rss = `<rss><channel>${item}</channel></rss>`;
  const LATIN1 = '<?xml version="1.0" encoding="ISO-8859-1"?>';
  const UTF16 = '<?xml version="1.0" encoding="UTF-16"?>';

  it.each<readonly [string, string, BufferEncoding]>([
    ["with blank lines before its declaration", `\n \r\n${LATIN1}${rss}`, "latin1"],
    ["in UTF-16 without a byte order mark", `${UTF16}${rss}`, "utf16le"],
    ["with a long comment", `<!--${"cache ".repeat(100_000)}-->${rss}`, "utf8"],
    [
      "with a long attribute",
      rss.replace("<title>", `<image href="data:image/png;base64,${"A".repeat(1_000_000)}"/><title>`),
      "utf8",
    ],
    ["with an item after its channel", `<rss><channel></channel>${item}</rss>`, "utf8"],
  ])("%s", async (_, xml, encoding) => {
    expect(await readItems(xml, encoding)).toMatchObject([{ title: "Gr\u00fc\u00dfe" }]);
  });
});

describe("a hostile feed", () => {
  it("may have attributes with the names of methods", async () => {
    const xml = '<rss><channel><x hasOwnProperty="1" __proto__="2" toString="3"/><title>T</title></channel></rss>';
    expect(await parse(Buffer.from(xml))).toMatchObject({ items: [], title: "T" });
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

  const item = (title: string, audio: string, guid = "g") => ({
    guid,
    title,
    duration: 1,
    enclosure: `https://e.test/${audio}`,
  });
  const SHARED = 'The feed has this GUID for several episodes, such as "One", "Two", and "Three".';

  it.each<readonly [string, readonly Parameters<Episodes["addFeed"]>[1][number][]]>([
    ["differ in title and audio", [item("One", "1"), item("Two", "2"), item("Three", "3"), item("Four", "4")]],
    ["differ from the first one", [item("One", "1"), item("one!", "1b"), item("Two", "2"), item("Three", "3")]],
  ])("are several, and no one of them has the GUID, if their items %s", (_, items) => {
    const episodes = new Episodes();
    expect(episodes.addFeed("one.xml", [...items, item("Other", "5", "other")])).toEqual(["g", "other"]);
    expect(episodes.findFault("g")).toEqual({ code: "of-several-episodes", problem: SHARED });
    expect(episodes.findFault("other")).toBeUndefined();
  });

  it.each<readonly [string, readonly Parameters<Episodes["addFeed"]>[1][number][]]>([
    ["are listed twice", [item("One", "1"), item("One", "1")]],
    ["have another title", [item("One", "1"), item("One, corrected", "1")]],
    ["have another title in signs and spaces", [item("One: two", "1"), item("one  two", "2")]],
    ["have another audio", [item("One", "1"), item("One", "2")]],
    ["have no audio", [item("One", "1"), { guid: "g", title: "Two", duration: 1 }]],
    ["have no title", [item("One", "1"), { guid: "g", duration: 1, enclosure: "https://e.test/2" }]],
  ])("are one if its items %s", (_, items) => {
    const episodes = new Episodes();
    expect([episodes.addFeed("one.xml", items), episodes.findFault("g")]).toEqual([["g"], undefined]);
  });

  it("are shared by the feeds of one owner, which may differ in duration", () => {
    const episodes = new Episodes();
    const addFeed = (name: string, duration: number | undefined, self: string, podcast?: string) =>
      episodes.addFeed(name, [{ guid: "g", duration }], composeIdentity(self, podcast));
    expect(addFeed("one.xml", undefined, "https://e.test/rss", "id")).toEqual(["g"]);
    expect(addFeed("again.xml", 61, "http://e.test/rss/", "id")).toEqual([]);
    expect([episodes.findFault("g"), episodes.findDuration("g")]).toEqual([undefined, 61]);
    addFeed("stranger.xml", 1, "https://stranger.test", "id");
    expect(episodes.findFault("g")?.problem).toContain("one.xml and stranger.xml");
  });

  it("are several, or not, as the feeds of the owner say that is settled", () => {
    const several = [item("One", "1"), item("Two", "2"), item("Three", "3")];
    const [own, stranger] = ["https://e.test/mp3", "https://stranger.test"].map((self) => composeIdentity(self));
    const settle = (...feeds: (readonly [items: typeof several, identity: typeof own])[]) => {
      const episodes = new Episodes();
      for (const [index, [items, identity]] of feeds.entries()) episodes.addFeed(`${index}`, items, identity);
      const owner = episodes.listOwners("g").find(({ identity }) => identity !== stranger);
      if (owner) episodes.settle("g", [owner]);
      return episodes.findFault("g")?.code;
    };
    const one = several.slice(0, 1);
    expect([
      settle([several, stranger], [one, own]),
      settle([one, own], [several, stranger], [several, stranger]),
      settle([several, own], [several, stranger]),
      settle([one, own], [one, stranger], [several, own]),
    ]).toEqual([undefined, undefined, "of-several-episodes", "of-several-episodes"]);
  });

  it("name what their feed has in place of a duration, unless another item has one", () => {
    const episodes = new Episodes();
    const none = { guid: "none", duration: undefined };
    episodes.addFeed("one.xml", [{ ...none, badDuration: "45 min" }, none]);
    episodes.addFeed("two.xml", [
      { guid: "known", duration: undefined, badDuration: "soon" },
      { guid: "known", duration: 1 },
    ]);
    expect(["none", "known", "other"].map((guid) => episodes.describeBadDuration(guid))).toEqual([
      'The feed says "45 min", which is no duration.',
      undefined,
      undefined,
    ]);
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
    expect(["a", "b", "c", "d"].map((guid) => episodes.findFault(guid)?.problem)).toEqual([
      undefined,
      "Two feeds have this GUID, one.xml and two.xml.",
      "Two feeds have this GUID, two.xml and three.xml.",
      undefined,
    ]);
  });
});
