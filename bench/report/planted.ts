import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { bundlePage } from "../../cli/report/bundle.ts";
import { saveAtomically } from "../../cli/report/save.ts";
import { drawPage } from "../../report/make/page.ts";
import { addChapters, plant } from "./simulators/planting.ts";
import { type Draft, MADE_AT, type ShowPlan, SIMULATORS, simulateShow } from "./simulators/show.ts";

/** A show with what is planted in it, in words. */
interface PlantedShow extends Omit<ShowPlan, "build"> {
  readonly planted: string;
  readonly build: (draft: Draft, index: number) => void;
}

const SHOW = { episodes: 14, audience: 700, minutes: 42, format: 5 } as const;
const at = ({ script }: Draft, part: number) => Math.floor(part * script.duration);

const SHOWS: readonly PlantedShow[] = [
  {
    ...SHOW,
    planted: "In episode 14, 22 % leave within ten seconds at 55 % of the length. Nothing else.",
    build: (draft, index) => {
      const from = at(draft, 0.55);
      if (index === 13) plant(draft, { kind: "leave", from, to: from + 10, share: 0.22 });
    },
  },
  {
    ...SHOW,
    planted: "27 % skip the chapter Sponsor of 75 seconds in each episode, and come back. Nobody leaves at it.",
    build: (draft) => {
      const from = at(draft, 0.45);
      plant(draft, { kind: "passage", from, to: from + 75, share: 0.27 });
      addChapters(draft, "Sponsor", from, from + 75);
    },
  },
  {
    ...SHOW,
    planted: "16 % leave over the six minutes of the chapter Letters in each episode.",
    build: (draft) => {
      const from = at(draft, 0.45);
      plant(draft, { kind: "leave", from, to: from + 360, share: 0.16 });
      addChapters(draft, "Letters", from, from + 360);
    },
  },
  {
    ...SHOW,
    planted: "In episode 14, 22 % leave over the six minutes of the chapter Interview; in the others, nobody does.",
    build: (draft, index) => {
      const from = at(draft, 0.45);
      if (index === 13) plant(draft, { kind: "leave", from, to: from + 360, share: 0.22 });
      addChapters(draft, "Interview", from, from + 360);
    },
  },
  {
    ...SHOW,
    daysAgo: 1,
    planted: "Nothing. Half of the listeners of episode 14, which is a day old, are still in it.",
    build: ({ script }, index) => {
      if (index === 13) Object.assign(script, { inProgress: 0.5 });
    },
  },
  {
    ...SHOW,
    episodes: 18,
    planted: "In 10 of 18 episodes, 15 % leave within ten seconds at 14:00.",
    build: (draft, index) => {
      if (index % 9 < 5) plant(draft, { kind: "leave", from: 840, to: 850, share: 0.15 });
    },
  },
  {
    ...SHOW,
    episodes: 24,
    planted: "From episode 13 on, 10 points fewer leave the opening.",
    build: ({ script }, index) => {
      if (index < 12) Object.assign(script, { opening: script.opening + 0.1 });
    },
  },
  {
    ...SHOW,
    episodes: 20,
    minutes: 60,
    planted: "From episode 11 on, episodes have 24 minutes instead of 60. Listeners behave as before.",
    build: ({ script }, index) => {
      if (index >= 10) Object.assign(script, { duration: Math.floor(0.4 * script.duration) });
    },
  },
  {
    ...SHOW,
    planted:
      "Episode 14 has five times the usual audience, of strangers who leave sooner; the regular listeners are as usual.",
    build: ({ script }, index) => {
      if (index === 13) Object.assign(script, { strangers: 4 * script.audience, audience: 5 * script.audience });
    },
  },
  {
    ...SHOW,
    format: "youtube",
    audience: 1_200,
    planted:
      "At YouTube, 27 % skip a minute at 45 % of the length in each episode; in episodes 13 and 14, 25 % replay one.",
    build: (draft, index) => {
      const [from, again] = [at(draft, 0.45), at(draft, 0.68)];
      plant(draft, { kind: "advertisement", from, to: from + 75, share: 0.27 });
      if (index >= 12) plant(draft, { kind: "replay", from: again, to: again + 60, share: 0.25 });
    },
  },
];

const SEED = 40_000;
const [folder = "planted"] = process.argv.slice(2);

// Makes reports of planted shows, and prints what is planted: `npx node bench/report/planted.ts FOLDER > planted.md`.
await mkdir(folder, { recursive: true });
const bundle = await bundlePage();
for (const [index, { planted, ...plan }] of SHOWS.entries()) {
  const simulator = index % 2 === 0 ? SIMULATORS.households : SIMULATORS.commuters;
  const { report } = simulateShow(simulator, plan, simulator.seed + SEED + index);
  const title = `Show ${index + 1}`;
  await saveAtomically(join(folder, `show-${index + 1}.html`), drawPage({ title, madeAt: MADE_AT }, report, bundle));
  console.log(`- ${title}: ${planted}`);
}
