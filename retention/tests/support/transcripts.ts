import { composeFeed } from "../../../tests/support/feed.ts";
import { formatCueTime } from "../../report/demo/script.ts";
import { makeChart } from "./report.ts";

/** Seconds at which listeners leave. */
export const LEAVE = 900;

/** What is said: a sentence every ten seconds, and one at which listeners leave. */
const CUES = Array.from({ length: 180 }, (_, index) => ({
  start: 10 * index,
  end: 10 * index + 10,
  body: index === LEAVE / 10 ? "Before we go on, a word about sponsors." : `This is sentence ${index}.`,
}));
export const PLANTED = "Before we go on, a word about sponsors.";

/** The same in each format. */
export const FORMATS = {
  "one.vtt": `WEBVTT\n\n${CUES.map(({ start, end, body }) => `${formatCueTime(start)} --> ${formatCueTime(end)}\n<v Host>${body}`).join("\n\n")}`,
  "two.srt": CUES.map(
    ({ start, end, body }) =>
      `${formatCueTime(start).replace(".", ",")} --> ${formatCueTime(end).replace(".", ",")}\nHost: ${body}`,
  ).join("\n\n"),
  "three.json": JSON.stringify({
    segments: CUES.map(({ start, end, body }) => ({ startTime: start, endTime: end, speaker: "Host", body })),
  }),
  "four.html": CUES.map(
    ({ start, body }) => `<cite>Host:</cite><time>${formatCueTime(start).slice(0, 8)}</time><p>${body}</p>`,
  ).join("\n"),
};

const TITLES = ["one", "two", "three", "four"].map((name) => `Episode ${name}`);

/** A show of four episodes, each with a transcript in another format. Listeners leave at the planted sentence. */
export const SPOKEN_CHARTS = TITLES.map((_, index) => ({
  ...makeChart(`urn:example:spoken-${index + 1}`, 100, 67, LEAVE, 1_800),
  listeners: 300,
  source: "spotify",
}));

const SPOKEN_FEED = composeFeed(
  TITLES.map((title, index) => ({ guid: SPOKEN_CHARTS[index]?.guid ?? "", title, "itunes:duration": "1800" })),
  "A show",
);

/** The files of the show, by their names. */
export const SPOKEN_FILES: Readonly<Record<string, string>> = {
  "feed.xml": SPOKEN_FEED,
  "charts.jsonl": SPOKEN_CHARTS.map((chart) => `${JSON.stringify({ version: 1, ...chart })}\n`).join(""),
  ...Object.fromEntries(Object.entries(FORMATS).map(([name, text]) => [`Episode ${name}`, text])),
};
