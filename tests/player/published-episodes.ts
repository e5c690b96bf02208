import jsonwebtoken, { type JwtPayload } from "jsonwebtoken";
import { expect, vi } from "vitest";
import { readHeardSeconds } from "../support/collector.ts";
import type { Routes } from "../support/routes.ts";
import { getToken } from "../support/service.ts";
import { writeChartItem } from "../support/tables.ts";
import { DURATION, type PlayerSite, startPlayerSite } from "./player-site.ts";
import { compare, type Records } from "./recorder.ts";

/** How many pages are closed until one must have heard of it, and how long what it heard may be on its way. */
const CLOSED_PAGES = 5;
const HEARING_MS = 10_000;

/** How episodes are published. */
export interface Publishing {
  /** What the tag says of the interval. */
  readonly expiresIn?: string;
  /** Where the site's policy lets its pages send to (default: the collector). */
  readonly allowed?: string;
  /** Pages of the site besides those of the examples, by their names. */
  readonly pages?: Readonly<Record<string, string>>;
}

/** A site with two episodes and the tag, and the collector to which its pages report. */
export class PublishedEpisodes {
  readonly route: Routes;
  /** Of the two episodes, `1.wav` and `2.wav`. */
  guids: readonly string[] = [];
  site: PlayerSite | undefined;

  constructor(route: Routes) {
    this.route = route;
  }

  /** Publishes two new episodes. Returns their site. */
  async publish({ expiresIn = "1h", allowed = this.route.url, pages = {} }: Publishing = {}): Promise<PlayerSite> {
    this.site?.stop();
    vi.stubEnv("EXPIRES_IN", expiresIn);
    this.guids = [`player-${crypto.randomUUID()}`, `player-${crypto.randomUUID()}`];
    for (const guid of this.guids) await writeChartItem({ guid, duration: DURATION });
    const { s, d, exp } = jsonwebtoken.decode(await getToken()) as JwtPayload;
    const url = `${this.route.url}/episodeperformance/${s}`;
    const tag = `<podcast:performance url="${url}" tokenExpires="${exp}" duration="${d}"/>`;
    this.site = await startPlayerSite(tag, this.guids, allowed, pages);
    return this.site;
  }

  /** Lets a page go. Returns what was heard in it. @param act makes it go */
  async readRecords(act: () => Promise<unknown>): Promise<Records> {
    const records = this.site?.records ?? [];
    const before = records.length;
    await act();
    await expect.poll(() => records.length).toBeGreaterThan(before);
    return records.at(-1) ?? {};
  }

  /**
   * Closes pages that play, one after another, until one has told of it before its browser ended it: the test what was
   * heard, and the collector something. Browsers give pages half a second for that, which may not be enough on a busy
   * machine. Returns what was heard in it.
   *
   * @param play opens a page that plays
   */
  async readRecordsOfClosed(play: () => Promise<unknown>, close: () => Promise<unknown>): Promise<Records> {
    for (let page = 0; page < CLOSED_PAGES; page++) {
      await play();
      const { records = [] } = this.site ?? {};
      const { requests } = this.route;
      const before = requests.length;
      await close();
      const hasTold = () => records.length > 0 && requests.length > before;
      await vi.waitUntil(hasTold, { timeout: HEARING_MS }).catch(() => {});
      if (records[0] && hasTold()) return records[0];
    }
    throw new Error(`None of ${CLOSED_PAGES} pages that were closed told both the test and the collector.`);
  }

  /** The seconds of an episode that the collector has. @param number 1 or 2 */
  async readReported(number = 1): Promise<number[]> {
    return readHeardSeconds(this.guids[number - 1]);
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
