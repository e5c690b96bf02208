import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { computeFixedCosts } from "../../bench/fixed-costs.ts";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8").replaceAll("\n", " ");

it("README and docs/cost.md name the monthly sums of what the stack declares", async () => {
  const [service, collector] = [await computeFixedCosts("service"), await computeFixedCosts("collector")];
  const sums = [service.dollars, service.dollars + collector.dollars].map((sum) => sum.toFixed(2));
  const quiet = [service.withoutAlarms, service.withoutAlarms + collector.withoutAlarms].map((sum) => sum.toFixed(2));
  expect(read("README.md")).toContain(
    `up to ${sums[0]} dollars a month](docs/cost.md#prices), and ${sums[1]} with the collector`,
  );
  expect(read("docs/cost.md")).toContain(`So up to ${sums[0]} dollars, and ${sums[1]} with the collector.`);
  expect(read("docs/cost.md")).toContain(`up to ${quiet[0]}, and ${quiet[1]} with the collector`);
});
