// Video.js plays all sources with one element.
import { loadFeed, showButtons } from "./feed.js";
import { reportListening } from "./listening.js";

const { items, find } = await loadFeed("feed.xml");
reportListening(document, find);

const player = videojs(document.body.appendChild(new Audio()), { controls: true, audioOnlyMode: true });
showButtons(items, async ({ source, type }) => {
  player.src({ src: source, type });
  await player.play();
});
