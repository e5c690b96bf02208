import { RECORDER } from "../recorder.ts";

/**
 * Lets a test say whether the page can be seen, because browsers without a window show all their pages. Keeps what the page
 * waits for, and shortens the pauses between two tries: not the limits of a script, which WebKit sets in the page.
 */
const CONTROLS = `{
  let visibility = "visible";
  Object.defineProperty(Document.prototype, "visibilityState", { get: () => visibility });
  window.hide = () => {
    visibility = "hidden";
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  };
  const { setTimeout } = window;
  window.pauses = [];
  window.setTimeout = (act, milliseconds) => {
    const isPause = milliseconds >= 5_000 && milliseconds < 100_000;
    if (isPause) pauses.push(milliseconds);
    return setTimeout(act, isPause ? milliseconds / 100 : milliseconds);
  };
  addEventListener("pageshow", ({ persisted }) => Object.assign(window, { persisted }));
}`;

/** What a listener does to `audio`. Playback is never awaited by its promise, which WebKitGTK keeps after a seek. */
const LISTENER = `{
  const when = (type) => new Promise((resolve) => audio.addEventListener(type, resolve, { once: true }));
  const look = () => new Promise((resolve) => setTimeout(resolve, 20));
  window.play = async (seconds, speed = 1) => {
    while (audio.readyState === 0) await look();
    const end = audio.currentTime + seconds;
    audio.playbackRate = speed;
    if (audio.paused) audio.play();
    while (audio.currentTime < end) await look();
  };
  window.pause = async () => {
    const paused = when("pause");
    audio.pause();
    await paused;
  };
  window.seek = async (position) => {
    const sought = when("seeked");
    audio.currentTime = position;
    await sought;
  };
}`;

/** Composes a page with an element that plays the first episode, and reports it. @param script runs first */
export function composeListeningPage(script = ""): string {
  return `<!doctype html>
<meta charset="utf-8"><title>Listening</title><link rel="icon" href="data:,">
<script>${RECORDER}${CONTROLS}${LISTENER}${script}</script>
<script type="module">
  import * as listening from "/listening.js";
  import { loadFeed } from "/feed.js";
  const { items, find } = await loadFeed("/feed.xml");
  Object.assign(window, listening, { items, audio: document.body.appendChild(new Audio("1.wav")) });
  listening.reportListening(document, find);
  window.isReady = true;
</script>`;
}
