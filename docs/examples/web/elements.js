// An audio element for each episode of a feed, and one call for all of them.
import { loadFeed } from "./feed.js";
import { reportListening } from "./listening.js";

const { items, find } = await loadFeed("feed.xml");
reportListening(document, find);

for (const { title, source } of items) {
  const audio = new Audio(source);
  Object.assign(audio, { title, controls: true, preload: "metadata" });
  document.body.append(audio);
}
