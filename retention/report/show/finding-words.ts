import { capitalize } from "../../../lib/printable.ts";
import { formatTime } from "../../sources/base/times.ts";
import { formatDate } from "../curve/days.ts";
import { FIGURES } from "../curve/figures.ts";
import type { Moment } from "../curve/moments/moment.ts";
import { END_WORDS, isFew, tellPart } from "../curve/sentences.ts";
import { formatDifference, formatPercent, formatPoints, quote, quoteShort, subtractShown } from "../curve/text.ts";
import { isInAudio } from "../episode/episode.ts";
import { tellPlace } from "../episode/loss.ts";
import { placeTold } from "../episode/told-moments.ts";
import { quoteFrom } from "../words/moment-words.ts";
import type { ApartFinding, ChangeFinding, Finding, PassageFinding } from "./finding.ts";

/** A finding in words. */
export interface FindingWords {
  /** A sentence without a period. */
  readonly headline: string;
  /** What it rests on, in sentences. */
  readonly evidence: string;
  /** What is said there, with what stands before it: `Skipped:`. */
  readonly quote?: { readonly before: string; readonly text: string };
  /** How sure it is, in few words. */
  readonly sure: string;
  /** The link to it in the page, and what that says. */
  readonly link: string;
  readonly action: string;
}

/** What listeners do at a moment, in plain words. */
export const PLAIN_VERBS = { loss: "leave", skip: "skip", replay: "replay" } as const;

/** What stands before the words at a moment. */
export const BEFORE_WORDS: Readonly<Record<Moment["kind"], string>> = {
  loss: "They leave as this begins:",
  skip: "Skipped:",
  replay: "Replayed:",
};

const BEYOND_ALL = "beyond the chance of all episodes";

/** @param show in whose page it is: by its title, if it has one */
export function tellFinding(finding: Finding, show?: string): FindingWords {
  if ("share" in finding) {
    const { kind, guid, words } = finding;
    const { from } = placeTold(finding);
    return {
      ...tellPassage(finding),
      ...(words && { quote: { before: BEFORE_WORDS[kind], text: quoteFrom(words) } }),
      ...{ link: formatLink({ episode: guid, at: String(Math.round(from)) }), action: "See it on the curve" },
    };
  }
  if (finding.kind !== "change")
    return { ...tellApart(finding), link: formatLink({ episode: finding.guid }), action: "See its curve" };
  const { date = "" } = finding;
  return { ...tellChange(finding), link: formatLink({ date, ...(show && { show }) }), action: "Before and after" };
}

const formatLink = (parameters: Readonly<Record<string, string>>) => `#${new URLSearchParams(parameters).toString()}`;

type WordedFinding = Omit<FindingWords, "quote" | "link" | "action">;

function tellPassage(finding: PassageFinding): WordedFinding {
  const { title, usual, people, episodes, of } = finding;
  const others = usual === undefined ? "" : ` Other episodes lose ${formatPercent(100 * usual)} there.`;
  const one = `${tellEvidence(finding)}${others}`;
  if (episodes === undefined) return { headline: tellHeadline(finding), evidence: one, sure: `Sure: ${BEYOND_ALL}.` };
  const shown = `${people ? countDoing(people) : "As"} in ${quoteShort(title)}, ${tellSpan(finding)}.`;
  const headline = `${tellDoing(finding)} ${tellCommon(finding)}`;
  const which = episodes === of ? `all ${episodes}` : `${episodes} of ${of}`;
  return { headline, evidence: `${shown}${others}`, sure: `Sure: beyond chance; the median of ${which} episodes.` };
}

/** Says how many do it: of few, in numbers. That of many episodes is a median. */
function tellDoing({ kind, share, people, episodes }: PassageFinding): string {
  const part = people && episodes === undefined ? tellPart(share, people.of, people.unit) : formatPercent(100 * share);
  return `${part} ${PLAIN_VERBS[kind]}`;
}

function tellHeadline(finding: PassageFinding): string {
  const passage = finding.kind === "loss" ? "" : "a passage of ";
  return `${tellDoing(finding)} ${passage}${quoteShort(finding.title)} ${tellPlace(finding)}`;
}

/** Says where in one episode it is, and of how many people, unless nobody knows, or they are so few that the headline has them. */
function tellEvidence(finding: PassageFinding): string {
  const { source, audio, people } = finding;
  const only = audio && !isInAudio(audio) ? ", only in the video" : "";
  const by = source === undefined ? "" : ` on ${source}${only}`;
  return people && !isFew(people.of)
    ? `${countDoing(people)}${by}, ${tellSpan(finding)}.`
    : `From ${tellSpan(finding, by)}.`;
}

function tellSpan({ kind, from, to, people }: PassageFinding, by = ""): string {
  return `${formatTime(from)} to ${formatTime(to)}${by}${kind === "skip" && people ? ", and come back" : ""}`;
}

function tellCommon({ kind, chapter, phrase, place, episodes = 0, of = episodes }: PassageFinding): string {
  const most = episodes === of ? "most episodes" : "most episodes that have it";
  if (chapter !== undefined) return `${kind === "skip" ? "" : "at "}${quoteShort(chapter)} in ${most}`;
  const which = `in ${episodes === of ? "all" : `${episodes} of`} ${of} episodes`;
  if (phrase !== undefined) return `${kind === "skip" ? "" : "after "}${quote(`${phrase} …`)} ${which}`;
  return `${kind === "skip" ? "a passage " : ""}${tellCommonPlace(place ?? { by: "start", at: 0 })}, ${which}`;
}

/** Says where something is in many episodes: `at about 20:00`, `about 11:34 before the end`. */
export function tellCommonPlace({ by, at }: NonNullable<PassageFinding["place"]>): string {
  if (by === "part") return `at about ${formatPercent(100 * at)} of the length`;
  return by === "end" ? `about ${formatTime(at)} before the end` : `at about ${formatTime(at)}`;
}

/** Says how many people it is: `107 of 446`, `45 of 175 plays`. */
function countDoing(people: NonNullable<PassageFinding["people"]>): string {
  const [count, of] = [people.count, people.of].map((number) => number.toLocaleString("en"));
  return `${count} of ${of}${people.unit === "listener" ? "" : ` ${people.unit}s`}`;
}

function tellApart({ kind, title, figure, value, usual }: ApartFinding): WordedFinding {
  const headline =
    kind === "best"
      ? `${quoteShort(title)} keeps its listeners best for its length`
      : `${quoteShort(title)}: ${tellFigure(figure, formatPercent(value))}, usually ${formatPercent(usual)}`;
  const evidence =
    kind === "best"
      ? `${formatPercent(value)} on average, usual for its length: ${formatPercent(usual)}.`
      : `${formatDifference(subtractShown(value, usual))} ${value < usual ? "fewer" : "more"} than in your other episodes.`;
  return { headline, evidence, sure: `Sure: ${BEYOND_ALL}.` };
}

/** Says how many of its listeners an episode keeps: `55 % stay past the first minute`. */
function tellFigure(figure: ApartFinding["figure"], part: string): string {
  if (figure === "after1min") return `${part} stay past the first minute`;
  if (figure === "average") return `on average, ${part} are there`;
  return figure === "credits" || figure === "last5percent"
    ? `${part} reach ${END_WORDS[figure].reached}`
    : `${part} ${FIGURES[figure].name}`;
}

function tellChange({ figure, size, every, date, isSudden, shift }: ChangeFinding): WordedFinding {
  const points = formatPoints(size);
  const more = size > 0 ? "more" : "fewer";
  const what = figure === "average" ? "are there on average" : "stay past the first minute";
  const day = date === undefined ? "" : formatDate(date);
  const when = every ? `every ${every} episodes` : isSudden ? `since ${day}` : "in later episodes";
  const levels = shift && `${formatPercent(shift.before)} before, ${formatPercent(shift.after)} since ${day}.`;
  const range = shift?.shift ? `between ${listEnds(shift.shift, size)}` : "";
  const steady = date !== undefined && !isSudden ? "the change may also be steady: this date fits best" : "";
  const sure = [range, steady].filter(Boolean).join("; ") || "beyond chance";
  return {
    headline: `${points} ${more} of 100 ${what} ${when}`,
    evidence: levels ?? `${capitalize(FIGURES[figure].name)}, over all episodes in order of time.`,
    sure: `Sure: ${sure}.`,
  };
}

/** Lists the ends of an interval in the direction of its middle. */
function listEnds({ low, high }: { readonly low: number; readonly high: number }, size: number): string {
  const ends = size < 0 ? [-high, -low] : [low, high];
  return ends.map((end) => `${end < 0 ? "−" : ""}${formatPoints(end)}`).join(" and ");
}
