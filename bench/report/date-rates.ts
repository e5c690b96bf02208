import { type Course, measureDates, NOISE_NAMES } from "./simulators/dates.ts";
import { formatRate } from "./simulators/rates.ts";

const [shows = "200", seed = "0", only = ""] = process.argv.slice(2);

const COURSES: readonly Course[] = [
  { name: "neither", compute: () => 0 },
  { name: "a steady rise of 12 points", compute: (part) => 12 * part },
  { name: "a steady rise of 24 points", compute: (part) => 24 * part },
  { name: "a rise that flattens", compute: (part) => 16 * (1 - Math.exp(-4 * part)) },
  { name: "a step of 8 points", compute: (part) => (part < 0.5 ? 0 : 8) },
  { name: "a step of 12 points", compute: (part) => (part < 0.35 ? 0 : 12) },
];

// Measures what before and after says at a date that the report itself found, in shows whose truth is known:
// `npx node bench/report/date-rates.ts [SHOWS] [SEED] [COURSE]`. Rates are in percent, with Wilson's interval of 95 % in brackets.
for (const course of COURSES.filter(({ name }) => name.includes(only)))
  for (const noise of NOISE_NAMES)
    for (const count of [12, 24, 60]) {
      console.log(`\n${course.name}, ${noise}, ${count} episodes, ${shows} shows`);
      for (const [name, rate] of measureDates(course, { noise, count, shows: Number(shows), seed: Number(seed) }))
        console.log(`${name}: ${formatRate(rate)}`);
    }
