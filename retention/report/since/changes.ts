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
  const lost = new Set((last.changes?.sources ?? []).filter((source) => !sources.includes(source)));
  const compared: ReportPair = {
    ...matched,
    last,
    now,
    since: formatSince(last.madeAt, now.madeAt),
    lateFigures: yield* findFigureChanges(pairs),
    lateMoments: yield* findMomentChanges(pairs),
    broken: groupBroken(pairs, lost),
  };
  const changes = sortChanges(listChanges(OF_SHOW, compared), now).map(nameShow(now));
  const ofAll = listChanges(OF_ALL, compared).map((change) => ({ ...change, text: toPrintable(change.text) }));
  const first = selectFirst([...changes, ...ofAll]);
  const [rest, restOfAll] = [changes, ofAll].map((some) => some.filter((change) => !first.includes(change)));
  return {
    since: last.madeAt,
    lines: composeDigest(first, rest ?? [], restOfAll ?? [], compared.since),
    items: [first, rest, restOfAll].flatMap((some = []) => some.map(({ show: _, isLost: __, ...item }) => item)),
    first: first.length,
    compared: pairs.length,
    sources,
  };
}

function listChanges(finders: readonly ChangeFinder<ChangeKind>[], compared: ReportPair): OfShow[] {
  return finders.flatMap(({ kind, find }) => find(compared).map((change) => ({ kind, ...change })));
}

/**
 * Sorts by show, and within it by kind, in the order of OF_SHOW. First come the shows that the earlier report alone has, and
 * of each show the changes of a source that was lost.
 */
function sortChanges(changes: readonly OfShow[], { shows }: Snapshot): OfShow[] {
  const titles = shows.map(({ title }) => title);
  const kinds: readonly ChangeKind[] = OF_SHOW.map(({ kind }) => kind);
  return sort(
    changes,
    // -1 of a show that there is no more.
    ({ show }) => titles.indexOf(show),
    ({ isLost }) => (isLost ? 0 : 1),
    ({ kind }) => kinds.indexOf(kind),
  );
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
