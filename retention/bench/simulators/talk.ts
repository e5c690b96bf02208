import type { Cue } from "../../sources/transcripts/cue.ts";
import { drawBetween, drawExponential, drawNormal, pick, type Random } from "./simulated-episode.ts";

/** What people say in most episodes of anything, by chance. */
const TURNS =
  `at the end of the day|i think that is a|a lot of the time|one of the things that|i don't know if you|to be honest with you
if you think about it|and that is the thing|you know what i mean|in the middle of the|for the first time in|the rest of the
on the other hand the|when it comes to the|i want to talk about|and i was like what|it turns out that the|as a matter of fact
that was one of the|all of a sudden the|it has to do with|let me tell you something|i have no idea why|what are you going to
there is a lot of|and at the same time|you have to be able|what do you think about|it is kind of like|so the question is how
that is a good question|from my point of view|to make a long story|in a way that is|by the end of the|is going to be a`
    .split(/[|\n]/)
    .map((turn) => turn.split(" "));

/** What begins parts of a show that have no chapters. */
const OPENERS = [
  "let's get into it now",
  "it is time for the mailbag",
  "and now to our quiz",
  "before we go any further",
];

const BRANDS = ["acme", "brightside", "foldable", "harvest box", "quill and co", "nightowl"] as const;
const LEADS = [
  "this episode is sponsored by",
  "this show is brought to you by",
  "and now a word from our sponsor",
  "support for this podcast comes from",
] as const;

/** How those of a show talk, in all of its episodes. */
export interface Talk {
  /** Times that they say each of the turns in an hour. */
  readonly turns: readonly number[];
  readonly lead: string;
  /** Part of the advertisement that is read word by word. */
  readonly script: readonly (readonly string[])[];
  /** Parts of the length at which they open parts of the show. */
  readonly openers: readonly number[];
  readonly perSecond: number;
  /** Part of the words that the transcript has wrong. */
  readonly misheard: number;
}

/** Where an advertisement is read, in seconds. */
export interface AdRead {
  readonly from: number;
  readonly to: number;
}

const VOCABULARY = 3_000;

export function drawTalk(random: Random): Talk {
  return {
    turns: TURNS.map(() => drawExponential(random, 2)),
    lead: pick(random, LEADS),
    script: Array.from({ length: Math.floor(drawBetween(random, 1, 8)) }, () => drawSentence(random)),
    openers: OPENERS.map((_, index) => drawBetween(random, index === 0 ? 0.08 : 0.2, index === 0 ? 0.2 : 0.9)),
    perSecond: drawBetween(random, 2.2, 3.2),
    misheard: drawBetween(random, 0, 0.03),
  };
}

/** Writes what is said in an episode of a show, with an advertisement that is read. */
export function transcribe(talk: Talk, duration: number, read: AdRead, random: Random): Cue[] {
  const due = scheduleTalk(talk, duration, read, random);
  const cues: Cue[] = [];
  for (let time = drawBetween(random, 0, 4); time < duration - 6; ) {
    const words = due[0] && due[0].time <= time ? (due.shift()?.words ?? []) : drawTurned(talk, random);
    const end = Math.min(duration, time + (words.length / talk.perSecond) * drawBetween(random, 0.85, 1.15));
    cues.push({ start: time, end, text: mishear(words, talk.misheard, random).join(" ") });
    time = end + drawExponential(random, 0.3);
  }
  return cues;
}

interface Due {
  readonly time: number;
  readonly words: readonly string[];
}

function scheduleTalk({ lead, script, openers }: Talk, duration: number, read: AdRead, random: Random): Due[] {
  const brand = pick(random, BRANDS);
  const say = (time: number, text: string) => ({ time, words: text.split(" ") });
  const spread = (read.to - read.from - 12) / script.length;
  const due = [
    say(0, "hello and welcome to another episode of tides and harbours"),
    say(read.from, `${lead} ${brand}`),
    ...script.map((words, index) => ({ time: read.from + 4 + index * spread, words })),
    say(read.to - 8, `go to ${brand} dot com slash tides and now back to the show`),
    say(duration - 20, "thank you so much for listening and see you next week"),
    ...openers.flatMap((part, index) =>
      random() < 0.85 ? [say(duration * (part + drawNormal(random, 0, 0.03)), OPENERS[index] ?? "")] : [],
    ),
  ];
  return due.sort((one, other) => one.time - other.time);
}

/** Draws a sentence, which may have a turn of speech in it. */
function drawTurned({ turns, perSecond }: Talk, random: Random): readonly string[] {
  const words = drawSentence(random);
  const chances = turns.map((perHour) => (perHour * words.length) / perSecond / 3_600);
  const said = TURNS.filter((_, index) => random() < (chances[index] ?? 0));
  const place = Math.floor(random() * words.length);
  return [...words.slice(0, place), ...said.flat(), ...words.slice(place)];
}

/** Draws words by Zipf's law (1935): few of them make most of what is said. */
function drawSentence(random: Random): readonly string[] {
  const length = Math.floor(drawBetween(random, 5, 19));
  return Array.from({ length }, () => `w${Math.floor(VOCABULARY ** random())}`);
}

function mishear(words: readonly string[], part: number, random: Random): readonly string[] {
  return words.map((word) => (random() < part ? `w${Math.floor(VOCABULARY * random())}` : word));
}
