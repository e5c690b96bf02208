import { isAmount, isPoint } from "../../../lib/chart.ts";
import { isObject, type JsonObject, tryParseJson } from "../../../lib/json.ts";
import { UNITS } from "../../sources/base/kinds.ts";
import { TIME } from "../../sources/base/member-values.ts";
import { InputError } from "../../sources/base/refusals.ts";
import { isSourceName } from "../../sources/curve/source-facts.ts";
import { MOMENT_VERBS } from "../curve/moments/moment.ts";
import { unpackCurve } from "../episode/packed-curve.ts";
import type { ToldFinding } from "../show/show-answers.ts";
import {
  amountOf,
  Damage,
  keyOf,
  listOf,
  objectOf,
  optional,
  parseObject,
  parseTime,
  textOf,
  when,
} from "./checked-json.ts";
import {
  computeLevels,
  type LastEpisode,
  type LastMoment,
  type LastSnapshot,
  TRACE_PLACES,
  type Trace,
  VERSION,
} from "./snapshot.ts";
import type { Stepwise } from "./stepwise.ts";

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
 * Parses an earlier report, with a step for each episode: its page, or the file of its findings. It may be anybody's: what is returned
 * is made anew, of values that are checked, and has no sentence.
 *
 * @throws InputError if it is something else, is damaged, or is newer
 */
export function* parseLastReport(text: string, madeAt: Date): Stepwise<LastSnapshot> {
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
  const head = parseHead(found);
  const episodes = new Map<string, LastEpisode>();
  for (const value of parseEpisodes(data === undefined ? found.episodes : splitData(data))) {
    const episode = parseEpisode(data === undefined ? value : composeFound(parseLine(String(value))));
    if (episodes.has(episode.guid)) throw new Damage();
    episodes.set(episode.guid, episode);
    yield;
  }
  return { ...head, episodes: [...episodes.values()] };
}

const parseEpisodes = listOf(MAX_EPISODES, (value) => value);
const parseText = textOf(MAX_TEXT);
const parseSource = when(isSourceName);
const parseCount = when((value): value is number => isAmount(value) && Number.isInteger(value) && value <= MAX_COUNT);

const parseTold = objectOf<ToldFinding>({
  kind: when((value): value is ToldFinding["kind"] => value === "skip" || value === "loss"),
  title: parseText,
  share: amountOf(1),
  episodes: parseCount,
  of: parseCount,
});

const parseShow = objectOf<LastSnapshot["shows"][number]>({
  title: optional(parseText),
  told: optional(listOf(MAX_TOLD, parseTold)),
});

const parseChanges = objectOf<NonNullable<LastSnapshot["changes"]>>({
  sources: optional(listOf(MAX_EPISODES, parseSource)),
});

/** Parses what a report has besides its episodes. */
const parseHead = objectOf<Omit<LastSnapshot, "episodes">>({
  // In ISO 8601.
  madeAt: when((value): value is string => (TIME.tryParse(value) ?? "") >= "1970"),
  shows: listOf(MAX_EPISODES, parseShow),
  changes: optional(parseChanges),
});

const parseMoment = objectOf<LastMoment>({
  kind: keyOf(MOMENT_VERBS),
  from: parseTime,
  to: parseTime,
  source: optional(parseSource),
  isCertain: (value) => value === true || undefined,
});

const parseLevels = listOf(TRACE_PLACES, amountOf(MAX_LEVEL));

const parseTrace = objectOf<Trace>({
  source: optional(parseSource),
  kind: keyOf(UNITS),
  listeners: optional(parseCount),
  whole: optional(amountOf(MAX_COUNT)),
  duration: parseTime,
  levels: (value) => {
    const levels = parseLevels(value);
    if (levels.length === 0) throw new Damage();
    return levels;
  },
});

const parseTraces = listOf(MAX_SOURCES, parseTrace);

const parseEpisode = objectOf<LastEpisode>({
  guid: parseText,
  title: parseText,
  show: optional(parseText),
  source: optional(parseSource),
  published: optional(when(isDay)),
  // Only that there is one counts.
  doubt: optional(() => "few"),
  isYoung: when((value): value is boolean => typeof value === "boolean"),
  moments: listOf(MAX_MOMENTS, parseMoment),
  chapters: optional(listOf(MAX_MOMENTS, objectOf({ title: parseText }))),
  traces: optional((value) => {
    const traces = parseTraces(value);
    if (new Set(traces.map(({ source }) => source)).size < traces.length) throw new Damage();
    return traces;
  }),
});

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
  return parseObject(tryParseJson(line));
}

const parseSources = listOf(MAX_SOURCES, parseObject);
const parseMoments = listOf(MAX_MOMENTS, parseObject);

/** Composes what findings have of an episode from what its page has, whose curves are packed. */
function composeFound(episode: JsonObject): Record<keyof LastEpisode, unknown> {
  const { guid, title, show, source, date, doubt, youth, chapters, sources } = episode;
  const others = parseSources(sources ?? []);
  const curves = others.length > 0 ? others : [{ ...episode, ...parseObject(episode.video ?? {}) }];
  const named = curves.map((curve, index) => ({ curve, source: index === 0 ? source : curve.name }));
  // The leading curve's moments are the episode's: `sources` has those that it would have without the others of its show.
  const told = [{ curve: episode, source }, ...named.slice(1)];
  return {
    ...{ guid, title, show, source, published: date, doubt, isYoung: youth !== undefined, chapters: chapters ?? [] },
    moments: told.flatMap(({ curve, source }) =>
      parseMoments(parseObject(curve.insights).moments).map((moment) => ({ ...moment, source })),
    ),
    traces: named.map(({ curve, source }) => composeTrace(curve, source)),
  };
}

function composeTrace(curve: JsonObject, source: unknown): Record<keyof Trace, unknown> {
  const { kind, listeners, duration, insights } = curve;
  const levels = computeLevels(unpackPoints(curve.curve), parseTime(duration));
  return { source, kind, listeners, whole: parseObject(insights).whole, duration, levels };
}

function unpackPoints(curve: unknown) {
  const packed = textOf(MAX_EPISODE)(curve);
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

/** A day that there is: YYYY-MM-DD. */
function isDay(value: unknown): value is string {
  return typeof value === "string" && value.length === 10 && TIME.tryParse(`${value}T00:00:00.000Z`) !== undefined;
}
