/**
 * What a web player includes to report listening (docs/players.md).
 * @license MIT
 * @import { ListeningEvent } from "../lib/listening-events.ts"
 * @typedef {object} Episode
 * @property {string} url the attribute `url` of the feed's `<podcast:performance>`
 * @property {number} interval the number in its attribute `duration`: seconds of the episode from event to event
 * @property {string} guid the item's `<guid>`
 * @property {string} [listener] a random id of this listener, for this episode and day only
 */

/** Milliseconds of playing after which what is new is sent, and between two tries at most. */
const PERIOD = 600_000;
/** New seconds below which a page that is hidden while it plays sends nothing: it goes on, and is rarely killed. */
const MIN_NEWS = 60;
/** Events in a request: 45 KB, beside 12 KB for the longest GUID. Browsers refuse more than 64 KB at a time. */
const MAX_EVENTS = 1_400;
/** Seconds of the episode that play in one, at most, and those that a position may be off. What is faster is a seek. */
const MAX_RATE = 16;
const MARGIN = 2;
/** Separate passages in a request: the service refuses more. */
const MAX_PASSAGES = 500;

/**
 * Reports what is heard of the episodes that media elements play. What is muted is not heard. Stores nothing.
 * @param {EventTarget} root a media element or, for players that make new ones, an ancestor of them or the document
 * @param {(audio: HTMLMediaElement) => Episode | undefined} find tells the episode when a source begins to play
 * @returns {() => void} stops, and sends the rest
 */
export function reportListening(root, find) {
  const listens = new Map(/** @type {[HTMLMediaElement, Listen | undefined][]} */ ([]));
  const stopping = new AbortController();
  const options = { capture: true, signal: stopping.signal }; // Media events don't bubble.
  // The browser stops what leaves the document, and tells only the element; of a removed frame, nobody.
  const isPlaying = (/** @type {HTMLMediaElement} */ audio) =>
    !audio.paused && audio.ownerDocument.defaultView !== null;
  const follow = (/** @type {HTMLMediaElement} */ audio) => {
    const isAudible = !audio.muted && audio.volume > 0;
    // Without data, currentTime is where playback will begin, and currentSrc may be the source before.
    const hasPosition = !audio.seeking && audio.readyState > 0;
    if (hasPosition && isAudible && isPlaying(audio) && !listens.has(audio)) {
      followAll();
      for (const other of [...listens.keys()].filter((other) => !isPlaying(other))) end(other);
      listens.set(audio, undefined).set(audio, new Listen(find(audio))); // On record before `find` may throw.
    }
    if (hasPosition && isAudible) listens.get(audio)?.position(audio.currentTime);
    if (!isAudible || !isPlaying(audio)) listens.get(audio)?.pause();
  };
  const followAll = () => Array.from(listens.keys(), follow);
  const end = (/** @type {HTMLMediaElement} */ audio) => {
    const listen = listens.get(audio);
    if (listens.delete(audio)) listen?.close();
  };
  const handle = (/** @type {Event} */ { type, target }) => {
    // Each window has classes of its own.
    if (target !== root && !/^(?:audio|video)$/i.test(/** @type {Element} */ (target).nodeName)) return;
    const audio = /** @type {HTMLMediaElement} */ (target);
    if (type === "seeking") listens.get(audio)?.seek();
    else if (type === "emptied") end(audio);
    else follow(audio);
  };
  for (const type of ["playing", "timeupdate", "pause", "volumechange", "seeking", "emptied"])
    root.addEventListener(type, handle, options);
  window.addEventListener("pagehide", followAll, options);
  document.addEventListener("visibilitychange", followAll, options);
  return () => {
    followAll();
    stopping.abort();
    for (const listen of listens.values()) listen?.close();
  };
}

/** A listen, told by any player. Sends nothing if the listener objects, or if the URL can't be sent to. */
export class Listen {
  #url = "";
  #interval;
  #head;
  #data = /** @type {ListeningEvent[]} */ ([]);
  #heardTo = NaN; // while it plays
  #toldAt = 0; // the time of the last position, in ms since the epoch
  #last = NaN; // the time of the last event, while it plays on from there
  #queue = /** @type {string[]} */ ([]); // what was not taken; the first may be on its way
  #refusals = 0;
  #isSending = false;
  #isSafe = false; // what is on its way arrives even if the page goes
  #isClosed = false;
  #timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  #page = new AbortController();

  constructor({ url = "", interval = 1, guid = "", listener } = /** @type {Partial<Episode>} */ ({})) {
    const objects = "globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true;
    try {
      if (!objects && navigator.doNotTrack !== "1" && /^https?:$/.test(new URL(url).protocol)) this.#url = url;
    } catch {} // Nothing can be sent there.
    this.#interval = Math.max(1, Math.trunc(Math.min(interval, 86_400)) || 1);
    this.#head = { episodeGUID: guid, listener };
    document.addEventListener("visibilitychange", () => this.#hide(), { signal: this.#page.signal });
    window.addEventListener("pagehide", () => this.#leave(), { signal: this.#page.signal });
    window.addEventListener("online", () => this.#send(this.#queue.length > 0), { signal: this.#page.signal });
  }

  /** It plays here. To be called at least once a second. @param {number} seconds from the episode's start */
  position(seconds) {
    if (this.#isClosed || !this.#url || !(seconds >= 0)) return;
    const passed = (Date.now() - this.#toldAt) / 1_000;
    this.#toldAt = Date.now();
    const leap = seconds - this.#heardTo;
    if (leap > MARGIN + MAX_RATE * passed || leap < -MARGIN) this.#cut();
    const isNew = Number.isNaN(this.#last);
    if (isNew && !(seconds > this.#heardTo)) this.#heardTo = seconds;
    if (seconds <= this.#heardTo) return;
    const step = this.#interval;
    if (isNew) this.#last = Math.floor(this.#heardTo) - step;
    for (; this.#last + step < seconds; this.#last += step) this.#data.push({ time: this.#last + step, event: "play" });
    this.#heardTo = seconds;
    this.#timer ??= setTimeout(() => this.#send(), PERIOD);
  }

  /** It plays on elsewhere, from the next position. To be called before it moves. */
  seek() {
    this.#cut();
  }

  /** It stopped, or can't be heard. */
  pause() {
    this.#cut();
    this.#hide();
  }

  /** Nothing follows. What was not taken is still sent. */
  close() {
    this.#isClosed = true;
    void this.#send(this.#queue.length === 0);
  }

  /** Ends the events so far, so that they count alike without those that follow. */
  #cut(heardTo = NaN) {
    if (!Number.isNaN(this.#last)) this.#data.push({ time: Math.ceil(this.#heardTo) - 1, event: "pause" });
    this.#heardTo = heardTo;
    this.#last = NaN;
  }

  /** Makes requests. The second with which one begins was heard, and may end the one before. */
  #collect() {
    this.#cut(this.#heardTo);
    while (this.#data.length > 0) {
      let room = MAX_PASSAGES;
      const full = this.#data.findIndex(({ event }, i) => i === MAX_EVENTS || (event === "pause" && --room === 0));
      const data = this.#data.splice(0, full < 0 ? Infinity : full);
      if (this.#data[0]) data.push({ time: this.#data[0].time, event: "pause" });
      this.#queue.push(JSON.stringify({ ...this.#head, data }));
    }
  }

  /** A hidden page that does not play may be killed without another word. */
  #hide() {
    const isDue = Number.isNaN(this.#last) || this.#data.length * this.#interval >= MIN_NEWS;
    if (document.visibilityState === "hidden") void this.#send(isDue && this.#queue.length === 0);
  }

  #leave() {
    this.#collect();
    this.#queue = this.#queue.filter((body, i) => (this.#isSafe && i === 0) || !navigator.sendBeacon(this.#url, body));
  }

  async #send(isDue = true) {
    if (!isDue || this.#isSending) return;
    this.#isSending = true;
    clearTimeout(this.#timer);
    let wait = 0;
    if (this.#queue.length === 0) this.#collect();
    for (let body = this.#queue[0]; body && !wait; body = this.#queue[0])
      wait = this.#take(body, await this.#post(body));
    wait ||= this.#data.length > 0 ? PERIOD : 0;
    this.#timer = wait ? setTimeout(() => this.#send(), Math.min(wait, 6 * PERIOD)) : undefined;
    this.#isSending = this.#isSafe = false;
    if (this.#isClosed && this.#queue.length === 0) this.#page.abort();
  }

  /** @param {string} body @returns {Promise<Response | undefined>} undefined without an answer */
  async #post(body) {
    this.#isSafe = document.visibilityState === "hidden" || this.#queue.length === 1;
    let response;
    try {
      const options = { method: "POST", body, keepalive: this.#isSafe, signal: AbortSignal.timeout?.(60_000) };
      response = await fetch(this.#url, { ...options, credentials: "omit" });
      await response.text(); // Until then, it counts towards the 64 KB.
    } catch {} // No answer, or only its status, which is enough.
    return response;
  }

  /**
   * @param {string} body
   * @param {Response} [response]
   * @returns {number} milliseconds until the next try; 0 if it was taken, or never will be
   */
  #take(body, response) {
    if (!response || response.status === 429 || response.status >= 500) {
      const pause = Math.min(PERIOD, 10_000 * 2 ** this.#refusals++) * (1 - Math.random() / 2);
      return Math.max(pause, Number(response?.headers.get("Retry-After")) * 1_000 || 0);
    }
    if (this.#queue[0] === body) this.#queue.shift(); // Otherwise a beacon took it, too.
    if (this.#refusals > 0 || this.#isClosed) this.#collect();
    this.#refusals = 0;
    return 0;
  }
}
