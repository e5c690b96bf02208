import { sort } from "d3-array";
import { toPrintable } from "../../../lib/printable.ts";
import { MAX_TITLE, shorten } from "../curve/text.ts";
import { groupBroken } from "./broken-curves.ts";
import type { ChangeFinder, ReportPair } from "./change-finder.ts";
import { type ChangeKind, OF_ALL, OF_SHOW } from "./change-kinds.ts";
import { composeDigest, type Digest, formatSince, type OfShow, selectFirst } from "./digest-lines.ts";
import { matchEpisodes } from "./episode-pairs.ts";
import { findFigureChanges, findMomentChanges, listContinued } from "./late.ts";
import type { LastSnapshot, Snapshot } from "./snapshot.ts";
import type { Stepwise } from "./stepwise.ts";

/** Compares two reports, of which the first one is older, with a step for each episode. */
export function* findChanges(last: LastSnapshot, now: Snapshot): Stepwise<Digest> {
  const matched = yield* matchEpisodes(last, now);
  const { pairs } = matched;
  const sources = [...new Set(pairs.flatMap(listContinued).map(({ source }) => source))];
  // Some of their curves were compared in the last report, and none can be now, in any show.
  const lost = (last.changes?.sources ?? []).filter((source) => !sources.includes(source));
  const isLost = ({ kind, source }: OfShow) => kind !== "joined" && source !== undefined && lost.includes(source);
  const compared: ReportPair = {
    ...matched,
    last,
    now,
    since: formatSince(last.madeAt, now.madeAt),
    lateFigures: yield* findFigureChanges(pairs),
    lateMoments: yield* findMomentChanges(pairs),
    broken: groupBroken(pairs),
  };
  const titles = now.shows.map(({ title }) => title);
  // Of each show, those of a source that was lost come first. A show that there is no more has the place -1.
  const sorted = sort(
    listChanges(OF_SHOW, compared),
    ({ show }) => titles.indexOf(show),
    (change) => !isLost(change),
  );
  const changes = sorted.map(nameShow(now));
  const ofAll = listChanges(OF_ALL, compared).map((change) => ({ ...change, text: toPrintable(change.text) }));
  const first = selectFirst([...changes, ...ofAll], isLost);
  const [rest, restOfAll] = [changes, ofAll].map((some) => some.filter((change) => !first.includes(change)));
  return {
    since: last.madeAt,
    lines: composeDigest(first, rest ?? [], restOfAll ?? [], compared.since),
    items: [first, rest, restOfAll].flatMap((some = []) => some.map(({ show: _, ...item }) => item)),
    first: first.length,
    compared: pairs.length,
    sources,
  };
}

/** Lists all changes of some kinds, in their order. */
function listChanges(finders: readonly ChangeFinder<ChangeKind>[], compared: ReportPair): OfShow[] {
  return finders.flatMap(({ kind, find }) => find(compared).map((change) => ({ kind, ...change })));
}

/** Makes lines printable, and of several shows puts the name of its show before each. */
function nameShow({ shows }: Snapshot): (change: OfShow) => OfShow {
  return (change) => {
    // Of a show that is in the earlier report alone, nobody knows who has named it.
    const show = shows.some(({ title }) => title === change.show) ? change.show : undefined;
    const head = shows.length > 1 ? `${shorten(show ?? "Other episodes", MAX_TITLE)}: ` : "";
    return { ...change, text: toPrintable(`${head}${change.text}`) };
  };
}
