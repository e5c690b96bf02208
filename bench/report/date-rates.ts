import { type Course, measureDates } from "./simulators/dates.ts";
import { formatRate, type Rate } from "./simulators/rates.ts";

const [shows = "200", seed = "0", only = ""] = process.argv.slice(2);

const COURSES: readonly Course[] = [
  { name: "Neither", compute: () => 0 },
  { name: "A steady rise of 12 points", compute: (part) => 12 * part },
  { name: "A steady rise of 24 points", compute: (part) => 24 * part },
  { name: "A rise of 16 points that flattens", compute: (part) => 16 * (1 - Math.exp(-4 * part)) },
  { name: "A step of 8 points at half", compute: (part) => (part < 0.5 ? 0 : 8) },
  { name: "A step of 12 points at 35 %", compute: (part) => (part < 0.35 ? 0 : 12) },
];

/** Whether what varies in an episode says nothing of the next one. */
const NOISES = { "each episode for itself": ["normal", "skewed"], "in seasons": ["seasons"] } as const;

const EPISODES = [12, 24, 60];

// Measures what before and after says at a date that the report itself found, in shows whose truth is known:
// `npx node bench/report/date-rates.ts [SHOWS] [SEED] [COURSE]`. SHOWS are of each number of episodes and each noise. Rates are in
// percent, with Wilson's interval of 95 % in brackets.
for (const course of COURSES.filter(({ name }) => name.includes(only)))
  for (const [kind, noises] of Object.entries(NOISES)) {
    const sums = new Map<string, Rate>();
    for (const noise of noises)
      for (const count of EPISODES)
        for (const [name, { hits, of }] of measureDates(course, {
          noise,
          count,
          shows: Number(shows),
          seed: Number(seed),
        })) {
          const sum = sums.get(name) ?? { hits: 0, of: 0 };
          sums.set(name, { hits: sum.hits + hits, of: sum.of + of });
        }
    console.log(`\n${course.name}; episodes vary ${kind}`);
    for (const [name, rate] of sums) console.log(`${name}: ${formatRate(rate)}`);
  }
