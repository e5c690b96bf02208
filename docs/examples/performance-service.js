// @ts-check
// Loads charts from the performance data service with one admin token. dashboard.js uses it.
import { setTimeout } from "node:timers/promises";

const MAX_CONCURRENT_REQUESTS = 6;
const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
const TIMEOUT_MS = 15_000;

/** What the service says of a chart in headers: where it is from, how many listeners are in it, and since when it is like that. */
const FACTS = ["chart-source", "chart-sources", "chart-listeners", "last-modified"];

/** @typedef {{ status: number, facts: Readonly<Record<string, string>>, body: string }} Answer facts: headers, such as chart-source */

/** The service. Create one for all requests of the process: they share its token and its limit of requests at once. */
export class PerformanceService {
  #url;
  #publicKey;
  /** @type {Promise<string>} */
  #token = Promise.resolve("");
  #renewAt = 0;
  #expiresAt = 0;
  #free = MAX_CONCURRENT_REQUESTS;
  /** @type {(() => void)[]} */
  #waiting = [];

  /**
   * @param {string} url such as https://performance.example.com
   * @param {string} publicKey the service's public key, which is in effect a password
   */
  constructor(url, publicKey) {
    this.#url = url.replace(/\/+$/, "");
    this.#publicKey = publicKey;
  }

  /**
   * Loads a chart of any episode, whoever owns it.
   *
   * @param {string} guid
   * @param {string} [source] which of its curves, such as youtube
   * @returns {Promise<Answer>} 200 with a chart, 404 with an error, or what is wrong with the service
   */
  async loadChart(guid, source) {
    const token = this.#loadToken();
    const answer = await this.#request(await token, { guid, source });
    if (answer.status !== 401) return answer;
    // It was revoked before its time. Another request may have renewed it already.
    if (token === this.#token) this.#renewAt = this.#expiresAt = 0;
    return this.#request(await this.#loadToken(), { guid, source });
  }

  /** Returns the admin token that all requests share. Renews it at half of its life; if that fails, uses up the rest. */
  #loadToken() {
    if (Date.now() >= this.#renewAt) {
      const last = this.#token;
      this.#renewAt = Number.POSITIVE_INFINITY;
      this.#token = this.#fetchToken().catch((error) => {
        this.#renewAt = 0;
        if (Date.now() < this.#expiresAt) return last;
        throw error;
      });
    }
    return this.#token;
  }

  async #fetchToken() {
    const requestedAt = Date.now();
    const { url, status, body } = await this.#fetch("/token", { headers: { "X-PUB-KEY": this.#publicKey } });
    if (!body.startsWith('{"token":')) throw new Error(`GET ${url} answers ${status}: ${body.slice(0, 200)}`);
    const { token } = /** @type {{ token: string }} */ (JSON.parse(body));
    const [, claims = ""] = token.split(".");
    const { iat, exp } = JSON.parse(Buffer.from(claims, "base64url").toString());
    this.#renewAt = requestedAt + ((exp - iat) / 2) * 1_000;
    this.#expiresAt = requestedAt + (exp - iat) * 1_000;
    return token;
  }

  /**
   * Requests a chart when fewer than the maximum of requests are under way.
   *
   * @param {string} token
   * @param {{ guid: string, source: string | undefined }} wanted
   * @returns {Promise<Answer>}
   */
  async #request(token, wanted) {
    if (this.#free > 0) this.#free--;
    else await new Promise((resolve) => this.#waiting.push(() => resolve(undefined)));
    try {
      const { status, headers, body } = await this.#fetch("/charts", {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "Accept-Encoding": "gzip" },
        body: JSON.stringify(wanted),
      });
      return { status, facts: Object.fromEntries([...headers].filter(([name]) => FACTS.includes(name))), body };
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }

  /**
   * Requests again while the service throttles.
   *
   * @param {string} path
   * @param {RequestInit} init
   */
  async #fetch(path, init) {
    for (let attempt = 1; ; attempt++) {
      // A redirect would take the key to another server.
      const options = { ...init, redirect: /** @type {const} */ ("error"), signal: AbortSignal.timeout(TIMEOUT_MS) };
      const response = await fetch(`${this.#url}${path}`, options);
      const { url, status, headers } = response;
      const body = await response.text();
      if ((status !== 429 && status !== 503) || attempt === MAX_ATTEMPTS) return { url, status, headers, body };
      await setTimeout(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}
