import { MOMENT_SCENARIOS } from "./simulators/moment-scenarios.ts";
import { formatRate, measureScenario } from "./simulators/rates.ts";
import { SIMULATORS } from "./simulators/show.ts";
import { SHOW_SCENARIOS } from "./simulators/show-scenarios.ts";
import { SIZE_SCENARIOS } from "./simulators/size-scenarios.ts";
import { measureSources } from "./simulators/source-rates.ts";

const [shows = "24", seed = "0", only = ""] = process.argv.slice(2);

// Measures how often the report is right about simulated shows, whose simulators share no code with its statistics:
// `npx node bench/report/rates.ts [SHOWS] [SEED] [SCENARIO]`. Rates are in percent, with Wilson's interval of 95 % in brackets.
for (const name of Object.keys(SIMULATORS) as (keyof typeof SIMULATORS)[]) {
  console.log(`\n${name}: ${shows} shows of each kind, seeds from ${SIMULATORS[name].seed + Number(seed)} on`);
  for (const scenario of [...MOMENT_SCENARIOS, ...SHOW_SCENARIOS, ...SIZE_SCENARIOS]) {
    if (!scenario.name.includes(only)) continue;
    for (const [rate, measured] of measureScenario(name, scenario, Number(shows), Number(seed)))
      console.log(`${rate}: ${formatRate(measured)}`);
  }
}
console.log("\nAn episode's 400 listeners here, and its plays at Apple");
for (const plays of [12, 60, 240])
  for (const haste of [1, 2]) {
    const rates = measureSources({ plays, haste }, Number(shows), Number(seed));
    for (const [rate, measured] of Object.entries(rates))
      console.log(`${plays} plays, leaving ${haste === 1 ? "as" : "twice as"} fast: ${rate}: ${formatRate(measured)}`);
  }
