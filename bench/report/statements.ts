import type { Passage } from "../../cli/demo/listeners.ts";
import { measureHeadlines, measureTypicality } from "./headline-rates.ts";
import { measureBeforeAfter, measureBest, measureHabits, measureSources } from "./show-rates.ts";

const LISTENERS = [30, 100, 300, 1_000];

const PLANTED: Readonly<Record<string, Passage>> = {
  "10 % leave": { kind: "leave", from: 1_200, to: 1_215, share: 0.1 },
  "15 % leave": { kind: "leave", from: 1_200, to: 1_215, share: 0.15 },
  "30 % leave": { kind: "leave", from: 1_200, to: 1_215, share: 0.3 },
  "15 % skip": { kind: "skip", from: 1_200, to: 1_275, share: 0.15 },
  "30 % replay": { kind: "replay", from: 1_200, to: 1_260, share: 0.3 },
};

const RUNS = 200;
const SHOWS = 100;

const percent = (part: number) => `${Math.round(100 * part)} %`;

// Measures how often the report's sentences are right: `node bench/report/statements.ts`. Takes about 40 seconds of CPU time.
console.log("Headlines of an episode alone, by number of listeners");
console.table(
  Object.fromEntries(
    LISTENERS.map((listeners) => {
      const falsely = { "nothing: names a moment": percent(measureHeadlines({ listeners, runs: RUNS }).named) };
      const found = Object.entries(PLANTED).map(([name, passage]) => {
        return [`${name}: found`, percent(measureHeadlines({ listeners, runs: RUNS, passage }).found)] as const;
      });
      return [listeners, { ...falsely, ...Object.fromEntries(found) }];
    }),
  ),
);
console.log("Typicality, and the best for its length, by number of episodes");
console.table(
  Object.fromEntries(
    [6, 11, 21, 51].map((size) => {
      const { flagged, found, right } = measureTypicality({ size, shows: SHOWS });
      const best = measureBest(size, SHOWS);
      return [
        size,
        {
          "equal: said to differ": `${(100 * flagged).toFixed(1)} %`,
          "opening loses 25 points: found": percent(found),
          "by that figure": percent(right),
          "best of equals: named": percent(best.named),
          "best: found": percent(best.found),
        },
      ];
    }),
  ),
);
console.log("Before and after a date, by episodes of each group");
console.table(
  Object.fromEntries(
    [10, 50].flatMap((size) =>
      Object.entries({ nothing: [0, 0], "drift of 1.5 sd": [1.5, 0], "step of 2 sd": [0, 2] } as const).map(
        ([name, [drift, step]]) => {
          const rates = measureBeforeAfter(size, { drift, step }, RUNS);
          return [
            `${size}, ${name}`,
            Object.fromEntries(Object.entries(rates).map(([key, part]) => [key, percent(part)])),
          ];
        },
      ),
    ),
  ),
);
console.log("Two sources, by listeners of the first; the second has 1,000");
console.table(
  Object.fromEntries(
    [30, 100, 300].map((listeners) => {
      const { named, found } = measureSources(listeners, RUNS);
      return [
        listeners,
        { "equal after 1:00: said to differ": percent(named), "30 points fewer finish: found": percent(found) },
      ];
    }),
  ),
);
console.log("A chapter that 25 % skip, by episodes of 100 listeners");
console.table(
  Object.fromEntries(
    [8, 20].map((size) => {
      const { found, wrong } = measureHabits(size, 0.25, SHOWS);
      return [size, { found: percent(found), "another one named": percent(wrong) }];
    }),
  ),
);
