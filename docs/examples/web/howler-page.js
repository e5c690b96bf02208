// howler.js plays with Web Audio, without an element: the page says itself what is heard.
import { loadFeed, showButtons } from "./feed.js";
import { Listen } from "./listening.js";

const { items } = await loadFeed("feed.xml");
const range = document.querySelector("input");
let close = () => {};

showButtons(items, ({ source, episode }) => {
  close();
  const sound = new Howl({ src: [source] });
  const listen = new Listen(episode);
  const timer = setInterval(() => sound.playing() && listen.position(sound.seek()), 250);
  const pause = (position) => {
    listen.position(position);
    listen.pause();
  };
  sound.on("pause", () => pause(sound.seek()));
  sound.on("end", () => pause(sound.duration()));
  range.oninput = () => {
    listen.seek();
    sound.seek(range.value * sound.duration());
  };
  close = () => {
    pause(sound.seek());
    clearInterval(timer);
    listen.close();
    sound.unload();
  };
  sound.play();
});
