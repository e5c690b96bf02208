import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { launchBrowser } from "./launch.ts";
import { type ListenRoute, startListenRoute } from "./listen-route.ts";
import { PublishedEpisodes, type Publishing } from "./published-episodes.ts";
import { RECORDER, type Records } from "./recorder.ts";

interface Options extends Publishing {
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
export class Players extends PublishedEpisodes {
  readonly browser: Browser;
  page: Page | undefined;

  constructor(browser: Browser, route: ListenRoute) {
    super(route);
    this.browser = browser;
  }

  /** Publishes two new episodes, and opens a page of the site. */
  async open(name: string, { script = "", ...publishing }: Options = {}): Promise<Page> {
    const { url } = await this.publish(publishing);
    this.page = await (await this.browser.newContext()).newPage();
    await this.page.addInitScript(RECORDER + script);
    await this.page.goto(`${url}/${name}`);
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
    return this.readRecords(async () => this.page?.goto("about:blank"));
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
