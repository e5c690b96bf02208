import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Figures } from "./figures.ts";
import { measureBodies } from "./sections/body.ts";
import { measureCold } from "./sections/cold.ts";
import { measureFold } from "./sections/fold.ts";
import { measureImport } from "./sections/import.ts";
import { measureWarm } from "./sections/warm.ts";

/** The sections by name. All write their data to one folder, which is removed at the end. */
const SECTIONS: Readonly<Record<string, (folder: string) => Promise<Figures>>> = {
  cold: measureCold,
  warm: measureWarm,
  body: measureBodies,
  fold: measureFold,
  import: measureImport,
};

const RESULTS = new URL("results.json", import.meta.url);

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(SECTIONS, name));
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(", ")}. The sections are ${Object.keys(SECTIONS).join(", ")}.`);
  process.exit(1);
}
const results: Record<string, Figures> = {};
const folder = await mkdtemp(join(tmpdir(), "performance-data-bench-"));
// Removes the data, also after an interrupt. Sections end their servers and functions in the same way.
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
for (const [name, measure] of Object.entries(SECTIONS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  results[name] = await measure(folder);
  console.table(results[name]);
}
await writeFile(
  RESULTS,
  `${JSON.stringify({ date: new Date().toISOString(), node: process.version, results }, null, 2)}\n`,
);
