import { findReason } from "../../../operate/shell/http.ts";
import { InputError } from "../../sources/base/refusals.ts";
import { readFeed } from "../../sources/feed/feed.ts";
import type { Feed } from "../../sources/feed/item-parser.ts";
import { passOn } from "../listed-files.ts";
import { describeUrl, fetchFollowing } from "./follow.ts";

/** Matches what is a URL rather than a path. A drive of Windows has no slashes after its colon: `C:\feed.xml`. */
const URL_START = /^[a-z][a-z0-9+.-]*:\/\//i;

const TIMEOUT_SECONDS = 60;
/** Decompressed. */
export const MAX_FEED_BYTES = 64e6;

/** Hosts answer some clients with a web page, unless they say what they want. */
const HEADERS = {
  Accept: "application/rss+xml, application/xml;q=0.9, */*;q=0.5",
  "User-Agent": "performance-data-service",
};

/** Checks whether a feed is named by its URL. */
export function isUrl(path: string): boolean {
  return URL_START.test(path);
}

/** A page of a feed that was downloaded (RFC 5005, section 3); most feeds have one. */
export interface Page {
  readonly feed: Feed;
  /** What answered. */
  readonly url: URL;
  /** Whether its links may lead to this machine and its network: only if it is there itself. */
  readonly mayReachOwn: boolean;
  /** Its size, decompressed. */
  readonly bytes: number;
}

/**
 * Downloads a page of a feed.
 *
 * @param mayReachOwn whether it may be on this machine or its network
 * @param onRead called with the number of bytes that each read returns
 * @throws InputError if nothing answers within a minute, if the answer is not 200, exceeds 64 MB or is no feed, after five
 *   redirects, or if the page or a redirect is at no URL of http or https, or is on this machine or its network and may not
 */
export async function downloadPage(url: URL, mayReachOwn: boolean, onRead: (bytes: number) => void): Promise<Page> {
  const init = { headers: HEADERS, signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1_000) };
  const fetched = await fetchFollowing({ url, init, mayReachOwn }).catch(explainUnfetched);
  const { response } = fetched;
  const answered = new URL(response.url);
  if (!response.ok) {
    await response.body?.cancel();
    throw new InputError(
      "unreadable",
      `${describeUrl(answered)} answers ${response.status}. Check the URL, or open it in a browser.`,
    );
  }
  let bytes = 0;
  const count = (read: number) => {
    onRead(read);
    bytes += read;
    if (bytes > MAX_FEED_BYTES)
      throw new InputError(
        "unreadable",
        `It has more than ${MAX_FEED_BYTES / 1e6} MB. Download it, and name the file.`,
      );
  };
  const feed = await readFeed(passOn(response.body ?? [], count, explainUnfetched));
  return { feed, url: answered, mayReachOwn: fetched.mayReachOwn, bytes };
}

/** @throws InputError which says why a feed can't be fetched */
function explainUnfetched(error: Error): never {
  if (error instanceof InputError) throw error;
  if (error.name === "TimeoutError")
    throw new InputError(
      "unreadable",
      `It was not complete after ${TIMEOUT_SECONDS} s. Try again, or download it, and name the file.`,
    );
  throw new InputError("unreadable", `It can't be fetched (${findReason(error)}). Check the URL and the network.`);
}
