import { computeFingerprint } from "../digest.ts";
import type { Item } from "../item.ts";
import { DIGEST, type FeedIdentity, findFeeds, normalizeAddress } from "./owner.ts";

/** The most characters of an address that are noted: a header of API Gateway's has room for several. */
const MAX_SHOWN = 500;

const NOTED = new RegExp(`^[^?]*${DIGEST}[0-9a-f]{64}$`);

/** Gives a feed's addresses the form in which they are noted. */
export function noteIdentity({ addresses, website, ...feed }: FeedIdentity): FeedIdentity {
  return { ...feed, addresses: addresses.map(noteText), website: website && noteText(website) };
}

/** Lists what is noted of an episode's owner as it is noted now, whatever release noted it. Other tools may note anything. */
export function listNoted(item: Item): string[] {
  return [...findFeeds(item)].map((each) => noteText(String(each)));
}

/**
 * Gives an address the form in which it is noted: without what may be secret. A digest is in the place of a query, or of what has no
 * room: `https://e.test/feed?key=1` -> `https://e.test/feed#sha256-…`. A query may be all that tells two shows of a host apart. What
 * has the form, and any other text, stays as it is.
 */
export function noteText(text: string): string {
  const address = normalizeAddress(text);
  if (address === undefined || NOTED.test(text)) return text;
  const { protocol, host, pathname, search } = new URL(text);
  const shown = `${protocol}//${host}${pathname}`;
  if (search === "" && address.length <= MAX_SHOWN) return shown;
  return `${shown.slice(0, MAX_SHOWN)}${DIGEST}${computeFingerprint(address)}`;
}
