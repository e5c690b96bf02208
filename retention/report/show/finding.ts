import { greatest } from "d3-array";
import type { Unit } from "../../sources/base/kinds.ts";
import { FIGURES, type FigureName } from "../curve/figures.ts";
import type { Moment } from "../curve/moments/moment.ts";
import { countOfPresent } from "../curve/sentences.ts";
import type { Episode } from "../episode/episode.ts";
import { listReplays } from "../episode/told-moments.ts";
import type { FigureShift } from "./before-after.ts";
import { compareFigures, splitAtDate } from "./before-after.ts";
import type { Segments } from "./segments.ts";
import { selectLatest } from "./show.ts";

/** What is found about a show, as data: its words and its picture are made of it. Times are in seconds, shares from 0 to 1. */
export type Finding = PassageFinding | ApartFinding | ChangeFinding;

/** Where listeners do something: in one episode, or in many, of which one is shown. */
export interface PassageFinding {
  readonly kind: "skip" | "loss" | "replay";
  readonly guid: string;
  readonly title: string;
  readonly from: number;
  readonly to: number;
  /** Part of those present; of many episodes, the median. */
  readonly share: number;
  /** The part that other episodes lose there. */
  readonly usual?: number;
  /** Who does it in the shown episode, and who is there. */
  readonly people?: { readonly count: number; readonly of: number; readonly unit: Unit };
  /** What is said there in the shown episode. */
  readonly words?: NonNullable<Moment["words"]>;
  /** When it is in the audio, if it is of a video that is another cut. */
  readonly audio?: NonNullable<Moment["audio"]>;
  /** The source that sees it, if that is not the leading one. */
  readonly source?: string;
  /** What the passage is, where that is known: a chapter's title, or the phrase that begins it. */
  readonly chapter?: string;
  readonly phrase?: string;
  /** Where it is in many episodes: seconds from the start or before the end, or a part of the length. */
  readonly place?: { readonly by: "start" | "end" | "part"; readonly at: number };
  /** Where else it is, of which one with words is shown. */
  readonly elsewhere?: readonly Pick<PassageFinding, "guid" | "title" | "from" | "to">[];
  /** In how many of the compared episodes it is. Undefined for a finding of one episode. */
  readonly episodes?: number;
  readonly of?: number;
}

/** An episode that differs from the others by more than the chance of all, or keeps its listeners best for its length. */
export interface ApartFinding {
  readonly kind: "apart" | "best";
  readonly guid: string;
  readonly title: string;
  readonly figure: FigureName;
  /** Percent. */
  readonly value: number;
  readonly usual: number;
}

/** A figure that is higher or lower in later episodes. */
export interface ChangeFinding {
  readonly kind: "change";
  readonly figure: FigureName;
  /** Percentage points: from the date on, as the medians are shown, or without one, over so many episodes. */
  readonly size: number;
  readonly every?: number;
  /** The first episode's date from then on, as YYYY-MM-DD, and whether a steady change does not explain it. */
  readonly date?: string;
  readonly isSudden?: boolean;
  /** Medians on both sides, and the shift's interval. */
  readonly shift?: Pick<FigureShift, "before" | "after" | "shift">;
}

/** What is said of a show: a whole sentence with all reservations, and what was found, if something was. */
export interface ToldAnswer {
  readonly line: string;
  readonly finding?: Finding | undefined;
  /** The segments that it is about, if it is. */
  readonly segments?: Segments;
  /** Whether it only says that something was looked for in vain. */
  readonly isNone?: true;
}

/** Most findings that a report begins with. */
const MAX_FINDINGS = 3;

/** What one can do something about comes first. */
const RANKS = ["skip", "loss", "change", "replay", "apart", "best"] as const;

/** Ranks what was found: of each kind the first one, then the rest. What is seen in an episode has its people and words. */
export function rankFindings(answers: readonly ToldAnswer[], episodes: readonly Episode[]): Finding[] {
  const all = [...answers.flatMap(({ finding }) => finding ?? []), ...findReplay(episodes)];
  const losing = new Set(all.flatMap((each) => (each.kind === "loss" && each.episodes === undefined ? each.guid : [])));
  // That fewer hear an episode to its end after a drop-off would be one thing told twice.
  const isTwice = (each: Finding) =>
    each.kind === "apart" &&
    each.value < each.usual &&
    FIGURES[each.figure].time === undefined &&
    losing.has(each.guid);
  const found = all.filter((each) => !isTwice(each));
  const first = new Set(RANKS.map((kind) => found.find((each) => each.kind === kind)));
  const rank = (finding: Finding) => RANKS.indexOf(finding.kind) + (first.has(finding) ? 0 : RANKS.length);
  const ranked = found.toSorted((one, other) => rank(one) - rank(other));
  return ranked.slice(0, MAX_FINDINGS).map((finding) => complete(finding, episodes));
}

function complete(finding: Finding, episodes: readonly Episode[]): Finding {
  if (finding.kind === "change")
    return finding.date === undefined ? finding : addShift(finding, finding.date, episodes);
  if (!("share" in finding) || finding.kind === "replay") return finding;
  const { elsewhere = [], ...shown } = finding;
  // The latest first: with words, it says most.
  const places = episodes.flatMap(({ guid }) => elsewhere.filter((place) => place.guid === guid));
  const seen = [...places, shown].map((place) => addSeen({ ...shown, ...place }, episodes));
  return seen.find(({ words }) => words) ?? seen[0] ?? shown;
}

/** Adds what an episode's curve and transcript say of a passage. */
function addSeen(finding: PassageFinding, episodes: readonly Episode[]): PassageFinding {
  const episode = episodes.find(({ guid }) => guid === finding.guid);
  const { insights } = episode ?? {};
  const moment = insights?.moments.find(
    ({ kind, from, to }) => kind === finding.kind && from <= finding.to && to >= finding.from,
  );
  if (!insights || !moment || (finding.chapter !== undefined && finding.kind === "loss")) return finding;
  const people = countOfPresent(moment.share, moment.before, insights.whole);
  const { from, to, words, audio } = moment;
  return {
    ...finding,
    from,
    to,
    ...(people && { people: { ...people, unit: insights.unit } }),
    ...(words && { words }),
    ...(audio && { audio }),
  };
}

/** A date that was searched is judged as such. */
function addShift(finding: ChangeFinding, date: string, episodes: readonly Episode[]): ChangeFinding {
  const shift = compareFigures(splitAtDate(episodes, date), true).find(({ figure }) => figure === finding.figure);
  return shift ? { ...finding, shift } : finding;
}

/** Finds the largest replay of one of the latest episodes that is beyond the chance of all of them, in any source that sees replays. */
function findReplay(episodes: readonly Episode[]): PassageFinding[] {
  const replays = selectLatest(episodes)
    .filter(({ doubt }) => doubt === undefined)
    .flatMap(({ guid, title, ...episode }) =>
      listReplays({ guid, title, ...episode }).map((each) => ({ ...each, guid, title })),
    );
  const largest = greatest(
    replays.filter(({ isCertain }) => isCertain),
    ({ share }) => share,
  );
  return largest ? [{ ...largest, kind: "replay" }] : [];
}
