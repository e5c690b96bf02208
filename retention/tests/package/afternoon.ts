import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeWith } from "../../../tests/support/describe-with.ts";
import { composeFeed } from "../../../tests/support/feed.ts";
import { PROGRAMS } from "../../../tests/support/programs.ts";
import { createEpisodes } from "../support/dashboard/episodes.ts";
import type { Installed } from "./installed.ts";

/** The episodes in the dashboards of tests/import/har. The first has no data. */
const EPISODES = createEpisodes(3, 60);
const [, FIRST, SECOND] = EPISODES;

/** Runs the package on both Node.js. The machine's own may not be there. */
export function describeAfternoons(getInstalled: () => Installed): void {
  describe("a podcaster's afternoon on the Node.js that npm ci installs", () => {
    defineTests(getInstalled, process.execPath, "24");
  });
  describeWith("Node.js 20", "a podcaster's afternoon on the machine's own Node.js 20", () => {
    defineTests(getInstalled, String(PROGRAMS["Node.js 20"].find()), "20");
  });
}

function defineTests(getInstalled: () => Installed, node: string, version: string): void {
  // Everybody has a data folder.
  const dataHome = () => join(getInstalled().folder, `data of ${version}`);

  const run = (...args: string[]) => getInstalled().run(args, { node, env: { XDG_DATA_HOME: dataHome() } });

  const write = (file: string, text: string) => writeFileSync(join(getInstalled().folder, file), text);

  it("goes from the demo over a report to an export, and ends with an empty table", async () => {
    const { folder } = getInstalled();
    for (const source of ["spotify", "apple"])
      cpSync(join(import.meta.dirname, `../import/har/chrome-${source}.har`), join(folder, `${source}.har`));
    const items = EPISODES.map(({ guid, title }) => ({ guid, title, "itunes:duration": "60" }));
    write("feed.xml", composeFeed(items, "Tides", "<podcast:guid>tides</podcast:guid>"));

    const demo = await run("demo");
    expect(demo).toMatchObject({ code: 0, stderr: "" });
    const [page = ""] = /\S+podcasters\.md/.exec(demo.stdout) ?? [];
    expect(readFileSync(page, "utf8")).toMatch(/^performance-data import /m);

    const map = await run("map", "--feed", "feed.xml", "spotify.har", "apple.har");
    expect(map.stdout).toContain(`,${FIRST?.guid}\n`);
    write("map.csv", map.stdout);

    const imported = await run("import", "--feed", "feed.xml", "--map", "map.csv", "spotify.har", "apple.har");
    expect(imported.stdout).toMatch(/^4 charts written \(2 apple, 2 spotify\)/);
    expect(imported.stderr).toContain(`Your data is kept in ${join(dataHome(), "performance-data")}.`);
    expect(imported.stderr).toMatch(/^To look at a chart: performance-data get urn:/m);

    const reported = await run("report", "--all", "--feed", "feed.xml", "--out", "report.html");
    const summary = expect.stringMatching(/^Wrote report.html: 2 episodes/);
    expect(reported).toEqual({ code: 0, stdout: "", stderr: summary });
    expect(readFileSync(join(folder, "report.html"), "utf8")).toContain("<script>/*!\n");

    const listed = await run("list");
    expect(listed).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining(` ${SECOND?.guid}\n`) });

    const got = await run("get", String(FIRST?.guid), "--source", "spotify", "--print", "csv");
    expect(got.stdout).toMatch(/^time,percentage,guid,duration,source\r\n0,100,/);

    const exported = await run("export", "--feed", "feed.xml");
    expect(exported.stdout.trim().split("\n")).toHaveLength(4);

    expect(await run("delete", "--feed", "feed.xml")).toMatchObject({ code: 0 });
    expect((await run("list")).stdout).not.toContain("urn:example");
  });

  it("takes variables only from the file that it is given", async () => {
    const { folder } = getInstalled();
    write(".env", "DYNAMODB_FOLDER=of-another-project\n");
    write("far.env", "DYNAMODB_FOLDER=far\nPERFORMANCE_PUBLIC_KEY=a-key\n");
    expect(await run("list", "--env-file", "far.env")).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(join(folder, "far/data/CURRENT"), "utf8")).toMatch("MANIFEST");
    const smoke = ["smoke", "--url", "https://localhost:9"];
    expect(await run(...smoke)).toMatchObject({ stderr: expect.stringContaining("KEY is not set. Set it") });
    const checked = await run(...smoke, "--env-file", "far.env");
    expect(checked).toMatchObject({ code: 1, stdout: expect.stringMatching(/^FAIL {2}GET \/token/) });
  });
}
