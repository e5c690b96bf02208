import { capitalize } from "../../lib/printable.ts";
import { findToldMoments } from "../report/episode/told-moments.ts";
import type { Finding } from "../report/show/finding.ts";
import { quoteFrom } from "../report/words/moment-words.ts";
import { countTrue, type Scenario } from "./harness.ts";
import { beginsWith, inEpisodes, type JudgedEpisode, type RateCounts } from "./judging.ts";
import {
  advertisement,
  everyFormat,
  LOSER,
  nothing,
  ofShows,
  only,
  planShows,
  plantAt,
  plantChapter,
  type Variation,
} from "./planting.ts";
import { drawTalk, transcribe } from "./simulators/talk.ts";

const KINDS = ["skip", "loss", "change", "replay", "apart", "best"] as const;

/** How many shows begin with each kind of finding, which their listeners did not do. */
const FALSE_LETTERS: RateCounts = Object.fromEntries(
  KINDS.map((kind) => [`begins with: ${kind}`, beginsWith((found) => found.kind === kind)]),
);

/** How many rows of the list have a skip or a replay. */
const tellsMoment =
  (kind: Finding["kind"]) =>
  ({ episode }: JudgedEpisode) =>
    findToldMoments(episode).some((moment) => moment.kind === kind);
const ROWS: RateCounts = {
  "row has a skip": inEpisodes(tellsMoment("skip")),
  "row has a replay": inEpisodes(tellsMoment("replay")),
};

const replay: Variation = (script, _, random) =>
  plantAt(script, random, [0.4, 0.75], { kind: "replay", share: 0.25, seconds: 60 });
const isOf = (kind: Finding["kind"]) => (found: Finding) =>
  found.kind === kind && "guid" in found && found.guid === `episode-${LOSER + 1}`;

/** Listeners leave, or skip a minute, from a sentence on. */
const speak =
  (kind: "leave" | "skip"): Variation =>
  (script, _, random) => {
    const at = Math.floor(script.duration * (0.3 + 0.4 * random()));
    const said = transcribe(drawTalk(random), script.duration, { from: at, to: at + 60 }, random);
    const cues = said.map((cue) => ({ ...cue, text: `${capitalize(cue.text)}.` }));
    const from = cues.find(({ start }) => start >= at)?.start ?? at;
    return { cues, planted: [{ kind, share: 0.25, from, to: from + (kind === "leave" ? 10 : 60) }] };
  };

/** Which of the quotes begin with the sentence as which listeners leave, or with one beside it. */
const quotes = (kind: "loss" | "skip"): RateCounts => {
  const count =
    (most: number) =>
    ({ report, scripts }: Parameters<RateCounts[string]>[0]) => {
      const quoted = report.episodes.flatMap(({ guid, insights }) => {
        const { planted: [place] = [], cues = [] } = scripts.get(guid) ?? {};
        const moment = insights.moments.find(
          (moment) => moment.kind === kind && place && Math.abs(moment.from - place.from) < 45,
        );
        const index = cues.findIndex(({ start }) => start === place?.from);
        return moment?.words
          ? [{ said: quoteFrom(moment.words), near: cues.slice(index - most, index + most + 1) }]
          : [];
      });
      return countTrue(quoted, ({ said, near }) => near.some(({ text }) => said.startsWith(text.slice(0, 20))));
    };
  return { "with the sentence": count(0), "with it or one beside it": count(1) };
};

/** What stands in large letters and in the list where nothing happens, and where something does. */
export const LETTER_SCENARIOS: readonly Scenario[] = [
  ...[12, 29].map((episodes) =>
    ofShows(`${episodes} episodes, nothing happens`, planShows(episodes, nothing, { formats: everyFormat }), {
      ...FALSE_LETTERS,
      ...ROWS,
    }),
  ),
  ofShows("29 episodes of 40 listeners, nothing happens", planShows(29, nothing, { audience: 40 }), {
    ...FALSE_LETTERS,
    ...ROWS,
  }),
  ofShows(
    "12 episodes at Apple, a chapter that 25 % skip",
    planShows(12, (script) => plantChapter(script.duration, "Sponsor", 60, { kind: "skip", share: 0.25 }), {
      formats: () => ["apple"],
    }),
    ROWS,
  ),
  ofShows(
    "12 episodes, a chapter that 25 % skip",
    planShows(12, (script) => plantChapter(script.duration, "Sponsor", 60, { kind: "skip", share: 0.25 })),
    ROWS,
  ),
  ofShows("12 episodes, an advertisement that 27 % skip in one", planShows(12, only(LOSER, advertisement(60))), {
    "its row has it": inEpisodes(tellsMoment("skip"), ({ script }) => script.planted.length > 0),
  }),
  ofShows(
    "12 episodes at Apple, a minute that 25 % replay in one",
    planShows(12, only(LOSER, replay), { formats: () => ["apple"] }),
    { "begins with it": beginsWith(isOf("replay")) },
  ),
  ofShows(
    "12 episodes, 30 % leave one at a quarter",
    planShows(
      12,
      only(LOSER, (script, _, random) =>
        plantAt(script, random, [0.25, 0.26], { kind: "leave", share: 0.3, seconds: 60 }),
      ),
    ),
    {
      "begins with its loss": beginsWith(isOf("loss")),
      "begins with its loss or that it stands apart": beginsWith(
        (found) => isOf("loss")(found) || isOf("apart")(found),
      ),
    },
  ),
  ofShows(
    "6 episodes, 25 % leave as a sentence begins",
    planShows(6, speak("leave"), { audience: 400, formats: everyFormat }),
    quotes("loss"),
  ),
  ofShows(
    "6 episodes, 25 % skip as a sentence begins",
    planShows(6, speak("skip"), { audience: 400, formats: everyFormat }),
    quotes("skip"),
  ),
];
