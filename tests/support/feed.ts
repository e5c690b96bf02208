/** An item of a feed: its texts, by the names of their elements, and other elements as they are. */
interface FeedItem {
  readonly guid?: string;
  readonly title?: string;
  readonly pubDate?: string;
  readonly "itunes:duration"?: string;
  readonly "itunes:title"?: string;
  readonly "podcast:guid"?: string;
  readonly more?: string;
}

const NAMESPACES = [
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"',
  'xmlns:podcast="https://podcastindex.org/namespace/1.0"',
  'xmlns:atom="http://www.w3.org/2005/Atom"',
].join(" ");

/** Writes a feed. @param more other elements of its channel as they are */
export function composeFeed(items: readonly FeedItem[], title?: string, more = ""): string {
  const written = items.map(({ more = "", ...texts }) => `<item>${writeTexts(texts)}${more}</item>`);
  const heading = writeTexts(title === undefined ? {} : { title });
  return `<rss ${NAMESPACES}><channel>${heading}${more}${written.join("")}</channel></rss>`;
}

/** Writes a feed of episodes, each with a duration if it has one. */
export function composeFeedOf(durations: Readonly<Record<string, string | number | undefined>>): string {
  return composeFeed(
    Object.entries(durations).map(([guid, duration]) =>
      duration === undefined ? { guid } : { guid, "itunes:duration": `${duration}` },
    ),
  );
}

function writeTexts(texts: Omit<FeedItem, "more">): string {
  return Object.entries(texts)
    .map(([name, text]) => `<${name}>${escapeText(text)}</${name}>`)
    .join("");
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
