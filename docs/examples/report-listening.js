// @ts-check
// What an app does to report listening, without a browser. ../players.md explains it. It has no dependencies.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIRST_PAUSE = 10_000;
const MAX_PASSAGES = 500;

/** @typedef {{ url: string, interval: number, guid: string, listener?: string }} Episode the tag, and the item's GUID */
/** @typedef {{ url: string, body: string, since: number }} Upload since: when it was heard, in ms since the epoch */

/** What one listener hears of one episode: passages, each without a seek or a pause. */
export class Listening {
  #passages = /** @type {{ from: number, to: number }[]} */ ([]);
  #isPlaying = false;

  /** It plays here. To be called once a second, and at once when it plays, stops or is about to seek. @param {number} seconds */
  position(seconds) {
    const last = this.#passages.at(-1);
    if (this.#isPlaying && last && seconds >= last.to) last.to = seconds;
    else this.#passages.push({ from: seconds, to: seconds });
    this.#isPlaying = true;
  }

  /** It pauses, ends, is muted or seeks. To be called before a seek moves the position. */
  stop() {
    this.#isPlaying = false;
  }

  /** Takes what is new since the last time. @param {Episode} episode @returns {Upload[]} */
  take({ url, interval, guid, listener }) {
    const heard = this.#passages.filter(({ from, to }) => to > from);
    const last = this.#passages.at(-1);
    this.#passages = last && this.#isPlaying ? [{ from: last.to, to: last.to }] : [];
    const uploads = [];
    while (heard.length > 0) {
      const data = heard.splice(0, MAX_PASSAGES).flatMap(({ from, to }) => listEvents(from, to, interval));
      uploads.push({ url, body: JSON.stringify({ episodeGUID: guid, listener, data }), since: Date.now() });
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
  #failures = 0;

  /** @param {Upload[]} uploads what `save` has kept @param {(uploads: readonly Upload[]) => Promise<void>} save */
  constructor(uploads, save) {
    this.uploads = uploads;
    this.save = save;
  }

  /** Keeps uploads until `send` has delivered them. @param {readonly Upload[]} uploads */
  async add(uploads) {
    this.uploads.push(...uploads);
    await this.save(this.uploads);
  }

  /** Sends what is kept, one after another. @returns {Promise<number>} ms until the next call, or 0 if nothing is left */
  async send() {
    let wait = 0;
    for (const upload of [...this.uploads]) {
      const { pause, isOver } = await this.#post(upload);
      if (isOver) return pause;
      wait = Math.max(wait, pause);
      if (pause > 0) continue;
      this.uploads = this.uploads.filter((other) => other !== upload);
      await this.save(this.uploads);
    }
    return wait;
  }

  /** @param {Upload} upload @returns {Promise<{ pause: number, isOver?: boolean }>} isOver: the next ones must wait, too */
  async #post({ url, body, since }) {
    const headers = { "Content-Type": "application/json", "User-Agent": "ExampleApp/1.0 (https://app.example)" };
    const options = { method: "POST", headers, body, signal: AbortSignal.timeout(60_000) };
    const response = await fetch(url, options).catch(() => undefined);
    if (!response || response.status === 429 || response.status >= 500) {
      const pause = Math.min(HOUR, FIRST_PAUSE * 2 ** this.#failures++) * (1 - Math.random() / 2);
      return { pause: Math.max(pause, Number(response?.headers.get("Retry-After")) * 1_000 || 0), isOver: true };
    }
    this.#failures = 0;
    const isEarly = response.status === 404 && (await response.text()).includes("Episode not found");
    return { pause: isEarly && Date.now() - since < DAY ? HOUR : 0 };
  }
}
