// howler.js plays with Web Audio, without an element: the page itself says what is heard.
import { loadFeed, showButtons } from "./feed.js";
import { Listen } from "./listening.js";

const { items } = await loadFeed("feed.xml");
const range = document.querySelector("input");
let close = () => {};

showButtons(items, ({ source, episode }) => {
  close();
  const sound = new Howl({ src: [source] });
  const listen = new Listen(episode);
  const timer = setInterval(() => (sound.playing() ? listen.position(sound.seek()) : listen.pause()), 100);
  range.oninput = () => {
    listen.seek();
    sound.seek(range.value * sound.duration());
  };
  close = () => {
    clearInterval(timer);
    listen.close();
    sound.unload();
  };
  sound.play();
});
