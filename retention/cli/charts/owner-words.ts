import { DIGEST, type Mismatch } from "../../../lib/episode/owner.ts";
import { createFact, type FeedDoor } from "../../sources/base/facts.ts";
import type { Refusal } from "../../sources/base/refusals.ts";
import { describeAddress } from "../feed/follow.ts";

/** What a feed lacks of the owner's, or has otherwise. */
const MISMATCHES: Readonly<Record<Mismatch, string>> = {
  "other address": "has another address",
  "no address": 'has no <atom:link rel="self">',
  "no guid": "has no <podcast:guid>",
  "other guid": "has another <podcast:guid>",
  "no identity": 'has neither an <atom:link rel="self"> nor a <podcast:guid>',
};

/**
 * Refuses an episode that other feeds own.
 *
 * @param feeds what is noted of them
 * @param name that of the feed
 */
export function refuseRival(
  { feeds, mismatch }: { readonly feeds: ReadonlySet<string>; readonly mismatch: Mismatch },
  name: string,
  door: FeedDoor,
): Refusal {
  const problem = `Another feed has registered it (${describeNoted(feeds)}), and ${name} ${MISMATCHES[mismatch]}.`;
  return createFact("of-another-feed", problem, { mismatch, name, door });
}

/** Describes what is noted of feeds, without what may be secret. An address with a query, or without its end, has dots. */
export function describeNoted(feeds: ReadonlySet<string>): string {
  return [...feeds]
    .map((feed) => `${describeAddress(String(feed))}${String(feed).includes(DIGEST) ? "…" : ""}`)
    .sort()
    .join(", ");
}

/** Refuses to hand out or delete a chart that nobody owns. */
export const UNOWNED = createFact("unowned", "It has a chart and no owner.");

/** Says how many episodes have charts and no owner. @param howToAdopt a command, or what to do */
export function formatUnowned(episodes: number, howToAdopt: string): string {
  const noun = episodes === 1 ? "1 episode has a chart" : `${episodes.toLocaleString("en")} episodes have charts`;
  return `${noun} and no owner: no duration of such is changed. If they are this show's: ${howToAdopt}`;
}
