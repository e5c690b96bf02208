import { RECORDER } from "../recorder.ts";

/** How long a page waits for what it does to its audio, far more than that takes on a busy machine. */
const WAIT_SECONDS = 30;

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
  addEventListener("pagehide", () => (window.shown = undefined));
  addEventListener("pageshow", ({ persisted }) => (window.shown = persisted ? "again" : "anew"));
}`;

/**
 * What a listener does to `audio`, and what a test waits for. Each wait ends with an error that says what did not happen.
 * Playback is never awaited by its promise, which WebKitGTK keeps after a seek.
 */
const LISTENER = `{
  const look = () => new Promise((resolve) => setTimeout(resolve, 20));
  window.waitFor = async (what, isTrue) => {
    const end = performance.now() + ${WAIT_SECONDS * 1_000};
    while (!isTrue()) {
      if (performance.now() > end) throw new Error("In ${WAIT_SECONDS} s, " + what + " did not happen. " + describe());
      await look();
    }
  };
  const describe = () => {
    const { currentSrc, currentTime, paused, seeking, ended, readyState, networkState, error } = window.audio ?? {};
    return JSON.stringify({ currentSrc, currentTime, paused, seeking, ended, readyState, networkState, error: error?.message });
  };
  const act = async (event, change) => {
    let hasHappened = false;
    audio.addEventListener(event, () => (hasHappened = true), { once: true });
    change();
    await waitFor(event, () => hasHappened);
  };
  window.play = async (seconds, speed = 1) => {
    await waitFor("that audio can be played", () => audio.readyState > 0);
    const end = audio.currentTime + seconds;
    audio.playbackRate = speed;
    if (audio.paused) audio.play();
    await waitFor("playing until " + end, () => audio.currentTime >= end);
  };
  window.pause = () => act("pause", () => audio.pause());
  window.seek = (position) => act("seeked", () => (audio.currentTime = position));
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
