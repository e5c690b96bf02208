import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { computeFixedCosts } from "../../bench/fixed-costs.ts";
import { computeFloods } from "../../bench/floods.ts";

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

it("docs/cost.md prices a flood of every route at its throttle, and of all together", async () => {
  const { all, ...routes } = await computeFloods({
    tokens: 2.09,
    forged: 1.37,
    listens: 2.45,
    preflights: 1.36,
  });
  const declared = ["serverless.yml", "deploy/resources/collector/on.yml"].map(read).join();
  expect(Object.keys(routes)).toEqual([...declared.matchAll(/httpApi: (\w+ \S+)/g)].map(([, route]) => route));
  const [, section = ""] = read("docs/cost.md").split("## What a flood costs");
  const rows = [...section.matchAll(/\| \**(\d+)\** \| \**([\d,]+)\** \| \**([\d,]+)\** \|/g)].slice(0, 6);
  const shares = [...Object.values(routes), all].map(({ rate, usual, large }, index) => {
    const [named, dollars, most] = rows[index]?.slice(1).map((text) => Number(text.replace(",", ""))) ?? [];
    return { rate: Number(named) - rate, usual: Number(dollars) / usual, large: Number(most) / large };
  });
  const rounded = expect.closeTo(1, 1);
  expect(shares).toEqual(Array.from({ length: 6 }, () => ({ rate: 0, usual: rounded, large: rounded })));
  const [, parsing, reading] = /parse cost (\d+) dollars more, and .* charts ([\d,]+) more/.exec(section) ?? [];
  expect([Number(parsing) / all.parsing, Number(reading?.replace(",", "")) / all.reading]).toEqual([rounded, rounded]);
});
