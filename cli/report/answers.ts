import { greatest } from "d3-array";
import { formatTime, shorten } from "../../curve/text.ts";
import type { Kind } from "../../lib/chart.ts";
import type { Episode } from "../../report/episode.ts";
import { HUNDRED_PERCENT } from "../../report/kinds.ts";
import { describeDifference } from "../../report/summary.ts";

/** Most episodes that are named as not typical. */
const MAX_NAMED = 3;

const MAX_TITLE = 56;

/** Says in plain sentences which episode keeps its listeners longest, and which are not typical. */
export function computeAnswers(episodes: readonly Episode[]): string[] {
  const proven = episodes.filter(({ doubt }) => doubt === undefined);
  const longest = greatest(proven, ({ insights }) => insights.heard);
  if (!longest || proven.length < 2) return [];
  const heard = `${formatTime(longest.insights.heard)} of ${formatTime(longest.duration)}`;
  const answers = [`Listeners stay longest with ${quote(longest)}: on average, ${heard}.`];
  const compared = proven.filter(({ usual }) => usual);
  if (compared.length === 0) return answers;
  const unusual = compared
    .filter(({ usual }) => usual && !usual.isTypical)
    .sort((one, other) => Math.abs(other.usual?.difference ?? 0) - Math.abs(one.usual?.difference ?? 0));
  if (unusual.length === 0) return [...answers, "All episodes are typical for this show."];
  const named = unusual.slice(0, MAX_NAMED).map((episode) => {
    return `${quote(episode)} (${describeDifference(episode.usual?.difference ?? 0)} usual)`;
  });
  const more = unusual.length > named.length ? `, and ${unusual.length - named.length} more` : "";
  return [...answers, `Not typical for this show: ${named.join(", ")}${more}.`];
}

function quote({ title }: Episode): string {
  return `“${shorten(title, MAX_TITLE)}”`;
}

/** Says what 100 % is. If that is not the same in all curves, says it for each kind, with the sources' names. */
export function explainHundredPercent(episodes: readonly Episode[]): string[] {
  const kinds = [...Map.groupBy(episodes, ({ kind }) => kind)];
  if (kinds.length === 1) return kinds.map(([kind]) => `100\u00a0% is ${HUNDRED_PERCENT[kind]}.`);
  return kinds.map(([kind, members]) => `${nameMembers(kind, members)}: 100\u00a0% is ${HUNDRED_PERCENT[kind]}.`);
}

function nameMembers(kind: Kind, members: readonly Episode[]): string {
  const names = [...new Set(members.flatMap(({ source }) => source ?? []))];
  if (names.length > 0) return names.join(", ");
  return kind === "unknown" ? "Other curves" : "Curves above 100\u00a0%";
}
