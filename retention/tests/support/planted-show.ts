import { composeFeed } from "../../../tests/support/feed.ts";
import { computeMeans } from "../../report/curve/levels/bins.ts";
import { createRandom, type Passage, simulateChart } from "../../report/demo/listeners.ts";
import { formatCueTime } from "../../report/demo/script.ts";
import { compareEpisodes, type Report } from "../../report/make/compare-episodes.ts";
import { addTranscript, computeEpisode } from "../../report/make/measure-episode.ts";
import type { SideType } from "../../report/usual/measured.ts";
import { parseTranscript } from "../../sources/transcripts/transcript.ts";

/** What is planted in the show, for tests that look for it. Times are in seconds. */
export const PLANTED = {
  /** The first episode with the better opening, as YYYY-MM-DD. */
  change: "2026-08-25",
  /** What begins what 29 % skip, in each episode at another time. */
  sponsor: "brought to you by Lumen",
  loss: { title: "The night bus", at: 1_500, share: 0.2, reason: "Before we go on, here is the whole timetable." },
  replay: { title: "A bridge that sings", from: 1_100, to: 1_160, words: "Turn left at the third lamp" },
  trailer: { title: "What is coming", duration: 92 },
  bonus: { title: "Questions from the road", duration: 840 },
} as const;

const TITLES =
  `The last stop|Sand for the tracks|Who paints the lines|A map of smells|The clock that ran late|Under the ring road
The ferry timetable|How a tunnel breathes|Salt in November|The quiet carriage|Signals at dusk|A crossing without lights
The depot cat|Where trams turn|The longest stairs|Ninety doors|The lost umbrella room|Rain on the switchboard
Bells, and who rings them|${PLANTED.replay.title}|The slow lift|A wall of keys|Two left shoes|The empty platform
The printer of tickets|${PLANTED.loss.title}|Snow on the wires|The first train`.split(/[|\n]/);

/** Words of which sentences are drawn, so that no four of them recur in most episodes. */
const WORDS = [
  "the driver|a signal|one carriage|the old map|our inspector|every window|a lantern|the gate|this handle|a ladder|the crew|one bolt",
  "carries|follows|replaces|hides|measures|counts|reaches|answers|repairs|covers|opens|leaves",
  "seven sleepers|the yellow line|some gravel|a heavy chain|wet leaves|the second door|an empty seat|two bells|more paint|a broken lamp|old timber|the brass plate",
  "before dawn|near the canal|without a sound|for nine years|behind the kiosk|in plain sight|on market days|after the storm|above the arch|twice a winter|by the depot|along the fence",
].map((line) => line.split("|"));

const WEEK_MS = 7 * 86_400_000;
const LAST = Date.UTC(2026, 10, 24);
const FIRST_SEED = 500;
const [LISTENERS, LOYALTY, BIN, PACE] = [700, 0.62, 5, 14];
/** Seconds of the advertisement. */
const READ = 70;

/** An item of the show, with its curve and what is said in it. */
interface PlantedEpisode extends Pick<ReturnType<typeof simulateChart>, "guid" | "duration" | "data"> {
  readonly title: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly type?: Exclude<SideType, "short">;
  readonly listeners: number;
  /** WebVTT. */
  readonly script: string;
}

/** Makes 28 weekly episodes without chapters, a bonus, and as the newest item a trailer: the same at every call. */
export function makePlantedShow(): readonly PlantedEpisode[] {
  const full = TITLES.map((title, index) => {
    const random = createRandom(104_729 * (index + 1));
    const date = toDay(LAST - (TITLES.length - 1 - index) * WEEK_MS);
    const duration = Math.round(2_340 + 360 * random());
    const sponsor = Math.round(600 + 360 * random());
    const opening: Passage = { kind: "leave", from: 3, to: 50, share: date < PLANTED.change ? 0.17 : 0.06 };
    const skip: Passage = { kind: "skip", from: sponsor, to: sponsor + READ, share: 0.29 };
    const said = [
      { at: sponsor, text: "This episode is brought to you by Lumen, the lamp that knows when you are home." },
    ];
    const own: Passage[] = [];
    if (title === PLANTED.loss.title) {
      const { at, share, reason } = PLANTED.loss;
      own.push({ kind: "leave", from: at, to: at + 15, share });
      said.push({ at, text: reason });
    }
    if (title === PLANTED.replay.title) {
      const { from, to, words } = PLANTED.replay;
      own.push({ kind: "replay", from, to, share: 0.3 });
      said.push({ at: from, text: `${words}, then count four doors and knock.` });
    }
    return makeEpisode({ index, title, date, duration, passages: [opening, skip, ...own], said });
  });
  const { trailer, bonus } = PLANTED;
  const short: Passage = { kind: "leave", from: 2, to: 30, share: 0.5 };
  return [
    ...full,
    makeEpisode({ ...bonus, index: 28, date: "2026-10-15", type: "bonus", passages: [short], said: [] }),
    makeEpisode({ ...trailer, index: 29, date: "2026-11-26", type: "trailer", passages: [short], said: [] }),
  ];
}

interface Plot extends Pick<PlantedEpisode, "title" | "date" | "type" | "duration"> {
  readonly index: number;
  readonly passages: readonly Passage[];
  /** What is said at some times, in order of time. */
  readonly said: readonly { readonly at: number; readonly text: string }[];
}

function makeEpisode({ index, passages, said, ...facts }: Plot): PlantedEpisode {
  const guid = `urn:example:planted-${index + 1}`;
  const random = createRandom(15_485_863 * (index + 1));
  const listeners = Math.round(LISTENERS * (0.9 + 0.2 * random()));
  const chart = simulateChart(
    { guid, duration: facts.duration, listeners, loyalty: LOYALTY, passages },
    index + FIRST_SEED,
  );
  const means = computeMeans(chart.data, 0, BIN, Math.floor(facts.duration / BIN));
  const data = means.map((percentage, bin) => ({ time: BIN * bin, percentage }));
  return { guid, ...facts, data, listeners, script: writeTranscript(facts.duration, said, random) };
}

function writeTranscript(duration: number, said: Plot["said"], random: () => number): string {
  const due = [...said];
  const cues: string[] = [];
  for (let time = 1; time < duration - 12; ) {
    const text = due[0] && due[0].at <= time ? (due.shift()?.text ?? "") : drawSentence(random);
    const end = Math.min(time + text.length / PACE, due[0] ? Math.max(time + 1, due[0].at) : Number.POSITIVE_INFINITY);
    cues.push(`${formatCueTime(time)} --> ${formatCueTime(end)}\n${text}`);
    time = end;
  }
  return `WEBVTT\n\n${cues.join("\n\n")}\n`;
}

function drawSentence(random: () => number): string {
  const words = WORDS.map((options) => options[Math.floor(random() * options.length)]).join(" ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** When the show's report is made. */
const PLANTED_MADE_AT = new Date("2026-11-28T08:00:00Z");

/** Compares the show's episodes, or those of them that are given. */
export async function reportPlantedShow(episodes = makePlantedShow()): Promise<Report> {
  const measured = episodes.map(async ({ guid, title, date, type, duration, data, listeners, script }) => {
    const curve = { chart: { guid, duration, data }, source: "spotify", listeners };
    const episode = computeEpisode({ guid, curves: [curve] }, { title, date, ...(type && { type }) }, PLANTED_MADE_AT);
    return addTranscript(episode, await parseTranscript(script), { language: "en" });
  });
  return compareEpisodes(await Promise.all(measured));
}

/** Writes the files of the show by their names: its feed, its curves, and a transcript for each title. */
export function composePlantedFiles(episodes = makePlantedShow()): Readonly<Record<string, string>> {
  const items = episodes.map(({ guid, title, date, type = "full", duration }) => ({
    guid,
    title,
    pubDate: new Date(date).toUTCString(),
    "itunes:duration": String(duration),
    more: `<itunes:episodeType>${type}</itunes:episodeType><enclosure url="https://media.example/${guid.slice(-2)}.mp3" type="audio/mpeg"/>`,
  }));
  const charts = episodes.map(({ guid, duration, data, listeners }) =>
    JSON.stringify({ version: 1, guid, duration, data, source: "spotify", listeners }),
  );
  return {
    "feed.xml": composeFeed(items, "The long way round", "<language>en</language>"),
    "charts.jsonl": `${charts.join("\n")}\n`,
    ...Object.fromEntries(episodes.map(({ title, script }) => [`${title}.vtt`, script])),
  };
}
