import jsonwebtoken, { type JwtPayload } from "jsonwebtoken";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { launchBrowser } from "./browser.ts";
import { readListenItems } from "./collector.ts";
import { listSeconds } from "./fake-audio.ts";
import { type ListenRoute, startListenRoute } from "./listen-route.ts";
import { DURATION, type PlayerSite, startPlayerSite } from "./player-site.ts";
import { compare, RECORDER, type Records } from "./recorder.ts";
import { getToken } from "./service.ts";
import { unpackSpans } from "./spans.ts";
import { writeChartItem } from "./tables.ts";

interface Options {
  /** What the tag says of the interval. */
  readonly expiresIn?: string;
  /** Where the site's policy lets its pages send to (default: the collector). */
  readonly allowed?: string;
  /** Runs before the page's own scripts. */
  readonly script?: string;
  /** Whether the test moves the page's timers: `page.clock`. */
  readonly hasClock?: boolean;
}

/** How the element of a bare page is made, and reported. */
const MAKE_PLAYER = `
  window.audio = new Audio("1.wav");
  await new Promise((resolve) => audio.addEventListener("canplaythrough", resolve, { once: true }));
  window.stop = reportListening(audio, find);
`;

/** A browser with a page of a player, a site, and the collector to which the page reports. */
export class Players {
  readonly browser: Browser;
  readonly route: ListenRoute;
  /** Of the two episodes, `1.wav` and `2.wav`. */
  guids: readonly string[] = [];
  site: PlayerSite | undefined;
  page: Page | undefined;

  constructor(browser: Browser, route: ListenRoute) {
    this.browser = browser;
    this.route = route;
  }

  /** Publishes two new episodes, and opens a page of the site. */
  async open(name: string, { expiresIn = "1h", allowed = this.route.url, script = "" }: Options = {}): Promise<Page> {
    vi.stubEnv("EXPIRES_IN", expiresIn);
    this.guids = [`player-${crypto.randomUUID()}`, `player-${crypto.randomUUID()}`];
    for (const guid of this.guids) await writeChartItem({ guid, duration: DURATION });
    const { s, d, exp } = jsonwebtoken.decode(await getToken()) as JwtPayload;
    const url = `${this.route.url}/episodeperformance/${s}`;
    const tag = `<podcast:performance url="${url}" tokenExpires="${exp}" duration="${d}"/>`;
    this.site = await startPlayerSite(tag, this.guids, allowed);
    this.page = await (await this.browser.newContext()).newPage();
    await this.page.addInitScript(RECORDER + script);
    await this.page.goto(`${this.site.url}/${name}`);
    return this.page;
  }

  /** Opens a page without a player, and makes one of an element, `audio`, with the first episode. */
  async openBare({ make = MAKE_PLAYER, ...options }: Options & { readonly make?: string } = {}): Promise<Page> {
    const page = await this.open("bare.html", options);
    if (options.hasClock) await page.clock.install();
    await page.evaluate(`import("/listening.js").then(async (module) => {
      const { loadFeed } = await import("/feed.js");
      Object.assign(window, module, await loadFeed("/feed.xml"));
      ${make}
    })`);
    return page;
  }

  /** Goes to another page, as a link would. Returns what was heard in the one that is left. */
  async leave(): Promise<Records> {
    const records = this.site?.records ?? [];
    const before = records.length;
    await this.page?.goto("about:blank");
    await expect.poll(() => records.length).toBeGreaterThan(before);
    return records.at(-1) ?? {};
  }

  /** The seconds of an episode that the collector has. @param number 1 or 2 */
  async readReported(number = 1): Promise<number[]> {
    const listens = (await readListenItems()).filter(({ guid }) => guid === this.guids[number - 1]);
    const spans = listens.flatMap(({ spans }) => unpackSpans(spans));
    return listSeconds(spans.map(({ start, end }) => ({ from: start, to: end })));
  }

  /** Waits until the collector has the seconds of both episodes that were heard, and no others. See `compare`. */
  async expectReported(records: Records, { lag = 0.1, speed = 1 } = {}): Promise<void> {
    for (const number of [1, 2]) {
      const difference = async () => compare(await this.readReported(number), records[`${number}.wav`], lag, speed);
      await expect.poll(difference, { message: `episode ${number}` }).toEqual({ missing: [], added: [] });
    }
  }

  /** What was asked of the collector, such as `POST 202`. */
  get asked(): string[] {
    return this.route.requests.map(({ summary }) => summary);
  }
}

/** Starts a browser and a collector for the tests of a file. Returns what gives them to a test. */
export function usePlayers(): () => Players {
  let players: Players | undefined;
  beforeAll(async () => {
    const browser = await launchBrowser("--autoplay-policy=no-user-gesture-required", "--mute-audio");
    players = new Players(browser, await startListenRoute());
  });
  afterAll(async () => {
    await players?.browser.close();
    players?.route.stop();
  });
  beforeEach(() => {
    // The clock stands still, so that a test at midnight has one window, too.
    vi.useFakeTimers({ toFake: ["Date"] });
    if (players) players.route.requests.length = players.route.refusals.length = 0;
  });
  afterEach(async () => {
    vi.useRealTimers();
    await players?.page?.context().close();
    players?.site?.stop();
  });
  return () => {
    if (!players) throw new Error("The browser has not started.");
    return players;
  };
}
