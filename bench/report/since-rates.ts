import { formatRate } from "./simulators/rates.ts";
import { SIMULATORS } from "./simulators/show.ts";
import { simulateSince } from "./simulators/since.ts";
import { findCall, SINCE_ROWS } from "./simulators/since-rows.ts";

const [weeks = "60", seed = "0", only = ""] = process.argv.slice(2);

// Measures how often a digest tells of a week without a change, and how often of a real one, on simulated listeners:
// `npx node bench/report/since-rates.ts [WEEKS] [SEED] [ROW]`. Rates are in percent, with Wilson's interval of 95 % in brackets.
for (const row of SINCE_ROWS.filter(({ name }) => name.includes(only))) {
  const rates = { told: 0, oracle: 0, others: 0, of: 0 };
  const counted = row.episodes > 100 ? Math.ceil(Number(weeks) / 2) : Number(weeks);
  const start = Number(seed) + 1_000 * SINCE_ROWS.indexOf(row);
  for (let index = 0; index < counted; index++)
    for (const name of Object.keys(SIMULATORS) as (keyof typeof SIMULATORS)[]) {
      const call = findCall(row, simulateSince(name, row, start + index));
      if (!call) continue;
      rates.of++;
      for (const key of ["told", "oracle", "others"] as const) if (call[key]) rates[key]++;
    }
  const said = [row.kinds ? "told" : undefined, row.hasOracle ? "oracle" : undefined, "others"] as const;
  const parts = said.flatMap((key) =>
    key ? `${key === "others" ? "not silent besides" : key} ${formatRate({ hits: rates[key], of: rates.of })}` : [],
  );
  console.log(`${row.name}, seeds from ${start} on: ${parts.join("; ")}`);
}
