import { compareFigures, splitAtDate } from "../../../report/before-after.ts";
import { describeShift } from "../../../report/comparison-sentences.ts";
import { joinSaid } from "../../../report/summary.ts";
import type { Draft, SimulatedShow } from "../simulators/show.ts";
import { planShows, plant } from "./planting.ts";
import { countSaid, countTrue, differs, listJudged, ofShows, type Rate, type ShowScenario } from "./rates.ts";

const CLIFF = { kind: "leave", share: 0.15 } as const;
const HALF = 10;
const LONG = 300;

/** A cliff in five of nine episodes, at the same second, as long before the end, or at the same part. */
const PLACES: readonly ((duration: number) => number)[] = [
  () => 700,
  (duration) => duration - 500,
  (duration) => 0.45 * duration,
];

/** Counts whether the date that is said is that of the episode, or at most two episodes off. */
const countDate = (show: SimulatedShow, after: number): Rate => {
  const [first, ...others] = show.report.episodes.map(({ date = "" }) => date).sort();
  const [, from] = /^From (\d{4}-\d\d-\d\d) on/.exec(show.report.shows[0]?.answers[0] ?? "") ?? [];
  const dates = [first, ...others];
  const isNear = from !== undefined && Math.abs(dates.indexOf(from) - after) <= 2;
  return { hits: isNear ? 1 : 0, of: from === undefined ? 0 : 1 };
};

const STEP = /^From \d.*more than a steady change explains/;

function countAverage(show: SimulatedShow): Rate {
  const dates = show.report.episodes.map(({ date = "" }) => date).sort();
  const date = dates[HALF] ?? "";
  const shifts = compareFigures(splitAtDate(show.report.episodes, date));
  const said = shifts.map((shift) => describeShift(shift, date));
  const isSaid = said.some((text) => /^(Average|Completion).*more than a steady change/.test(text));
  return { hits: isSaid ? 1 : 0, of: 1 };
}

const SCENARIOS: readonly ShowScenario[] = [
  {
    name: "A cliff at one place in most episodes",
    plan: (simulator, index) => {
      const place = PLACES[index % PLACES.length];
      const build = (draft: Draft, episode: number) => {
        const from = Math.floor(place?.(draft.script.duration) ?? 0);
        if (episode % 9 < 5) plant(draft, { ...CLIFF, from, to: from + 10 });
      };
      return planShows(18, build)(simulator, Math.floor(index / PLACES.length));
    },
    count: (show) => ({ "15 % leave at one place in 10 of 18: show says so": countSaid(show, /about .* drop off/) }),
  },
  {
    name: "A passage that most skip, without chapters",
    plan: planShows(12, (draft) => {
      const from = Math.floor(0.45 * draft.script.duration);
      plant(draft, { kind: "advertisement", from, to: from + 75, share: 0.25 });
    }),
    count: (show) => ({ "25 % skip at one place in each: show says so": countSaid(show, /skip a passage at/) }),
  },
  {
    name: "A young episode",
    plan: (simulator, index) => ({
      ...planShows(12, (draft, episode) => {
        if (episode === 11) Object.assign(draft.script, { inProgress: 0.5 });
      })(simulator, index),
      daysAgo: 1,
    }),
    count: (show) => {
      const young = listJudged(show).filter(({ draft }) => draft.script.inProgress > 0);
      return {
        "Young episode: said to differ": countTrue(young, differs),
        "Young episode: headline says that it is": countTrue(young, ({ episode }) =>
          episode.headline.startsWith("Published yesterday"),
        ),
      };
    },
  },
  {
    name: "Shorter episodes",
    plan: (simulator, index) => ({
      ...planShows(2 * HALF, (draft, episode) => {
        if (episode >= HALF) Object.assign(draft.script, { duration: Math.floor(0.4 * draft.script.duration) });
      })(simulator, index),
      minutes: 60,
    }),
    count: (show) => ({ "From 60 to 24 min: average or end is said to change": countAverage(show) }),
  },
  {
    name: "A step",
    plan: planShows(2 * HALF, ({ script }, index) => {
      if (index < HALF) Object.assign(script, { opening: script.opening + 0.08 });
    }),
    count: (show) => ({
      "Step of 8 points, 10 and 10: a date is said": countSaid(show, /^From \d/),
      "the same: more than a steady change": countSaid(show, STEP),
      "the same: date within two episodes": countDate(show, HALF),
    }),
  },
  {
    name: "A drift",
    plan: planShows(2 * HALF, ({ script }, index) => {
      Object.assign(script, { opening: script.opening + 0.006 * index });
    }),
    count: (show) => ({ "Drift of 12 points: a step is said to be more": countSaid(show, STEP) }),
  },
  {
    name: "A show of 300 episodes",
    most: 8,
    plan: planShows(LONG, (draft, index) => {
      const { script } = draft;
      const at = (part: number) => Math.floor(part * script.duration);
      plant(draft, { kind: "advertisement", from: at(0.45), to: at(0.45) + 75, share: 0.27 });
      if (index % 18 === 5) plant(draft, { kind: "leave", from: at(0.6), to: at(0.6) + 10, share: 0.25 });
      if (index < LONG / 2) Object.assign(script, { opening: script.opening + 0.08 });
    }),
    count: (show) => {
      const [losses = ""] = (show.report.shows[0]?.answers ?? []).filter((text) => text.includes("beyond the usual ("));
      const named = [...losses.matchAll(/“Episode (\d+)”/g)].map(([, number]) => Number(number));
      return {
        "300 episodes: date of the step within two episodes": countDate(show, LONG / 2),
        "300 episodes: mid-roll with its number of episodes": countSaid(show, /In \d+ of \d+ episodes, about .* skip/),
        "300 episodes: named losses that are planted": countTrue(named, (number) => (number - 1) % 18 === 5),
      };
    },
  },
  {
    name: "An audience of six times the usual",
    plan: planShows(12, ({ script }, index) => {
      if (index === 8) Object.assign(script, { strangers: 5 * script.audience, audience: 6 * script.audience });
    }),
    count: (show) => {
      const says = /Its audience is /;
      const [large, usual] = [true, false].map((isLarge) =>
        listJudged(show).filter(({ draft }) => draft.script.strangers > 0 === isLarge),
      );
      return {
        "Audience of 6 times the usual: said": countTrue(large ?? [], ({ episode }) => says.test(joinSaid(episode))),
        "Others: audience said to be unusual": countTrue(usual ?? [], ({ episode }) => says.test(joinSaid(episode))),
      };
    },
  },
];

/** What the report says of a show, of its young episodes and of unusual audiences. */
export const SHOW_SCENARIOS = SCENARIOS.map(ofShows);
