import { readFile } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { PATIENCE } from "../support/checkout.ts";
import { toFragment } from "../support/markdown.ts";
import { loadFull, type Resource } from "../support/package.ts";

const PREFIX = "performance-data-prod-";

let alarms: Resource[];

beforeAll(async () => {
  const { Resources } = await loadFull();
  alarms = Object.values(Resources).filter(({ Type }) => Type === "AWS::CloudWatch::Alarm");
}, PATIENCE);

it("each alarm names the page and section that explains it, and that section names the alarm", async () => {
  expect(alarms.length).toBeGreaterThan(10);
  for (const { Properties } of alarms) {
    const [, page = "", section] = /: (docs\/[\w-]+\.md)#([\w-]+)$/.exec(String(Properties.AlarmDescription)) ?? [];
    const text = page && (await readFile(new URL(`../../${page}`, import.meta.url), "utf8"));
    const [, ...sections] = text.split(/^#+ /m);
    const found = sections.find((one) => toFragment(String(one.split("\n")[0])) === section);
    expect(found, String(Properties.AlarmDescription)).toContain(
      `\`${String(Properties.AlarmName).replace(PREFIX, "")}\``,
    );
  }
});

it("the guides for operators explain every parameter of a stage", async () => {
  const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), "utf8");
  const pages = ["deploying", "operating", "collecting"];
  const guides = (await Promise.all(pages.map((name) => read(`docs/${name}.md`)))).join("");
  const { params } = parse(await read("serverless.yml"), { logLevel: "error" });
  const names = Object.values<object>(params).flatMap((stage) => Object.keys(stage));
  expect(names).toContain("permissionsBoundary");
  expect(names.filter((name) => !guides.includes(`\`${name}\``))).toEqual([]);
});
