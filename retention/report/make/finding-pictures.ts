import { max, min, range } from "d3-array";
import { formatTime } from "../../sources/base/times.ts";
import { formatDate } from "../curve/days.ts";
import { splitAtGaps } from "../curve/levels/gaps.ts";
import { type Markup, markup } from "../curve/markup.ts";
import { traceLine, traceSteps } from "../curve/plane.ts";
import { formatPercent } from "../curve/text.ts";
import type { Episode } from "../episode/episode.ts";
import { placeTold } from "../episode/told-moments.ts";
import type { UsualBands } from "../episode/usual-bands.ts";
import { findTimeline } from "../show/before-after.ts";
import type { ChangeFinding, Finding, PassageFinding } from "../show/finding.ts";
import { PLAIN_VERBS } from "../show/finding-words.ts";
import { PLACES, unpackProfile } from "../usual/profile.ts";
import { findSettled } from "../usual/reported-figures.ts";

/** Sizes in CSS pixels: pictures are not scaled up, so that their texts keep their size. */
const SIZE = { width: 400, height: 150 };
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 396, 8, 126];

/** Narrower passages could not be seen. */
const MIN_BAND = 4;

/** Width of a letter, nearly: the page's font is not known here. */
const LETTER_WIDTH = 6.6;

/** A time beside which another one could not be read, in pixels. */
const TIME_WIDTH = 44;
const DAY_WIDTH = 60;

/** Draws what a finding is about, with its axes: a curve with the passage and the usual, or a figure over time. */
export function drawFindingPicture(finding: Finding, episodes: readonly Episode[], usual: UsualBands): Markup {
  if (finding.kind === "change") return drawDots(finding, episodes);
  const episode = episodes.find(({ guid }) => guid === finding.guid);
  if (!episode) return markup``;
  const { end } = episode.insights;
  const profile = unpackProfile(episode.profile, end);
  const top = Math.max(100, ...profile.places);
  const toX = (time: number) => LEFT + (Math.min(time, end) / end) * (RIGHT - LEFT);
  const toY = (level: number) => BOTTOM - (level / top) * (BOTTOM - TOP);
  const band = usual.getUsual(episode);
  const usually = band
    ? markup`<path class="usual" d="${traceLine(band.median.map((level, index) => ({ x: toX(band.times[index] ?? 0), y: toY(level) })))}"/>`
    : "";
  const findHighest = (from: number, to: number) => {
    const places = profile.places.filter((_, place) => {
      const x = toX(((place + 0.5) / PLACES) * end);
      return x >= from - 4 && x <= to;
    });
    const usually = band?.median.filter(
      (_, step) => toX(band.times[step] ?? 0) >= from - 4 && toX(band.times[step] ?? 0) <= to,
    );
    return toY(max([...places, ...(usually ?? [])]) ?? 0);
  };
  const told = "share" in finding ? { ...finding, ...placeTold(finding) } : undefined;
  const passage = told && drawPassage(told, toX, findHighest);
  const at = told ? toX(told.from) : LEFT;
  const times = [
    { x: LEFT, text: "0:00", anchor: "start" },
    ...(told && at > LEFT + TIME_WIDTH && at < RIGHT - TIME_WIDTH
      ? [{ x: at, text: formatTime(told.from), anchor: "middle" }]
      : []),
    { x: RIGHT, text: formatTime(end), anchor: "end" },
  ];
  return drawPicture(
    markup`${passage?.area ?? ""}${drawLevels([0, 50, 100], toY)}${usually}${drawCurve(episode, profile.places, toX, toY)}${passage?.label ?? ""}${drawTimes(times)}`,
  );
}

function drawPicture(content: Markup): Markup {
  // What a picture shows, the sentences beside it say.
  return markup`<svg class="small-picture" viewBox="0 0 ${SIZE.width} ${SIZE.height}" width="${SIZE.width}" height="${SIZE.height}" aria-hidden="true">${content}</svg>`;
}

function drawLevels(levels: readonly number[], toY: (level: number) => number): Markup[] {
  return levels.map((level) => {
    const y = toY(level).toFixed(1);
    return markup`<path class="grid" d="M${LEFT},${y}H${RIGHT}"/><text x="${LEFT - 5}" y="${y}" dy="0.35em" text-anchor="end">${formatPercent(level)}</text>`;
  });
}

function drawTimes(times: readonly { readonly x: number; readonly text: string; readonly anchor: string }[]): Markup[] {
  return times.map(({ x, text, anchor }) => {
    return markup`<text x="${x.toFixed(1)}" y="${SIZE.height - 6}" text-anchor="${anchor}">${text}</text>`;
  });
}

/** Draws a curve's profile as steps, where the curve lacks points as dashed straight lines. */
function drawCurve(
  { insights: { end }, gaps = [] }: Episode,
  places: readonly number[],
  toX: (time: number) => number,
  toY: (level: number) => number,
): Markup {
  const isMissing = (place: number) =>
    gaps.some(({ from, to }) => from * PLACES < (place + 1) * end && to * PLACES > place * end);
  const points = [...places, places.at(-1) ?? 0].map((percentage, time) => ({ time, percentage }));
  const known = points.filter(({ time }) => !isMissing(time));
  const holes = range(PLACES)
    .filter((place) => isMissing(place) && !isMissing(place - 1))
    .map((from) => ({ from, to: known.find(({ time }) => time > from)?.time ?? from }));
  const spots = splitAtGaps(known, holes).map((part) =>
    part.map(({ time, percentage }) => ({ x: toX((time / PLACES) * end), y: toY(percentage) })),
  );
  const dashes = spots.slice(1).map((part, index) => traceLine([spots[index]?.at(-1) ?? [], part[0] ?? []].flat()));
  return markup`<path class="curve" d="${spots.map(traceSteps)}"/>${dashes.length > 0 ? markup`<path class="curve gap" d="${dashes}"/>` : ""}`;
}

/** Draws a passage as an area, and above the curve in words what listeners do there, on the side that has room. */
function drawPassage(
  { kind, from, to, share, people }: PassageFinding,
  toX: (time: number) => number,
  findHighest: (from: number, to: number) => number,
) {
  const middle = (toX(from) + toX(to)) / 2;
  const width = Math.max(MIN_BAND, toX(to) - toX(from));
  const who = people ? people.count.toLocaleString("en") : formatPercent(100 * share);
  const text = `${who} ${PLAIN_VERBS[kind]}${kind === "skip" ? ", and come back" : ""}`;
  const [room, half] = [text.length * LETTER_WIDTH, width / 2 + 5];
  const isRight = middle + half + room <= RIGHT;
  const x = isRight ? middle + half : Math.max(LEFT + 2, Math.min(middle - half, RIGHT) - room);
  const y = Math.max(TOP + 10, findHighest(x, x + room) - 7);
  return {
    area: markup`<rect class="passage is-${kind}" x="${(middle - width / 2).toFixed(1)}" y="${TOP}" width="${width.toFixed(1)}" height="${BOTTOM - TOP}"/>`,
    label: markup`<text class="says is-${kind}" x="${x.toFixed(1)}" y="${y.toFixed(1)}">${text}</text>`,
  };
}

/** Draws a figure of all episodes in order of time as dots, with the median before a date and from it on. */
function drawDots({ figure, date, shift }: ChangeFinding, episodes: readonly Episode[]): Markup {
  const dots = findTimeline(episodes).flatMap(({ date, insights, youth }) => {
    const value = findSettled(insights.figures, youth, figure);
    return value === undefined ? [] : [{ date, value }];
  });
  const values = dots.map(({ value }) => value);
  const [low, high] = [
    Math.max(0, Math.floor((Math.min(...values) - 4) / 10) * 10),
    Math.ceil(((max(values) ?? 0) + 4) / 10) * 10,
  ];
  const toX = (index: number) => LEFT + 6 + (index / Math.max(1, dots.length - 1)) * (RIGHT - LEFT - 12);
  const toY = (value: number) => BOTTOM - ((value - low) / (high - low || 1)) * (BOTTOM - TOP);
  const split = date === undefined ? -1 : dots.findIndex((dot) => dot.date >= date);
  const drawLevel = (level: number, from: number, to: number, word: string) => {
    const [y, text] = [toY(level), `${formatPercent(level)} ${word}`];
    // The words are above or below all dots that they are over.
    const over = values.slice(from, to).filter((_, index) => toX(index) - toX(0) < text.length * LETTER_WIDTH);
    const [highest, lowest] = [toY(max(over) ?? level), toY(min(over) ?? level)];
    const at = highest - 8 > TOP + 10 ? highest - 8 : lowest + 18;
    return markup`<path class="level" d="M${toX(from).toFixed(1)},${y.toFixed(1)}H${toX(to - 1).toFixed(1)}"/><text class="says" x="${toX(from).toFixed(1)}" y="${at.toFixed(1)}">${text}</text>`;
  };
  const levels =
    split > 0 && shift
      ? markup`${drawLevel(shift.before, 0, split, "before")}${drawLevel(shift.after, split, dots.length, "since")}`
      : "";
  const places = dots.map(
    ({ value }, index) => markup`<circle cx="${toX(index).toFixed(1)}" cy="${toY(value).toFixed(1)}" r="3"/>`,
  );
  const [first = "", last = ""] = [dots[0]?.date, dots.at(-1)?.date];
  const isApart = toX(split) > LEFT + DAY_WIDTH && toX(split) < RIGHT - DAY_WIDTH;
  const days = [
    { x: LEFT, text: formatDate(first, last.slice(0, 4)), anchor: "start" },
    ...(date !== undefined && isApart
      ? [{ x: toX(split), text: formatDate(date, last.slice(0, 4)), anchor: "middle" }]
      : []),
    { x: RIGHT, text: formatDate(last, last.slice(0, 4)), anchor: "end" },
  ];
  return drawPicture(markup`${drawLevels([low, high], toY)}${levels}${places}${drawTimes(days)}`);
}
