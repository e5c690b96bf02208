import type { Finding } from "../report/show/finding.ts";
import type { Scenario } from "./harness.ts";
import { isOfPhrase, tells } from "./judging.ts";
import { everyFormat, ofShows, planShows, type Variation } from "./planting.ts";
import { drawBetween, type PlantedMove, pick, type Script } from "./simulators/simulated-episode.ts";
import { type AdRead, drawTalk, type Talk, transcribe } from "./simulators/talk.ts";

/** Decides what happens where an advertisement is read, or elsewhere. */
type AdPlot = (read: AdRead, script: Script, place: number) => readonly PlantedMove[];

/** Gives each episode a transcript in which an advertisement is read, at another place in each. */
function speak(plot: AdPlot, lengths: readonly [number, ...number[]]): Variation {
  let talk: Talk | undefined;
  return (script, index, random) => {
    if (index === 0 || !talk) talk = drawTalk(random);
    const from = Math.floor(script.duration * drawBetween(random, 0.25, 0.7));
    const read = { from, to: from + pick(random, lengths) };
    const place = Math.floor(script.duration * drawBetween(random, 0.25, 0.7));
    return { cues: transcribe(talk, script.duration, read, random), planted: plot(read, script, place) };
  };
}

const LENGTHS: readonly [number, ...number[]] = [45, 60, 75, 90];
const nothing: AdPlot = () => [];
const skipped =
  (share: number): AdPlot =>
  ({ from, to }) => [{ kind: "skip", share, from, to }];
const left =
  (share: number): AdPlot =>
  ({ from, to }) => [{ kind: "leave", share, from, to }];

const PHRASE = isOfPhrase;
const SKIP = (finding: Finding) => isOfPhrase(finding) && finding.kind === "skip";
const LEAVE = (finding: Finding) => isOfPhrase(finding) && finding.kind === "loss";
/** What begins the advertisement. */
const LEAD = (finding: Finding) =>
  "share" in finding && /(episode is sponsored|show is brought|now a word|for this podcast)/.test(finding.phrase ?? "");

/** Plans shows of so many episodes, in which advertisements have one of some lengths in seconds. */
const plan = (episodes: number, plot: AdPlot, lengths = LENGTHS, fixed: Parameters<typeof planShows>[2] = {}) =>
  planShows(episodes, speak(plot, lengths), fixed);

/** What is said of phrases that most episodes say, where no episode has chapters. */
export const PHRASE_SCENARIOS: readonly Scenario[] = [
  ...[7, 12, 24].map((episodes) =>
    ofShows(
      `${episodes} transcribed episodes, nothing happens`,
      plan(episodes, nothing, LENGTHS, { formats: everyFormat }),
      {
        "a phrase is named": tells(PHRASE),
      },
    ),
  ),
  ofShows(
    "12 transcribed episodes, 25 % skip a minute anywhere",
    plan(12, (_read, _script, from) => [{ kind: "skip", share: 0.25, from, to: from + 60 }]),
    { "a phrase is named": tells(PHRASE) },
  ),
  ofShows(
    "12 transcribed episodes, 20 % leave within 10 s anywhere",
    plan(12, (_read, _script, from) => [{ kind: "leave", share: 0.2, from, to: from + 10 }]),
    { "a phrase is named": tells(PHRASE) },
  ),
  ofShows(
    "12 transcribed episodes of 300 listeners, 30 % skip the advertisement",
    plan(12, skipped(0.3), LENGTHS, { audience: 300 }),
    { "its phrase is named": tells(LEAD), "show says skip": tells(SKIP), "show says leave": tells(LEAVE) },
  ),
  ...[30, 120, 180].map((seconds) =>
    ofShows(`12 transcribed episodes, 30 % skip ${seconds} s`, plan(12, skipped(0.3), [seconds], { audience: 300 }), {
      "its phrase is named": tells(LEAD),
      "show says skip": tells(SKIP),
      "show says leave": tells(LEAVE),
    }),
  ),
  ...[7, 24].map((episodes) =>
    ofShows(
      `${episodes} transcribed episodes, 30 % skip the advertisement`,
      plan(episodes, skipped(0.3), LENGTHS, { formats: everyFormat }),
      {
        "its phrase is named": tells(LEAD),
        "show says leave": tells(LEAVE),
      },
    ),
  ),
  ofShows(
    "12 transcribed episodes, 15 % leave at the advertisement",
    plan(12, left(0.15), LENGTHS, { audience: 300 }),
    {
      "its phrase is named": tells(LEAD),
      "show says skip": tells(SKIP),
      "show says leave": tells(LEAVE),
    },
  ),
];
