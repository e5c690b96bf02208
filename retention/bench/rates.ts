import { formatRate, measureScenario } from "./harness.ts";
import { SCENARIOS } from "./scenarios.ts";

/** What is measured with both simulators. */
const OF_BOTH = ["shows", "medians", "segments", "phrases", "letters"];

const [times = "24", seed = "0", group = "shows,sources", only = ""] = process.argv.slice(2);

// Measures how often the report is right about simulated shows, whose simulators share no code with its statistics:
// `npx node retention/bench/rates.ts [TIMES] [SEED] [GROUP] [SCENARIO]`. Rates are in percent, with Wilson's interval of 95 % in brackets.
for (const name of group.split(","))
  for (const simulator of OF_BOTH.includes(name) ? (["commuters", "households"] as const) : (["households"] as const))
    for (const scenario of SCENARIOS[name] ?? []) {
      if (!scenario.name.includes(only)) continue;
      console.log(`\n${scenario.name}${OF_BOTH.includes(name) ? `, ${simulator}` : ""}`);
      for (const [rate, measured] of Object.entries(measureScenario(simulator, scenario, Number(times), Number(seed))))
        console.log(`${rate}: ${formatRate(measured)}`);
    }
