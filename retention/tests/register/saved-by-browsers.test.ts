import { describe, expect, it } from "vitest";
import { readFeed } from "../../sources/feed/feed.ts";
import { StudioSession } from "../../studio/session.ts";
import { errorOf } from "../support/facts.ts";

const FEED = `<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" version="2.0"><channel><title>T &amp; U</title><item><title><![CDATA[One </rss> & "two"]]></title><guid>g1</guid><itunes:duration>30:00</itunes:duration></item></channel></rss>`;

const STYLE = `<style id="xml-viewer-style">.fold { background: url("data:image/svg+xml,&lt;svg/&gt;"); }${" ".repeat(2_000)}</style>`;

const escapeXml = (xml: string) => xml.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** What Chrome shows of XML: the document itself, which is hidden, and a tree of it. */
const makeTree = (start: string, meta: string) =>
  `${start}<html xmlns="http://www.w3.org/1999/xhtml"><head>${meta}${STYLE}</head><body><div id="webkit-xml-viewer-source-xml"><!-- a comment -->${FEED.replace("<rss", '<rss xmlns=""')}</div><div class="header"><span>This XML file does not appear to have any style information associated with it.</span><br /></div><div class="pretty-print"><div class="line"><span class="html-tag">${escapeXml(FEED)}</span></div></div></body></html>`;

const META = '<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">';
const SAVED = "<!-- saved from url=(0030)https://example.com/feed.xml -->\n";

const PAGES: Readonly<Record<string, string>> = {
  "the tree, saved": makeTree(SAVED, META),
  "the tree, without a comment": makeTree("", ""),
  "the tree, with an XML declaration": makeTree('<?xml version="1.0" encoding="UTF-8"?>', META),
  "the text of application/rss+xml": `<html><head><meta name="color-scheme" content="light dark"></head><body><pre style="word-wrap: break-word;">${escapeXml(`<?xml version="1.0"?>\n${FEED}`)}</pre></body></html>`,
};

/** Writes a page as Chrome saves it in a single file: in ASCII, in lines of 76 characters at most. */
function archive(page: string): string {
  const encoded = [...Buffer.from(page)].map((byte) =>
    byte === 0x3d || byte > 0x7e ? `=${byte.toString(16).toUpperCase()}` : String.fromCharCode(byte),
  );
  const lines = encoded.join("").match(/(?:=..|[^=]){1,25}/gs) ?? [];
  const head =
    "From: <Saved by Blink>\r\nMIME-Version: 1.0\r\n\r\n------Boundary\r\nContent-Type: application/xml\r\n\r\n";
  return `${head}${lines.join("=\r\n")}\r\n------Boundary--\r\n`;
}

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe("a feed that a browser has saved as a page", () => {
  it.each(Object.entries(PAGES))("is read: %s", async (_, page) => {
    for (const size of [7, 100_000]) {
      const { title, items } = await readFeed(cut(Buffer.from(page), size));
      expect({ title, items }).toMatchObject({
        title: "T & U",
        items: [{ guid: "g1", title: 'One </rss> & "two"', duration: 1_800 }],
      });
      expect(items.length).toBe(1);
    }
  });

  it.each(Object.entries(PAGES))("is read from a single file, also by the studio: %s", async (_, page) => {
    const file = archive(page.replace("T &amp;", "T\u00fc &amp;").replace("T &amp;amp;", "T\u00fc &amp;amp;"));
    const { title, items } = await readFeed(cut(Buffer.from(file), 1_000));
    expect([title, items.length]).toEqual(["T\u00fc & U", 1]);
    const view = await new StudioSession().add([{ name: "feed.mhtml", file: new Blob([file]) }]);
    expect(view.files).toMatchObject([{ lines: ["Feed: 1 episode"], refusals: [] }]);
  });

  it("is read in the encoding that the page names", async () => {
    const page = makeTree(SAVED, META.replace("UTF-8", "windows-1252")).replace("T &amp; U", "Caf\u00e9");
    expect((await readFeed(cut(Buffer.from(page, "latin1"), 100_000))).title).toBe("Caf\u00e9");
  });

  it.each(Object.entries(PAGES))("is a feed in the studio, too: %s", async (_, page) => {
    const view = await new StudioSession().add([{ name: "feed.html", file: new Blob([page]) }]);
    expect(view.files).toMatchObject([{ lines: ["Feed: 1 episode"], refusals: [] }]);
  });

  it.each([
    "<!DOCTYPE html>\n<html lang=en><head><title>A show</title><script>1&&2</script></head></html>",
    '<html lang="en"><body><h1>A show</h1><pre>&lt;b&gt;</pre></body></html>',
    `${SAVED}<html><body></body></html>`,
    "From: <Saved by Blink>\r\nMIME-Version: 1.0\r\n\r\n",
  ])("is named as a page if it is another one: %.30j", async (page) => {
    await expect(readFeed(cut(Buffer.from(page), 100_000))).rejects.toThrow(errorOf("page-without-feed"));
  });
});
