/**
 * What a web player includes to report listening (docs/collecting.md).
 *
 * @license MIT
 * @import { ListeningEvent } from "../lib/listening-events.ts"
 */

/** Milliseconds after which what is new is sent. */
const PERIOD = 600_000;

/** Events in a beacon, at most: 32 KB, beside 12 KB for the longest GUID. Browsers refuse more than 64 KB at a time. */
const MAX_EVENTS = 1_000;

/** Seconds of playing without a `timeupdate`, at most. HTML says 0.25, but timers of hidden pages run once a second. */
const MAX_SILENCE = 1;

/**
 * Reports which seconds of an episode are heard: when the page is hidden or left, at the end of the episode, and every
 * ten minutes. Stores nothing in the browser. Does nothing if the listener objects (Global Privacy Control, Do Not
 * Track), or if the URL can't be sent to.
 *
 * @param {HTMLMediaElement} audio
 * @param {object} episode
 * @param {string} episode.url the attribute `url` of the feed's `<podcast:performance>`
 * @param {number} episode.interval the number in its attribute `duration`: seconds of the episode from event to event
 * @param {string} episode.guid the item's `<guid>`
 * @returns {() => void} stops, and sends the rest. Call it before the element loads another episode.
 */
export function reportListening(audio, { url, interval, guid }) {
  if (!/^https?:/i.test(url) || !URL.canParse(url) || isObjecting()) return () => {};
  const log = new Log(audio.currentTime, Math.max(1, Math.trunc(interval) || 1));
  /** @type {string[]} */
  const queue = [];
  const playing = new AbortController();
  const sending = new AbortController();

  const advance = () => {
    // Without data, currentTime is where playback will begin.
    if (!audio.seeking && audio.readyState > 0) log.advance(audio.currentTime);
  };
  const jump = (/** @type {"play" | "seek"} */ event) => {
    log.advance(findHeardEnd(audio, log.position));
    log.close("pause");
    log.open(audio.currentTime, event);
  };
  const close = (/** @type {"pause" | "ended"} */ event) => {
    if (playing.signal.aborted) return;
    advance();
    log.close(event);
  };
  const send = () => {
    close("pause");
    queue.push(...log.batches.splice(0).map((data) => JSON.stringify({ episodeGUID: guid, data })));
    while (queue[0] !== undefined && navigator.sendBeacon(url, queue[0])) queue.shift();
    if (playing.signal.aborted && queue.length === 0) sending.abort();
  };

  const ofAudio = { signal: playing.signal };
  audio.addEventListener("timeupdate", advance, ofAudio);
  audio.addEventListener("ratechange", advance, ofAudio);
  audio.addEventListener("seeking", () => jump("seek"), ofAudio);
  audio.addEventListener("emptied", () => jump("play"), ofAudio);
  audio.addEventListener("pause", () => close(audio.ended ? "ended" : "pause"), ofAudio);
  audio.addEventListener("ended", send, ofAudio);
  const ofPage = { signal: sending.signal };
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && send(), ofPage);
  window.addEventListener("pagehide", send, ofPage);
  const timer = setInterval(send, PERIOD);
  sending.signal.addEventListener("abort", () => clearInterval(timer));
  return () => {
    close("pause");
    playing.abort();
    send();
  };
}

/** Turns positions into events. Each stretch has its own last event, so that a batch counts alike without the next. */
class Log {
  /** @type {ListeningEvent[][]} */
  batches = [];
  #interval;
  #event = "play";
  #start;
  /** The last second in the events, while playback goes on from there. */
  #logged = -1;

  /** @param {number} position @param {number} interval seconds */
  constructor(position, interval) {
    this.#interval = interval;
    this.#start = this.position = position;
  }

  /** Begins a stretch elsewhere. @param {number} position @param {string} event */
  open(position, event) {
    this.#start = this.position = position;
    this.#event = event;
    this.#logged = -1;
  }

  /** @param {number} position up to where the stretch was heard */
  advance(position) {
    // A seek may land before its target.
    if (this.position === this.#start && position < this.#start) this.#start = this.position = position;
    const longest = (MAX_EVENTS - 2) * this.#interval;
    for (; position > this.#start + longest; this.close("pause")) this.position = this.#start + longest;
    this.position = Math.max(this.position, position);
  }

  /** Logs the stretch, unless nothing is new. @param {string} event */
  close(event) {
    const last = Math.ceil(this.position) - 1;
    if (this.position === this.#start || last <= this.#logged) return;
    const events = [{ time: Math.floor(this.#start), event: this.#event }];
    for (let time = Math.floor(this.#start) + this.#interval; time < last; time += this.#interval)
      events.push({ time, event: "play" });
    events.push({ time: last, event });
    const batch = this.batches.at(-1);
    if (batch && batch.length + events.length <= MAX_EVENTS) batch.push(...events);
    else this.batches.push(events);
    this.#start = this.position;
    this.#event = "play";
    this.#logged = last;
  }
}

/**
 * Returns where playback was when a seek began: at the end of the element's range. If what follows was heard before, its
 * range reaches further, and the end is a guess.
 *
 * @param {HTMLMediaElement} audio
 * @param {number} position the last known one
 */
function findHeardEnd({ played, playbackRate }, position) {
  const ends = Array.from({ length: played.length }, (_, index) => played.end(index));
  const end = ends.find((end, index) => position <= end && played.start(index) <= position) ?? position;
  return Math.min(end, position + MAX_SILENCE * playbackRate);
}

/** Checks whether the listener objects to being counted. */
function isObjecting() {
  /** @type {{ globalPrivacyControl?: boolean, doNotTrack?: string | null }} */
  const { globalPrivacyControl, doNotTrack } = navigator;
  return globalPrivacyControl === true || doNotTrack === "1";
}
