// @ts-check
// What an app does to report listening, without a browser. ../players.md explains it. It has no dependencies.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIRST_PAUSE = 10_000;
const MAX_PASSAGES = 500;
const MAX_RATE = 16;
const MARGIN = 2;

/** @typedef {{ url: string, interval: number, tokenExpires?: number, guid: string, listener?: string }} Episode the tag, and the item's GUID */
/**
 * @typedef {{ url: string, body: string, since: number, expires?: number, retryAt?: number }} Upload when it was heard, when its
 *   tag expires, and when to try again, in ms since the epoch
 * @typedef {{ failures: number, retryAt: number, sending?: Promise<void> }} Host
 */

/** What one listener hears of one episode: passages, each without a seek or a pause. */
export class Listening {
  #passages = /** @type {{ from: number, to: number }[]} */ ([]);
  #isPlaying = false;
  #toldAt = 0;

  /**
   * It plays here. To be called once a second, and at once when it plays, stops or is about to seek. Leaves out what is no position,
   * which players tell at times. What no speed explains is a seek.
   *
   * @param {number} seconds
   */
  position(seconds) {
    if (!Number.isFinite(seconds) || seconds < 0) return;
    const last = this.#passages.at(-1);
    const most = MARGIN + (MAX_RATE * (Date.now() - this.#toldAt)) / 1_000;
    this.#toldAt = Date.now();
    if (this.#isPlaying && last && seconds >= last.to && seconds - last.to <= most) last.to = seconds;
    else this.#passages.push({ from: seconds, to: seconds });
    this.#isPlaying = true;
  }

  /** It pauses, ends, is muted or seeks. To be called before a seek moves the position. */
  stop() {
    this.#isPlaying = false;
  }

  /** Takes what is new since the last time. @param {Episode} episode @returns {Upload[]} */
  take({ url, interval, tokenExpires, guid, listener }) {
    const heard = this.#passages.filter(({ from, to }) => to > from);
    const last = this.#passages.at(-1);
    this.#passages = last && this.#isPlaying ? [{ from: last.to, to: last.to }] : [];
    const uploads = [];
    while (heard.length > 0) {
      const data = heard.splice(0, MAX_PASSAGES).flatMap(({ from, to }) => listEvents(from, to, interval));
      const body = JSON.stringify({ episodeGUID: guid, listener, data });
      uploads.push({ url, body, since: Date.now(), ...(tokenExpires && { expires: tokenExpires * 1_000 }) });
    }
    return uploads;
  }
}

/** @param {number} from @param {number} to @param {number} interval seconds */
function listEvents(from, to, interval) {
  const events = [];
  for (let time = Math.floor(from); time < to; time += interval) events.push({ time, event: "play" });
  return [...events, { time: Math.ceil(to) - 1, event: "pause" }];
}

/** What is not delivered yet. `save` keeps it where a restart of the app finds it. */
export class Outbox {
  /** @type {Map<string, Host>} */
  #hosts = new Map();
  #saved = Promise.resolve();

  /** @param {Upload[]} uploads what `save` has kept @param {(uploads: readonly Upload[]) => Promise<void>} save */
  constructor(uploads, save) {
    this.uploads = uploads;
    this.save = save;
  }

  /** Keeps uploads until `send` has delivered them, or they have expired. @param {readonly Upload[]} uploads */
  async add(uploads) {
    this.uploads.push(...uploads);
    await this.#save();
  }

  /**
   * Sends what is kept: to each host one after another, and to all hosts at once, so that none waits for a slow one. What is to
   * wait is left out, unless all of it is: then the app knows better, such as that the network is back.
   *
   * @returns {Promise<number>} ms until the next call, or 0 if nothing is left
   */
  async send() {
    const isLive = (/** @type {Upload} */ { expires }) => expires === undefined || expires > Date.now();
    if (!this.uploads.every(isLive)) await this.#keep(isLive);
    const due = this.uploads.filter((upload) => this.#findRetry(upload) <= Date.now());
    const chosen = due.length > 0 ? due : this.uploads;
    const hosts = new Set(chosen.map(({ url }) => this.#findHost(url)));
    await Promise.all(
      [...hosts].map((host) => {
        host.sending ??= this.#sendTo(host, chosen).finally(() => delete host.sending);
        return host.sending;
      }),
    );
    if (this.uploads.length === 0) return 0;
    return Math.max(1, Math.min(...this.uploads.map((upload) => this.#findRetry(upload))) - Date.now());
  }

  /** @param {Host} host @param {readonly Upload[]} uploads */
  async #sendTo(host, uploads) {
    for (const upload of uploads.filter(({ url }) => this.#findHost(url) === host)) {
      if (await this.#post(upload, host)) await this.#keep((other) => other !== upload);
      if (host.failures > 0) return;
    }
  }

  /** Sends an upload. Returns whether it is done with: taken, or never to be. @param {Upload} upload @param {Host} host */
  async #post(upload, host) {
    const headers = { "Content-Type": "application/json", "User-Agent": "ExampleApp/1.0 (https://app.example)" };
    const options = { method: "POST", headers, body: upload.body, signal: AbortSignal.timeout(60_000) };
    const response = await fetch(upload.url, options).catch(() => undefined);
    const text = response?.status === 404 ? await response.text().catch(() => undefined) : "";
    if (!response || text === undefined || response.status === 429 || response.status >= 500) {
      const pause = Math.min(HOUR, FIRST_PAUSE * 2 ** host.failures++) * (1 - Math.random() / 2);
      const asked = Number(response?.headers.get("Retry-After")) * 1_000 || 0;
      host.retryAt = Date.now() + Math.min(DAY, Math.max(pause, asked));
      return false;
    }
    host.failures = 0;
    const isEarly = text.includes("Episode not found") && Date.now() - upload.since < DAY;
    if (isEarly) upload.retryAt = Date.now() + HOUR;
    return !isEarly;
  }

  /** Finds when to try again, in ms since the epoch. @param {Upload} upload */
  #findRetry({ url, retryAt = 0 }) {
    return Math.max(retryAt, this.#findHost(url).retryAt);
  }

  /** @param {string} url */
  #findHost(url) {
    const name = URL.canParse(url) ? new URL(url).host : url;
    const host = this.#hosts.get(name) ?? { failures: 0, retryAt: 0 };
    this.#hosts.set(name, host);
    return host;
  }

  /** @param {(upload: Upload) => boolean} isKept */
  async #keep(isKept) {
    this.uploads = this.uploads.filter(isKept);
    await this.#save();
  }

  /** Saves the newest state, after what is being saved: two hosts may answer at once. */
  #save() {
    this.#saved = this.#saved.catch(() => {}).then(() => this.save(this.uploads));
    return this.#saved;
  }
}
