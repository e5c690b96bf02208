import { computeFingerprint } from "../digest.ts";
import type { Item } from "../item.ts";
import { DIGEST, type FeedIdentity, findAddress, findFeeds } from "./owner.ts";

/** The most characters of an address that are noted: a header of API Gateway's has room for several. */
const MAX_SHOWN = 500;

const NOTED = new RegExp(`^[^?]*${DIGEST}[0-9a-f]{64}$`);

/**
 * Composes the form in which an address is noted: without what may be secret. A digest is in the place of a query, or of what has no
 * room: `https://e.test/feed?key=1` -> `https://e.test/feed#sha256-…`. A query may be all that tells two shows of a host apart.
 */
function noteAddress(address: string): string {
  const { protocol, host, pathname, search } = new URL(address);
  const shown = `${protocol}//${host}${pathname}`;
  if (search === "" && shown.length <= MAX_SHOWN) return shown;
  return `${shown.slice(0, MAX_SHOWN)}${DIGEST}${computeFingerprint(findAddress(address) ?? "")}`;
}

/** Gives a feed's addresses the form in which they are noted. */
export function noteIdentity(feed: FeedIdentity): FeedIdentity {
  return { ...feed, addresses: feed.addresses.map(noteAddress), former: feed.addresses };
}

/** Lists what is noted of an episode's owner as it is noted now, whatever release noted it. Other tools may note anything. */
export function listNoted(item: Item): string[] {
  return [...findFeeds(item)].map((each) => {
    const text = String(each);
    return findAddress(text) === undefined || NOTED.test(text) ? text : noteAddress(text);
  });
}
