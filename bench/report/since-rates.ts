import { formatRate } from "./simulators/rates.ts";
import { simulateSince } from "./simulators/since.ts";

const [name = "commuters", shows = "5", seed = "0", episodes = "40", format = ""] = process.argv.slice(2);
const EXEMPT = new Set(["new", "judged", "growth"]);

// Counts the weeks without any change of which a digest tells more than growth and new episodes.
let loud = 0;
const kinds = new Map<string, number>();
const start = Date.now();
for (let index = 0; index < Number(shows); index++) {
  const plan = { episodes: Number(episodes), event: () => ({}), ...(format && { format: format as "apple" }) };
  const { changes } = simulateSince(name as "commuters", plan, Number(seed) + index);
  const told = changes.items.filter(({ kind }) => !EXEMPT.has(kind));
  if (told.length > 0) loud++;
  for (const { kind, text } of told) {
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    console.log(`  ${index} ${kind}: ${text}`);
  }
  if (index === 0) console.log(changes.lines.join("\n"));
}
console.log(
  `${name}, ${episodes} episodes: not silent: ${formatRate({ hits: loud, of: Number(shows) })}`,
  Object.fromEntries(kinds),
  `${((Date.now() - start) / 1000).toFixed(0)} s`,
);
