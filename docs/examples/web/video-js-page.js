// Video.js plays all sources with one element.
import { loadFeed, showButtons } from "./feed.js";
import { reportListening } from "./listening.js";

const { items, find } = await loadFeed("feed.xml");
reportListening(document, find);

const audio = document.body.appendChild(Object.assign(new Audio(), { className: "video-js" }));
const player = videojs(audio, { controls: true, audioOnlyMode: true });
showButtons(items, async ({ source, type }) => {
  player.src({ src: source, type });
  await player.play();
});
