import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { max, min, quantile } from "d3-array";
import { alignCuts, type CutMap, findOther } from "../report/cuts/cut-map.ts";
import { matchCaptions } from "../report/cuts/same-episode.ts";
import { readTimedWords } from "../report/cuts/timed-words.ts";
import type { Random } from "./simulators/simulated-episode.ts";
import { createMulberry32 } from "./simulators/simulated-show.ts";
import { type CutPlan, cutTwice } from "./simulators/two-cuts.ts";

/** An episode's words, and words of another one. */
export type Texts = (random: Random) => readonly [own: readonly string[], other: readonly string[]];

/** How well times are found in another cut, in seconds and parts. */
export interface CutRates {
  readonly median: number;
  readonly p90: number;
  readonly p99: number;
  readonly worst: number;
  /** Part of what is found that is wrong by more than five seconds. */
  readonly wrong: number;
  /** Part of what both cuts have that is not found, and of what only the audio has that is. */
  readonly refused: number;
  readonly invented: number;
  /** Errors where the same percent of the length is taken. */
  readonly percentMedian: number;
  readonly percentP90: number;
  /** Smallest part in common of an episode, largest of two. */
  readonly least: number;
  readonly mostOfOthers: number;
  /** Of the processor, for the slowest. */
  readonly milliseconds: number;
}

const ORDINARY: CutPlan = { removed: 4, inserted: 3, lengths: [20, 150], shrunk: 0.01, misheard: 0.12 };

/** What differs between the cuts, and how well both are transcribed. */
export const CUT_PLANS: Readonly<Record<string, CutPlan>> = {
  "the same cut": { misheard: 0.12 },
  ordinary: ORDINARY,
  "no word is misheard": { ...ORDINARY, misheard: 0 },
  "25 % are misheard": { ...ORDINARY, misheard: 0.25 },
  "35 % are misheard": { ...ORDINARY, misheard: 0.35 },
  "cues of a minute": { ...ORDINARY, cueWords: [60, 250] },
  "silences are cut: 8 %": { ...ORDINARY, shrunk: 0.08 },
  "a teaser of 45 s": { ...ORDINARY, teaser: 45 },
  "one advertisement twice in both": { ...ORDINARY, refrain: 45 },
  "four advertisements in the audio": { ...ORDINARY, advertised: 4 },
  "three minutes are moved": { ...ORDINARY, isMoved: true },
};

const EVERY = 7;
const WRONG = 5;

/** Measures so many episodes. */
export function measureCuts(texts: Texts, plan: CutPlan, count: number, seed: number): CutRates {
  const cuts = Array.from({ length: count }, (_, index) => {
    const random = createMulberry32(1_000 * seed + index);
    const [own, other] = texts(random);
    const cut = cutTwice(own, other, plan, random);
    const before = process.cpuUsage();
    const one = readTimedWords(cut.audio);
    const map = alignCuts(one, readTimedWords(cut.video));
    const { user, system } = process.cpuUsage(before);
    const milliseconds = (user + system) / 1_000;
    const ofOther = alignCuts(one, readTimedWords(cutTwice(other, own, plan, random).audio)).part;
    return { part: map.part, ofOther, milliseconds, places: findPlaces(cut, map) };
  });
  const places = cuts.flatMap((cut) => cut.places);
  const there = places.filter(({ video }) => video !== undefined);
  const errors = there.flatMap(({ found, video = 0 }) => (found === undefined ? [] : Math.abs(found - video)));
  const ofPercent = there.map(({ ofPercent, video = 0 }) => Math.abs(ofPercent - video));
  const gone = places.filter(({ video }) => video === undefined);
  const find = (values: readonly number[], part: number) => quantile(values, part) ?? Number.NaN;
  return {
    ...{ median: find(errors, 0.5), p90: find(errors, 0.9), p99: find(errors, 0.99), worst: find(errors, 1) },
    wrong: errors.filter((error) => error > WRONG).length / Math.max(1, errors.length),
    refused: 1 - errors.length / there.length,
    invented: gone.filter(({ found }) => found !== undefined).length / Math.max(1, gone.length),
    ...{ percentMedian: find(ofPercent, 0.5), percentP90: find(ofPercent, 0.9) },
    least: min(cuts, ({ part }) => part) ?? Number.NaN,
    mostOfOthers: max(cuts, ({ ofOther }) => ofOther) ?? Number.NaN,
    milliseconds: max(cuts, ({ milliseconds }) => milliseconds) ?? 0,
  };
}

/** Finds some times of the audio in the video: by what is said, and by the same percent of the length. */
function findPlaces({ truth, lengths }: ReturnType<typeof cutTwice>, map: CutMap) {
  return truth
    .filter((_, place) => place % EVERY === 0)
    .map(({ audio, video }) => {
      return { video, found: findOther(map, audio), ofPercent: (audio / lengths[0]) * lengths[1] };
    });
}

/** Most words are few ones, by Zipf's law (1935). */
const VOCABULARY = 5_000;

/** Makes up an episode of so many words. @param spell the word of a rank */
export const makeTexts =
  (words: number, spell = (rank: number) => `w${rank}`): Texts =>
  (random) => {
    const draw = () => Array.from({ length: words }, () => spell(Math.floor(VOCABULARY ** random())));
    return [draw(), draw()];
  };

/** Reads transcripts of real episodes: what is said, without names in bold and notes in brackets. */
function readTexts(folder: string, most = Number.POSITIVE_INFINITY): Texts {
  const all = readdirSync(folder).map((file) =>
    readFileSync(join(folder, file), "utf8")
      .replace(/\*\*[^*]{1,40}:\*\*|\\?\[[^\]]*\]/g, " ")
      .split(/\s+/)
      .filter(Boolean),
  );
  let next = 0;
  return () => {
    const [own, other] = [all[next % all.length] ?? [], all[(next + 7) % all.length] ?? []];
    next++;
    return [own.slice(0, most), other];
  };
}

/** Measures which parts of captions find another episode or none, if all have one text in common. @param shared the part of each that it is */
function measureMatches(texts: Texts, shared: number, count: number, seed: number) {
  const random = createMulberry32(1_000 * seed);
  const [boilerplate] = texts(random);
  const all = Array.from({ length: count }, () => {
    const [own] = texts(random);
    const length = Math.min(boilerplate.length, Math.round((own.length * shared) / (1 - shared)));
    return cutTwice([...boilerplate.slice(0, length), ...own], boilerplate, ORDINARY, random);
  });
  const captions = all.map(({ video }) => ({ cues: video }));
  const matches = matchCaptions(
    all.map(({ audio }, index) => [String(index), { cues: audio }]),
    captions,
  );
  const whole = captions.map((said) => {
    const { guid, as } = matches.get(said) ?? {};
    return as === "whole" ? guid : undefined;
  });
  return {
    wrong: whole.filter((guid, index) => guid !== undefined && guid !== String(index)).length / count,
    unmatched: whole.filter((guid) => guid === undefined).length / count,
  };
}

const HOUR = 9_000;

// Measures how well times are found: `npx node retention/bench/cuts.ts [FOLDER] [SEED]`, with a folder of transcripts as text.
if (import.meta.main) {
  const [, , folder, seed = "1"] = process.argv;
  const read = (words?: number) => (folder === undefined ? makeTexts(words ?? HOUR) : readTexts(folder, words));
  const print = (name: string, rates: object) => console.log(name, rates);
  for (const [name, plan] of Object.entries(CUT_PLANS)) print(name, measureCuts(read(), plan, 40, Number(seed)));
  const short: CutPlan = { removed: 1, inserted: 1, lengths: [10, 25], misheard: 0.25 };
  print("three minutes, 25 % are misheard", measureCuts(read(470), short, 40, Number(seed)));
  print("four hours", measureCuts(makeTexts(4 * HOUR), ORDINARY, 5, Number(seed)));
  for (const shared of [0, 0.33, 0.75])
    print(`captions of 39 episodes, ${shared} in common`, measureMatches(read(3_000), shared, 39, Number(seed)));
}
