import { drawBetween, type Random } from "./episode.ts";
import { everyFormat, planShows, plant } from "./planting.ts";
import { countTrue, type Judged, listJudged, type Rate, type Scenario } from "./rates.ts";
import type { Draft, SimulatedShow } from "./show.ts";

const EPISODES = 12;

/** Seconds of credits. Those of less than a minute are after the last 5 % begins in episodes of twenty minutes. */
const LENGTHS = [10, 20, 40, 60, 90, 120, 180] as const;
const MINUTE = 60;

/** Seconds by which the feed's duration of a show is too long, of which few hear the end. */
const TOO_LONG = [20, 40, 60, 120];

/** Seconds within which listeners leave once the credits begin. */
const WITHIN = 12;

/** Seconds by which a beginning may be off, beside a bin of the curve, and points by which the figure may be. */
const TOLERANCE = 20;
const POINTS = 3;

/** Plants credits that a part leaves at, in an episode without any of its own. */
function plantCredits(draft: Draft, seconds: number, share: number): void {
  const from = Math.floor(draft.script.duration - seconds);
  Object.assign(draft.script, { endsAtOnce: true });
  plant(draft, { kind: "leave", from, to: from + Math.min(WITHIN, seconds), share });
}

function addLastChapter(draft: Draft, title: string, seconds: number): void {
  const { duration } = draft.script;
  const times = { Intro: 0, Talk: 70, [title]: Math.floor(duration - seconds) };
  draft.chapters = Object.entries(times).map(([name, time]) => ({ time, title: name }));
}

const hasCredits = ({ episode }: Judged) => episode.insights.credits !== undefined;

/** Counts how often credits are said, and of these, how often where they are and with the level before them. */
function countCredits(show: SimulatedShow, name: string): Record<string, Rate> {
  const judged = listJudged(show);
  const curves = new Map(show.uncompared.map(({ guid, curve }) => [guid, curve]));
  const told = judged.filter(hasCredits).flatMap(({ episode, draft }) => {
    const [curve, from] = [curves.get(episode.guid), draft.script.planted[0]?.from];
    return curve && from !== undefined ? [{ curve, from, insights: episode.insights }] : [];
  });
  return {
    [`${name}: said`]: countTrue(judged, hasCredits),
    "the same: begin there": countTrue(told, ({ curve, from, insights }) => {
      return Math.abs((insights.credits ?? 0) - from) <= TOLERANCE + curve.seconds;
    }),
    "the same: figure is the level before them": countTrue(told, ({ curve, from, insights }) => {
      return Math.abs((insights.figures.credits ?? 0) - curve.getLevel(from - Math.max(5, curve.seconds))) <= POINTS;
    }),
  };
}

const countFalse = (name: string) => (show: SimulatedShow) => ({
  [`${name}: credits are said`]: countTrue(listJudged(show), hasCredits),
});

const nameLength = (seconds: number) => {
  if (seconds < MINUTE) return "less than 1 min";
  return seconds < 2 * MINUTE ? "1 to 2 min" : "2 and 3 min";
};

/** Credits of each length that a part leaves at. */
function planCredits(share: number, vary: (seconds: number, random: Random) => number = (seconds) => seconds) {
  return (...[simulator, index]: Parameters<Scenario["plan"]>) => {
    const seconds = LENGTHS[index % LENGTHS.length] ?? 0;
    return planShows(
      EPISODES,
      (draft, _, random) => plantCredits(draft, vary(seconds, random), share),
      everyFormat,
    )(simulator, index);
  };
}

const count = (name: string) => (show: SimulatedShow) => {
  const [first] = [...show.drafts.values()];
  const { duration = 0, planted = [] } = first?.script ?? {};
  return countCredits(show, `${name} of ${nameLength(Math.round((duration - (planted[0]?.from ?? 0)) / 5) * 5)}`);
};

/** What the report says of credits. */
export const CREDITS_SCENARIOS: readonly Scenario[] = [
  { name: "Credits that most leave at", plan: planCredits(0.6), count: count("Credits that 60 % leave at") },
  { name: "Credits that some leave at", plan: planCredits(0.35), count: count("Credits that 35 % leave at") },
  {
    name: "Credits of different lengths",
    plan: planCredits(0.6, (seconds, random) => Math.max(8, seconds + drawBetween(random, -15, 15))),
    count: (show) => countCredits(show, "Credits that begin up to 15 s sooner or later"),
  },
  {
    name: "Credits that are a chapter",
    plan: planShows(EPISODES, (draft, _, random) => {
      const seconds = drawBetween(random, 20, 150);
      plantCredits(draft, seconds, 0.3);
      addLastChapter(draft, "Outro", seconds);
    }),
    count: (show) => countCredits(show, "Credits that are a chapter"),
  },
  {
    name: "No credits",
    plan: planShows(EPISODES, ({ script }) => void Object.assign(script, { endsAtOnce: true }), everyFormat),
    count: countFalse("No credits"),
  },
  {
    name: "No credits, few listeners, all lengths",
    plan: (simulator, index) => ({
      ...planShows(
        EPISODES,
        ({ script }, _, random) => {
          const duration = Math.floor(script.duration * drawBetween(random, 0.5, 2));
          Object.assign(script, { endsAtOnce: true, duration });
        },
        everyFormat,
      )(simulator, index),
      audience: 55,
    }),
    count: countFalse("No credits, few listeners, all lengths"),
  },
  {
    name: "No credits, a duration that is too long",
    plan: (simulator, index) =>
      planShows(
        EPISODES,
        (draft) => {
          const from = draft.script.duration - (TOO_LONG[index % TOO_LONG.length] ?? 0);
          Object.assign(draft.script, { endsAtOnce: true, haste: 4 * draft.script.haste });
          plant(draft, { kind: "leave", from, to: from + 1, share: 1 });
        },
        everyFormat,
      )(simulator, index),
    count: countFalse("No credits, feed's duration 20 s to 2 min too long"),
  },
  {
    name: "A last part that a fifth leaves at",
    plan: planShows(EPISODES, (draft) => plantCredits(draft, 150, 0.2), everyFormat),
    count: countFalse("A last part that 20 % leave at"),
  },
  {
    name: "A last chapter that many leave at",
    plan: planShows(EPISODES, (draft) => {
      plantCredits(draft, 150, 0.4);
      addLastChapter(draft, "Letters", 150);
    }),
    count: countFalse("A last chapter Letters that 40 % leave at"),
  },
  {
    name: "A last advertisement that many skip",
    plan: planShows(
      EPISODES,
      (draft) => {
        const from = draft.script.duration - 200;
        Object.assign(draft.script, { endsAtOnce: true });
        plant(draft, { kind: "advertisement", from, to: from + 75, share: 0.4 });
      },
      everyFormat,
    ),
    count: countFalse("A last advertisement that 40 % skip"),
  },
  {
    name: "More and more leave",
    plan: planShows(
      EPISODES,
      (draft) => {
        const at = (seconds: number) => draft.script.duration - seconds;
        Object.assign(draft.script, { endsAtOnce: true });
        plant(
          draft,
          { kind: "leave", from: at(180), to: at(90), share: 0.1 },
          { kind: "leave", from: at(90), to: at(45), share: 0.15 },
          { kind: "leave", from: at(45), to: at(0), share: 0.4 },
        );
      },
      everyFormat,
    ),
    count: countFalse("More and more leave in the last three minutes"),
  },
  {
    name: "Credits in half of the episodes",
    plan: planShows(
      EPISODES,
      (draft, index) => {
        if (index % 2 === 0) plantCredits(draft, 120, 0.6);
        else Object.assign(draft.script, { endsAtOnce: true });
      },
      everyFormat,
    ),
    count: (show) => {
      const [those, others] = [true, false].map((isPlanted) =>
        listJudged(show).filter(({ draft }) => draft.script.planted.length > 0 === isPlanted),
      );
      return {
        "Credits in each second episode: said": countTrue(those ?? [], hasCredits),
        "the same: said of the others": countTrue(others ?? [], hasCredits),
      };
    },
  },
];
