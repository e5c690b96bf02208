import { DATE_SCENARIOS } from "./scenarios/dates.ts";
import { MEDIAN_SCENARIOS } from "./scenarios/medians.ts";
import { MOMENT_SCENARIOS } from "./scenarios/moments.ts";
import { formatRate, measureScenario, type Scenario } from "./scenarios/rates.ts";
import { SEGMENT_SCENARIOS } from "./scenarios/segments.ts";
import { SHOW_SCENARIOS } from "./scenarios/shows.ts";
import { SIZE_SCENARIOS } from "./scenarios/sizes.ts";
import { SOURCE_SCENARIOS } from "./scenarios/sources.ts";
import { WEEK_SCENARIOS } from "./scenarios/weeks.ts";
import { SIMULATORS } from "./simulators/show.ts";

/** What is measured by default, and by name: at dates that the report found, and between two reports a week apart. */
const GROUPS: Readonly<Record<string, readonly Scenario[]>> = {
  shows: [...MOMENT_SCENARIOS, ...SHOW_SCENARIOS, ...SIZE_SCENARIOS],
  sources: SOURCE_SCENARIOS,
  dates: DATE_SCENARIOS,
  weeks: WEEK_SCENARIOS,
  medians: MEDIAN_SCENARIOS,
  segments: SEGMENT_SCENARIOS,
};

/** What is measured with each simulator. */
const OF_ALL = ["shows", "medians", "segments"];

const [times = "24", seed = "0", group = "shows,sources", only = ""] = process.argv.slice(2);

// Measures how often the report is right about simulated shows, whose simulators share no code with its statistics:
// `npx node bench/report/rates.ts [TIMES] [SEED] [GROUP] [SCENARIO]`. Rates are in percent, with Wilson's interval of 95 % in brackets.
for (const name of group.split(","))
  for (const simulator of OF_ALL.includes(name)
    ? (Object.keys(SIMULATORS) as (keyof typeof SIMULATORS)[])
    : ["households" as const])
    for (const scenario of GROUPS[name] ?? []) {
      if (!scenario.name.includes(only)) continue;
      console.log(`\n${scenario.name}${OF_ALL.includes(name) ? `, ${simulator}` : ""}`);
      for (const [rate, measured] of Object.entries(measureScenario(simulator, scenario, Number(times), Number(seed))))
        console.log(`${rate}: ${formatRate(measured)}`);
    }
