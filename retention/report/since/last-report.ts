import { isAmount, isPoint } from "../../../lib/chart.ts";
import { isObject, type JsonObject, tryParseJson } from "../../../lib/json.ts";
import { type Kind, UNITS } from "../../sources/base/kinds.ts";
import { TIME } from "../../sources/base/member-values.ts";
import { InputError } from "../../sources/base/refusals.ts";
import { isSourceName } from "../../sources/curve/source-facts.ts";
import { MOMENT_VERBS } from "../curve/moments/moment.ts";
import { unpackCurve } from "../episode/packed-curve.ts";
import type { ToldFinding } from "../show/show-answers.ts";
import {
  Damage,
  isTime,
  listOf,
  type MemberParsers,
  objectOf,
  optional,
  parseMembers,
  read,
  readList,
  readObject,
  when,
} from "./checked-json.ts";
import { type LastEpisode, type LastMoment, type LastSnapshot, type Trace, VERSION } from "./snapshot.ts";
import { finish, type Stepwise } from "./stepwise.ts";
import { composeTrace, TRACE_PLACES } from "./trace.ts";

/** Finds the findings of the show, and the episodes, in a report's page. */
const PAGE =
  /<script type="application\/json" id="findings">([^<]*)<\/script>\s*<script type="application\/json" id="data">([^<]*)<\/script>/;

/** Milliseconds by which clocks of two machines may differ. */
const DAY = 86_400_000;

/** More than any report has, of each. No show, and no source that was compared, is without an episode. */
const MAX_EPISODES = 100_000;
const MAX_SOURCES = 20;
const MAX_MOMENTS = 1_000;
const MAX_TOLD = 1_000;

/** Characters of an episode in a page. Parsing so many takes less than a second. */
const MAX_EPISODE = 1_000_000;

/** Characters of a title, listeners of a curve, and the level of a curve that counts replays, as a part of 100 %. */
const MAX_TEXT = 2_048;
const MAX_COUNT = 1e8;
const MAX_LEVEL = 1e6;

/**
 * Parses an earlier report: its page, or the file of its findings. It may be anybody's: what is returned is made anew, of values
 * that are checked, and has no sentence.
 *
 * @throws InputError if it is something else, is damaged, or is newer
 */
export function parseLastReport(text: string, madeAt: Date): LastSnapshot {
  return finish(parseLastReportStepwise(text, madeAt));
}

/** As {@link parseLastReport}, with a step for each episode. */
export function* parseLastReportStepwise(text: string, madeAt: Date): Stepwise<LastSnapshot> {
  const [, head, data] = PAGE.exec(text) ?? [];
  const found = tryParseJson(head ?? text);
  if (!isObject(found) || typeof found.madeAt !== "string" || !Array.isArray(found.shows))
    throw new InputError("no-findings", "It is no report, and no file of findings.");
  if (found.version !== VERSION) {
    const version = typeof found.version === "number" ? found.version : "unknown";
    throw new InputError(
      "other-findings",
      `It is of version ${version} of the findings, and this report of ${VERSION}.`,
    );
  }
  if (Date.parse(found.madeAt) > madeAt.getTime() + DAY)
    throw new InputError("later-findings", `It is newer than this report (${found.madeAt.slice(0, 40)}).`);
  try {
    return yield* parseSnapshot(found, data);
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    throw new InputError("damaged-report", "It is damaged: an episode or a show in it lacks what the findings have.");
  }
}

/** @param data the episodes of a page; undefined if they are in the findings */
function* parseSnapshot(found: JsonObject, data: string | undefined): Stepwise<LastSnapshot> {
  const head = parseMembers(HEAD, found);
  const episodes = new Map<string, LastEpisode>();
  for (const value of readList(data === undefined ? found.episodes : splitData(data), MAX_EPISODES)) {
    const episode = parseMembers(EPISODE, data === undefined ? value : composeFound(parseLine(String(value))));
    if (episodes.has(episode.guid)) throw new Damage();
    episodes.set(episode.guid, episode);
    yield;
  }
  return { ...head, episodes: [...episodes.values()] };
}

const TOLD: MemberParsers<ToldFinding> = {
  kind: when((value): value is ToldFinding["kind"] => value === "skip" || value === "loss"),
  title: when(isText),
  share: when((value): value is number => isAmount(value) && value <= 1),
  episodes: when(isCount),
  of: when(isCount),
};

const SHOW: MemberParsers<LastSnapshot["shows"][number]> = {
  title: optional(when(isText)),
  told: optional(listOf(MAX_TOLD, objectOf(TOLD))),
};

const CHANGES: MemberParsers<NonNullable<LastSnapshot["changes"]>> = {
  sources: optional(listOf(MAX_EPISODES, when(isSourceName))),
};

/** What a report has besides its episodes. */
const HEAD: MemberParsers<Omit<LastSnapshot, "episodes">> = {
  madeAt: when(isDateTime),
  shows: listOf(MAX_EPISODES, objectOf(SHOW)),
  changes: optional(objectOf(CHANGES)),
};

const MOMENT: MemberParsers<LastMoment> = {
  kind: when((value): value is LastMoment["kind"] => typeof value === "string" && Object.hasOwn(MOMENT_VERBS, value)),
  from: when(isTime),
  to: when(isTime),
  source: optional(when(isSourceName)),
  isCertain: (value) => value === true || undefined,
};

/** What a curve has besides its levels and its source. */
const TRACED: MemberParsers<Omit<Trace, "source" | "levels">> = {
  kind: when((value): value is Kind => typeof value === "string" && Object.hasOwn(UNITS, value)),
  listeners: optional(when(isCount)),
  whole: optional(when((value): value is number => isAmount(value) && value <= MAX_COUNT)),
  duration: when(isTime),
};

const TRACE: MemberParsers<Trace> = {
  source: optional(when(isSourceName)),
  ...TRACED,
  levels: (value) => {
    const levels = readList(value, TRACE_PLACES);
    if (levels.length === 0) throw new Damage();
    return levels.map(when((level): level is number => isAmount(level) && level <= MAX_LEVEL));
  },
};

const EPISODE: MemberParsers<LastEpisode> = {
  guid: when(isText),
  title: when(isText),
  show: optional(when(isText)),
  source: optional(when(isSourceName)),
  published: optional(when(isDay)),
  // Only that there is one counts.
  doubt: optional(() => "few"),
  isYoung: when((value): value is boolean => typeof value === "boolean"),
  moments: listOf(MAX_MOMENTS, objectOf(MOMENT)),
  chapters: optional(listOf(MAX_MOMENTS, objectOf({ title: when(isText) }))),
  traces: optional((value) => {
    const traces = readList(value, MAX_SOURCES).map(objectOf(TRACE));
    if (new Set(traces.map(({ source }) => source)).size < traces.length) throw new Damage();
    return traces;
  }),
};

/**
 * Splits the episodes of a page, which has a line for each, so that none takes long to parse. The line breaks may have become those
 * of Windows on the way.
 */
function splitData(data: string): string[] {
  return data
    .trim()
    .replace(/^\[|\]$/g, "")
    .split(/,\r?\n/, MAX_EPISODES + 1)
    .filter((line) => line !== "");
}

function parseLine(line: string): JsonObject {
  if (line.length > MAX_EPISODE) throw new Damage();
  return readObject(tryParseJson(line));
}

/** Composes what findings have of an episode from what its page has, whose curves are packed. */
function composeFound(episode: JsonObject): Record<keyof LastEpisode, unknown> {
  const { guid, title, show, source, date, doubt, youth, chapters, sources } = episode;
  const others = readList(sources ?? [], MAX_SOURCES).map(readObject);
  const curves = others.length > 0 ? others : [{ ...episode, ...readObject(episode.video ?? {}) }];
  const named = curves.map((curve, index) => ({ curve, source: index === 0 ? source : curve.name }));
  // The leading curve's moments are the episode's: `sources` has those that it would have without the others of its show.
  const told = [{ curve: episode, source }, ...named.slice(1)];
  return {
    ...{ guid, title, show, source, published: date, doubt, isYoung: youth !== undefined, chapters: chapters ?? [] },
    moments: told.flatMap(({ curve, source }) =>
      readList(readObject(curve.insights).moments, MAX_MOMENTS).map((moment) => ({ ...readObject(moment), source })),
    ),
    traces: named.map(({ curve, source }) => ({ ...unpackTrace(curve), source })),
  };
}

function unpackTrace(curve: JsonObject): Trace {
  const { kind, listeners, duration, insights } = curve;
  const found: Record<keyof typeof TRACED, unknown> = { kind, listeners, duration, whole: readObject(insights).whole };
  return composeTrace(parseMembers(TRACED, found), readPackedPoints(curve.curve));
}

function readPackedPoints(curve: unknown) {
  const packed = read(curve, (value): value is string => typeof value === "string");
  let points: ReturnType<typeof unpackCurve>;
  try {
    points = unpackCurve(packed);
  } catch {
    throw new Damage();
  }
  const isInOrder = points.every((point, index) => isPoint(point) && point.time >= (points[index - 1]?.time ?? 0));
  if (!isInOrder) throw new Damage();
  return points;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= MAX_TEXT;
}

function isCount(value: unknown): value is number {
  return isAmount(value) && Number.isInteger(value) && value <= MAX_COUNT;
}

/** From 1970 on, in ISO 8601. */
function isDateTime(value: unknown): value is string {
  return (TIME.tryParse(value) ?? "") >= "1970";
}

/** A day that there is: YYYY-MM-DD. */
function isDay(value: unknown): value is string {
  return typeof value === "string" && value.length === 10 && TIME.tryParse(`${value}T00:00:00.000Z`) !== undefined;
}
