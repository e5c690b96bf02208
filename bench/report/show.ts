import { createRandom, type Passage, simulateChart } from "../../cli/demo/listeners.ts";
import { toShares } from "../../cli/demo/show.ts";
import type { Chart } from "../../lib/chart.ts";

/** An episode of the made-up show, as the charts table and the feed have it. */
export interface ShownEpisode {
  readonly chart: Chart;
  readonly listeners: number;
  readonly source: string;
  readonly title: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly audio: string;
  readonly chapters: readonly { readonly time: number; readonly title: string }[];
}

/** From this episode on, the show has a shorter opening, which fewer listeners leave. */
const NEW_OPENING = 24;

const SUBJECTS = [
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
];

/** Makes the episodes of a show, one a week, the latest last. They are the same at every call. */
export function makeShow(count = 40): readonly ShownEpisode[] {
  return Array.from({ length: count }, (_, index) => makeEpisode(index));
}

function makeEpisode(index: number): ShownEpisode {
  const random = createRandom(7_919 * (index + 1));
  const isShort = index % 13 === 12;
  const duration = Math.round(isShort ? 280 + 60 * random() : 1_500 + 3_000 * random());
  const listeners = index % 9 === 8 ? 18 : Math.round(160 + 900 * random());
  const guid = `urn:example:tides-${index + 1}`;
  const passages = makePassages(index, duration, isShort);
  const chart = simulateChart({ guid, duration, listeners, loyalty: 0.5 + 0.2 * random(), passages }, index);
  const subject = SUBJECTS[index % SUBJECTS.length] ?? "";
  return {
    chart: index % 11 === 5 ? toShares(chart) : chart,
    listeners,
    source: index % 11 === 5 ? "youtube" : "spotify",
    title: `Tides and harbours, episode ${index + 1}: ${subject}${isShort ? " (in five minutes)" : ""}`,
    date: new Date(Date.UTC(2026, 0, 8 + 7 * index)).toISOString().slice(0, 10),
    audio: `https://example.com/tides-${index + 1}.mp3`,
    chapters: makeChapters(duration),
  };
}

function makePassages(index: number, duration: number, isShort: boolean): Passage[] {
  const hasNewOpening = index >= NEW_OPENING;
  const opening: Passage = { kind: "leave", from: 20, to: hasNewOpening ? 35 : 60, share: hasNewOpening ? 0.05 : 0.14 };
  if (isShort) return [opening];
  const middle = Math.round(duration * 0.48);
  const advertisement: Passage = { kind: "skip", from: middle, to: middle + 75, share: 0.22 };
  const answer = Math.round(duration * 0.72);
  const passages: Passage[] = [opening, advertisement];
  if (index % 4 === 1) passages.push({ kind: "replay", from: answer, to: answer + 60, share: 0.16 });
  if (index % 10 === 9) passages.push({ kind: "leave", from: 300, to: 330, share: 0.35 });
  return passages;
}

function makeChapters(duration: number): ShownEpisode["chapters"] {
  const titles = ["Opening", "The question", "Advertisement", "The answer", "Letters"];
  return [0, 0.06, 0.48, 0.52, 0.85].map((part, index) => ({
    time: Math.round(duration * part),
    title: titles[index] ?? "",
  }));
}
