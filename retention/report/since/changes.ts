import { sort } from "d3-array";
import { toPrintable } from "../../../lib/printable.ts";
import { MAX_TITLE, shorten } from "../curve/text.ts";
import { type BrokenCurves, groupBroken } from "./broken-curves.ts";
import { type ChangeFinder, type ChangeKind, type Compared, OF_ALL, OF_SHOW } from "./change-kinds.ts";
import { composeDigest, type Digest, formatSince, type OfShow } from "./digest-lines.ts";
import { matchEpisodes } from "./episode-pairs.ts";
import { findFigureChanges, findMomentChanges, listContinued } from "./late.ts";
import type { LastSnapshot, Snapshot } from "./snapshot.ts";
import { finish, type Stepwise } from "./stepwise.ts";

/** Compares two reports, of which the first one is older. */
export function findChanges(last: LastSnapshot, now: Snapshot): Digest {
  return finish(compareStepwise(last, now));
}

/** Compares two reports, with a step for each episode: see {@link findChanges}. */
export function* compareStepwise(last: LastSnapshot, now: Snapshot): Stepwise<Digest> {
  const matched = yield* matchEpisodes(last, now);
  const { pairs } = matched;
  const compared: Compared = {
    ...matched,
    last,
    now,
    since: formatSince(last.madeAt, now.madeAt),
    lateFigures: yield* findFigureChanges(pairs),
    lateMoments: yield* findMomentChanges(pairs),
    broken: groupBroken(pairs),
  };
  const sources = [...new Set(pairs.flatMap(listContinued).map(({ source }) => source))];
  const changes = sortChanges(listChanges(OF_SHOW, compared), compared, sources).map(nameShow(now));
  const ofAll = listChanges(OF_ALL, compared).map((change) => ({ ...change, text: toPrintable(change.text) }));
  return {
    since: last.madeAt,
    lines: composeDigest(changes, ofAll, compared.since),
    items: [...changes.map(({ show: _, ...item }) => item), ...ofAll],
    compared: pairs.length,
    sources,
  };
}

function listChanges<Name extends ChangeKind>(
  kinds: Readonly<Record<Name, ChangeFinder>>,
  compared: Compared,
): OfShow[] {
  const names = Object.keys(kinds) as Name[];
  return names.flatMap((kind) => kinds[kind](compared).map((change) => ({ kind, ...change })));
}

/**
 * Sorts by show, then by kind. First come shows that the earlier report alone has, and of each show what broke at a source whose
 * figures were compared last time, and are compared in no show now.
 */
function sortChanges(changes: readonly OfShow[], { last, now, broken }: Compared, sources: readonly string[]) {
  const titles = now.shows.map(({ title }) => title);
  const kinds = Object.keys(OF_SHOW);
  const isLost = ({ reason, source }: BrokenCurves) =>
    source !== undefined && reason !== "joined" && last.changes?.sources?.includes(source) && !sources.includes(source);
  const lost = broken.filter(isLost);
  const place = ({ kind, show, source }: OfShow) => {
    const first = lost.findIndex(
      ({ reason, source: other, traces }) => reason === kind && other === source && traces[0]?.episode.show === show,
    );
    return first < 0 ? lost.length + kinds.indexOf(kind) : first;
  };
  return sort(changes, ({ show }) => titles.indexOf(show), place);
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
