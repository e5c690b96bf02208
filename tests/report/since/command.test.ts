import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { packChart } from "../../../lib/episode/packed-chart.ts";
import { GENERATOR } from "../../../report/make/page.ts";
import { runCommand, useFolder } from "../../support/command.ts";
import { makeChart } from "../../support/report.ts";
import { getShared } from "../../support/shared.ts";
import { writeChartItem } from "../../support/tables.ts";

const service = { url: await getShared("service") };
const save = useFolder();
const [page, findings, other] = ["report.html", "findings.json", "other.json"].map((name) => save(name, "")) as [
  string,
  string,
  string,
];

beforeAll(async () => {
  for (const guid of ["since 1", "since 2"])
    await writeChartItem(packChart(makeChart(guid, 100, 50, 60, 600), new Date()));
});

const report = (...args: string[]) =>
  runCommand("charts", ["report", "since 1", "--url", service.url, "--out", page, ...args]);

const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));

describe("charts -- report --since", () => {
  it("says of a first report that it is one, and has the same file to compare the next one with", async () => {
    rmSync(findings);
    const args = ["since 2", "--findings", findings, "--since", findings];
    const first = await report(...args);
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toMatch(/^This is the first report: there is no .*findings\.json yet\./);
    expect(read(findings).changes).toBeUndefined();
    const second = await report(...args);
    expect(second.code).toBe(0);
    expect(second.stdout).toMatch(/^Since \d+ \w+, \d\d:\d\d UTC, nothing has changed\.\n$/);
    expect(read(findings).changes).toMatchObject({ compared: 2, items: [] });
    expect(readFileSync(page, "utf8")).toContain('<section class="since">\n<h2>Since ');
  });

  it("says that an episode is missing, on standard output, in the page and in the findings", async () => {
    const { code, stdout } = await report("--findings", other, "--since", findings);
    expect(code).toBe(0);
    expect(stdout).toContain("\nNo longer in the report: “since 2”.\n");
    expect(read(other).changes.items).toMatchObject([{ kind: "missing" }]);
    expect(readFileSync(page, "utf8")).toContain("<li>No longer in the report: “since 2”.</li>");
  });

  it.each([
    ["no JSON", "<html>", /is no report, and no file of findings/],
    ["another version", { version: 2 }, /is of version 2 of the findings; this command reads version 1/],
    ["a newer report", { madeAt: "2999-01-01T00:00:00.000Z" }, /is newer than this report/],
    ["a report without a time", { madeAt: "yesterday" }, /is newer than this report/],
    ["an episode without members", { episodes: [{ guid: "g" }] }, /is damaged: an episode or a show in it lacks/],
    ["other episodes", { rename: true }, /is of other episodes: this report has none of them/],
  ])("refuses %s, and replaces nothing", async (_, change, message) => {
    const known = read(findings);
    const episodes = known.episodes.map((episode: object) => ({ ...episode, guid: `x${Math.random()}`, title: "x" }));
    const made =
      typeof change === "string"
        ? change
        : JSON.stringify({ ...known, ...("rename" in change ? { episodes } : change) });
    const last = save("last.json", made);
    const before = `<!doctype html>${GENERATOR}as it was`;
    writeFileSync(page, before);
    const outcome = await report("--findings", other, "--since", last);
    expect(outcome).toMatchObject({ code: 1, stdout: "" });
    expect(outcome.stderr).toMatch(message);
    expect(readFileSync(page, "utf8")).toBe(before);
  });

  it("needs --findings, so that there is a file for the next report", async () => {
    const outcome = await report("--since", findings);
    expect(outcome).toMatchObject({ code: 1 });
    expect(outcome.stderr).toContain("--since needs --findings");
  });
});
