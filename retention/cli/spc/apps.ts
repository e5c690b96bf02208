import { tryParseUrl } from "../../../lib/url.ts";
import { isOwnAddress } from "../feed/follow.ts";
import { Frequencies } from "./frequencies.ts";
import type { Visit } from "./log-line.ts";

/** An app that says in its User-Agent where it answers. All of it but the day is a stranger's text. */
export interface App {
  /** Without a query. */
  readonly url: URL;
  /** Its last visit. */
  visit: Visit;
  /** If the app is to be asked: its keys, one of each podcast. They are secrets. */
  keys: Map<string, SeenKey>;
}

/** What the logs say of a key. */
export interface SeenKey {
  /** Of the feed that was fetched with it last. */
  readonly path: string;
  /** How often it was seen. */
  readonly times: number;
}

/** An address in a User-Agent, such as `SPC/https://api.example.com/spc?p=KEY`. */
const ADDRESS = /(?<![a-z\d])spc\/(https?:\/\/[^\s"'<>;,()\\]{1,2000})/gi;

const KEY = /^[a-z\d]{1,128}$/i;

/** A product in a User-Agent, or its first word (RFC 9110, section 10.1.5). Neither has a `?` or a `=`, so it is no query. */
const PRODUCT = /[\w.!#$%&'*+^`|~-]{1,40}(?=\/)/g;
const WORD = /^[\w.!#$%&'*+^`|~-]{1,40}/;

/** Products that say nothing of the app. */
const BROWSERS = ["mozilla", "applewebkit", "spc"];

/** Anyone can fill a log with apps and keys. These many are kept: of more keys, the half that is seen most often. */
const MAX_APPS = 1_000;
const MAX_KEYS = 100_000;

/** Addresses that are remembered as they were parsed. */
const MAX_ADDRESSES = 10_000;

/** Collects the apps in access logs. */
export class Apps {
  readonly #asked: readonly string[];
  readonly #apps = new Map<string, App>();
  /** Of keys, also of those that were left out. */
  readonly #frequencies = new Frequencies();
  readonly #parsed = new Map<string, URL | undefined>();
  /** Whether some apps or keys are left out. */
  hasMore = false;

  /** @param asked hosts, or hosts with paths, whose keys are to be collected */
  constructor(asked: readonly string[]) {
    this.#asked = asked;
  }

  /** The apps that were found, the last seen first. */
  get all(): readonly App[] {
    return [...this.#apps.values()].sort((one, other) => (one.visit.day < other.visit.day ? 1 : -1));
  }

  /** @param times how often the User-Agent was seen with its addresses */
  add(visit: Visit, times: number): void {
    const addresses = [...visit.userAgent.matchAll(ADDRESS)].map(([, address = ""]) => address);
    for (const address of new Set(addresses)) {
      const url = this.#parse(address);
      const app = url && this.#findApp(url, visit);
      if (!app) continue;
      if (visit.day >= app.visit.day) app.visit = visit;
      if (this.#asked.some((asked) => isNamed(app.url, asked)))
        for (const key of url.searchParams.getAll("p")) if (KEY.test(key)) this.#addKey(app, key, visit, times);
    }
  }

  #addKey(app: App, key: string, { path }: Visit, times: number): void {
    app.keys.set(key, { path, times: this.#frequencies.add(`${app.url} ${key}`, times) });
    if (app.keys.size <= MAX_KEYS) return;
    // Of those that were seen as often, the newest stay.
    const newestFirst = sortKeys(new Map([...app.keys].reverse()));
    app.keys = new Map(newestFirst.slice(0, MAX_KEYS / 2).reverse());
    this.hasMore = true;
  }

  #parse(address: string): URL | undefined {
    if (this.#parsed.has(address)) return this.#parsed.get(address);
    const url = tryParseUrl(address);
    if (this.#parsed.size >= MAX_ADDRESSES) this.#parsed.clear();
    this.#parsed.set(address, url?.username === "" && url.password === "" ? url : undefined);
    return this.#parsed.get(address);
  }

  #findApp(url: URL, visit: Visit): App | undefined {
    const id = `${url.origin}${url.pathname}`;
    const known = this.#apps.get(id);
    if (known) return known;
    if (this.#apps.size >= this.#computeRoom(url)) {
      this.hasMore = true;
      return undefined;
    }
    const app = { url: new URL(id), visit, keys: new Map<string, SeenKey>() };
    this.#apps.set(id, app);
    return app;
  }

  /** As many again may be at hosts that are to be asked. One that is named with its path is always kept. */
  #computeRoom({ host, pathname }: URL): number {
    if (this.#asked.includes(`${host}${pathname}`)) return Number.POSITIVE_INFINITY;
    return this.#asked.includes(host) ? 2 * MAX_APPS : MAX_APPS;
  }
}

/** Sorts the keys of an app: those that were seen most often first. */
export function sortKeys(keys: App["keys"]): [key: string, seen: SeenKey][] {
  return [...keys].sort(([, one], [, other]) => other.times - one.times);
}

/** Checks whether a URL is at a host, or at a host and a path. */
export function isNamed({ host, pathname }: URL, name: string): boolean {
  return name === host || name === `${host}${pathname}`;
}

/** Finds the name of an app in its User-Agent: `Mozilla/5.0 (compatible; ExampleCast/1.0) SPC/https://…` -> `ExampleCast`. */
export function findName(userAgent: string): string {
  const text = userAgent.replaceAll(ADDRESS, "").trim();
  const products = [...text.matchAll(PRODUCT)].map(([product]) => product);
  return products.find((product) => !BROWSERS.includes(product.toLowerCase())) ?? WORD.exec(text)?.[0] ?? "";
}

/** Says why an app is not asked; undefined if it may be. Names are looked up only when it is. */
export function findBar({ protocol, hostname, host }: URL): "not https" | "private" | undefined {
  if (protocol !== "https:") return "not https";
  const isLocal = /(?:^|\.)(?:localhost|local|internal|lan)\.?$/.test(hostname) || !/[.:]/.test(host);
  return isLocal || isOwnAddress(new URL(`https://${host}`)) ? "private" : undefined;
}
