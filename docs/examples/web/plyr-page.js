// Plyr makes a new element for each source: the document is told of what all of them play.
import { loadFeed, showButtons } from "./feed.js";
import { reportListening } from "./listening.js";

const { items, find } = await loadFeed("feed.xml");
reportListening(document, find);

const player = new Plyr(document.body.appendChild(new Audio()), { iconUrl: "plyr.svg", blankVideo: "" });
showButtons(items, async ({ source, type }) => {
  player.source = { type: "audio", sources: [{ src: source, type }] };
  await player.play();
});
