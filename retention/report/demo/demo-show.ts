import type { Chart } from "../../../lib/chart.ts";
import { computeChart, packCounts } from "../../../lib/episode/counts.ts";
import { joinLines, markup } from "../curve/markup.ts";
import { createRandom, type Passage, simulateChart, simulateCounts } from "./listeners.ts";
import { formatCueTime, writeScript } from "./script.ts";

/** A curve of a demo episode, from one source. */
interface DemoCurve {
  readonly source: "sessions" | "youtube" | "apple";
  readonly chart: Chart;
  /** Plays of Apple Podcasts. Undefined where the platform does not tell. */
  readonly listeners?: number;
  /** The listeners of each second, packed by packCounts, where they were counted. */
  readonly counts?: Uint8Array;
}

/** An episode of the made-up show. */
export interface DemoEpisode {
  readonly guid: string;
  readonly title: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly chapters: readonly { readonly time: number; readonly title: string }[];
  /** What is said in it, as WebVTT. */
  readonly script: string;
  /** Of the host's own listeners first. */
  readonly curves: readonly DemoCurve[];
}

/** The `podcast:guid` of the show, by which its feed owns its episodes. */
export const DEMO_SHOW = "5d0c5d6e-5c9b-5f0a-9d55-0a3b6f0f8c1e";

export const DEMO_TITLE = "Tides and harbours";

const TITLES = [
  "How tides are measured",
  "The harbour that moved",
  "Ninety years of one lighthouse",
  "What the fog does to sound",
  "Reading a chart from 1790",
  "The ferry that never left",
  "Why spring tides come late",
  "An hour with a pilot",
  "The smallest port in the country",
  "Salt, and who paid for it",
  "A dredger's diary",
  "The last foghorn",
];

const APPLE_PLAYS = 260;
const YOUTUBE_VIEWS = 900;

const WEEK_MS = 7 * 86_400_000;
const FIRST_WEEK = Date.UTC(2026, 0, 8);

/** What is planted: the episode with the cliff, and the first one with the shorter opening. */
const CLIFF = 9;
const NEW_OPENING = 6;

/** When the opening is shorter, as the page's field for a date wants it. */
export const NEW_OPENING_DATE = computeDate(NEW_OPENING);
export const CLIFF_TITLE = `${TITLES[CLIFF]}`;

/** Makes a show of twelve weekly episodes, the latest last: the same at every call. */
export function makeDemo(): readonly DemoEpisode[] {
  return TITLES.map((title, index) => {
    const random = createRandom(104_729 * (index + 1));
    const guid = `demo-${index + 1}`;
    const duration = Math.round(2_100 + 900 * random());
    const chapters = makeChapters(duration);
    const passages = makePassages(index, chapters);
    const listeners = Math.round(500 + 600 * random());
    const loyalty = 0.55 + 0.1 * random();
    const counts = simulateCounts({ duration, listeners, loyalty, passages }, index);
    const plan = { guid, duration, passages };
    const apple = simulateChart({ ...plan, listeners: APPLE_PLAYS, loyalty: loyalty + 0.05 }, 100 + index);
    const youtube = simulateChart({ ...plan, listeners: YOUTUBE_VIEWS, loyalty: loyalty - 0.3 }, 200 + index);
    const curves: DemoCurve[] = [
      { source: "sessions", chart: computeChart(guid, duration, counts), listeners, counts: packCounts(counts) },
      { source: "youtube", chart: toShares(youtube) },
      { source: "apple", chart: toBins(apple), listeners: APPLE_PLAYS },
    ];
    const script = writeScript(chapters, duration, passages.find(isCliff)?.from);
    return { guid, title, date: computeDate(index), chapters, script, curves };
  });
}

/** Composes the show's feed, for `--feed`. */
export function composeDemoFeed(episodes: readonly DemoEpisode[]): string {
  const items = episodes.map(({ guid, title, date, chapters, curves: [own] }) => {
    const lines = chapters.map(
      (chapter) => markup`\n    <psc:chapter start="${formatCueTime(chapter.time)}" title="${chapter.title}"/>`,
    );
    return markup`<item>
  <title>${title}</title>
  <guid isPermaLink="false">${guid}</guid>
  <pubDate>${new Date(date).toUTCString()}</pubDate>
  <itunes:duration>${own?.chart.duration ?? ""}</itunes:duration>
  <psc:chapters version="1.2">${lines}
  </psc:chapters>
</item>`;
  });
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:psc="http://podlove.org/simple-chapters">
<channel>
<title>${DEMO_TITLE}</title>
${joinLines(items)}
<podcast:guid xmlns:podcast="https://podcastindex.org/namespace/1.0">${DEMO_SHOW}</podcast:guid>
</channel>
</rss>
`.toString();
}

function computeDate(index: number): string {
  return new Date(FIRST_WEEK + index * WEEK_MS).toISOString().slice(0, 10);
}

function makeChapters(duration: number): DemoEpisode["chapters"] {
  const sponsor = Math.round(duration * 0.45);
  return [
    { time: 0, title: "Opening" },
    { time: 90, title: "The question" },
    { time: sponsor, title: "Sponsor" },
    { time: sponsor + 80, title: "The answer" },
    { time: Math.round(duration * 0.8), title: "Letters" },
  ];
}

function makePassages(index: number, chapters: DemoEpisode["chapters"]): Passage[] {
  const [, , sponsor = 0, answer = 0] = chapters.map(({ time }) => time);
  const opening: Passage =
    index < NEW_OPENING
      ? { kind: "leave", from: 5, to: 75, share: 0.22 }
      : { kind: "leave", from: 5, to: 30, share: 0.06 };
  const skip: Passage = { kind: "skip", from: sponsor, to: answer, share: 0.3 };
  const cliff: Passage = { kind: "leave", from: answer + 420, to: answer + 445, share: 0.25 };
  return index === CLIFF ? [opening, skip, cliff] : [opening, skip];
}

/** In the opening, listeners leave, too. */
const isCliff = ({ kind }: Passage, index: number) => kind === "leave" && index > 0;

/** Turns a curve into one of YouTube: a hundredth of the video a point, in percent of all views, with replays. */
function toShares({ guid, duration, data }: Chart): Chart {
  const points = Array.from({ length: 100 }, (_, place) => {
    const { percentage = 0 } = data[Math.floor((place / 100) * data.length)] ?? {};
    const time = (place / 100) * duration;
    return { time, percentage: Math.round(100 * (percentage * 0.95 + 9 * Math.exp(-place / 4))) / 100 };
  });
  return { guid, duration, data: points };
}

/** Turns a curve into one of Apple Podcasts: a point every 15 seconds. */
function toBins({ guid, duration, data }: Chart): Chart {
  return { guid, duration, data: data.filter(({ time }) => time % 15 === 0) };
}
