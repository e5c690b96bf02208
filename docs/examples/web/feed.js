// @ts-check
// What the pages in this folder know of a feed. ../../players.md explains them.

/**
 * An episode of a feed.
 * @typedef {object} Item
 * @property {string} title
 * @property {string} source the URL of its audio
 * @property {string} type the media type of its audio
 * @property {{ url: string, interval: number, guid: string } | undefined} episode what to report, if the feed asks for it
 */

/**
 * Loads a feed from this site, or from one that lets other sites read it (CORS).
 * @param {string} url
 * @returns its episodes, and what finds the one that an element plays
 */
export async function loadFeed(url) {
  const response = await fetch(url);
  const feed = new DOMParser().parseFromString(await response.text(), "text/xml");
  const tag = feed.getElementsByTagNameNS("*", "performance")[0];
  const isLive = Number(tag?.getAttribute("tokenExpires")) * 1_000 > Date.now();
  const items = Array.from(feed.querySelectorAll("item"), (item) =>
    readItem(item, response.url, isLive ? tag : undefined),
  );
  const bySource = new Map(items.map(({ source, episode }) => [source, episode]));
  const find = (/** @type {HTMLMediaElement} */ { currentSrc }) => bySource.get(currentSrc.replace(/#.*/, ""));
  return { items, find };
}

/**
 * @param {Element} item
 * @param {string} base
 * @param {Element | undefined} tag
 * @returns {Item}
 */
function readItem(item, base, tag) {
  // Elements of other namespaces, such as media:title, have the same names.
  const find = (/** @type {string} */ name) =>
    Array.from(item.children).find(
      ({ localName, namespaceURI }) => localName === name && namespaceURI === item.namespaceURI,
    );
  const read = (/** @type {string} */ name) => find(name)?.textContent?.trim() ?? "";
  const enclosure = find("enclosure");
  const url = tag?.getAttribute("url") ?? "";
  const interval = Number.parseInt(tag?.getAttribute("duration") ?? "", 10);
  return {
    title: read("title"),
    source: new URL(enclosure?.getAttribute("url") ?? "", base).href.replace(/#.*/, ""),
    type: enclosure?.getAttribute("type") ?? "",
    episode: tag && { url, interval, guid: read("guid") },
  };
}

/**
 * Shows a button for each episode.
 * @param {readonly Item[]} items
 * @param {(item: Item) => void} play
 */
export function showButtons(items, play) {
  for (const item of items) {
    const button = document.createElement("button");
    button.textContent = item.title;
    button.addEventListener("click", () => play(item));
    document.body.append(button);
  }
}
