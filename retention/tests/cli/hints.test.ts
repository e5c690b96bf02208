import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { NODE_COMPILE_CACHE, ROOT } from "../../../tests/support/checkout.ts";
import { composeFeed, composeFeedOf } from "../../../tests/support/feed.ts";
import { type Outcome, runProcess } from "../../../tests/support/process.ts";
import { readChartItem, readListenItems, writeChartItem } from "../../../tests/support/tables.ts";
import { HINTS } from "../../cli/hints.ts";
import { runCommand, WITHOUT_DYNAMODB } from "../support/command.ts";

/** Where the commands run, as people run them in the folder of the checkout. */
let folder: string;
const before = process.cwd();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "performance-data-hints-"));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

/** Tables of a stage alone: a hint without its stage would find none. */
const STAGE = String(process.env.TEST_STAGE);
const OF_STAGE = { CHARTS_TABLE: undefined, TOKENS_TABLE: undefined, LISTENS_TABLE: undefined };

/** Stands in for npm, which would run the commands in the checkout's own folder. */
const NPM = `npm() {
  [ "$1" = run ] && [ "$2" = --silent ] && shift
  [ "$2 $3" = "charts --" ] || return 99
  shift 3
  "${process.execPath}" ${ROOT}/retention/cli/bin/charts.ts "$@"
}`;

/** Runs a command in this process, in that folder. */
async function charts(command: string, ...args: readonly string[]): Promise<Outcome> {
  return runCommand("charts", [command, "--stage", STAGE, ...args], { env: OF_STAGE });
}

/** Runs a line as a person pastes it into a shell. */
async function paste(line: string, env: NodeJS.ProcessEnv = OF_STAGE): Promise<Outcome> {
  const options = { cwd: folder, env: { ...process.env, NODE_COMPILE_CACHE, CHARTS_PROGRESS: "off", ...env } };
  return runProcess("bash", ["-c", `${NPM}\n${line}`], options);
}

/** Finds the line of a command in what another one printed. */
function findHint({ stdout, stderr }: Outcome, command: string): string {
  const [hint = ""] = new RegExp(`npm run (?:--silent )?charts -- ${command}\\b.*`).exec(`${stdout}${stderr}`) ?? [];
  expect(hint, stderr).not.toBe("");
  return hint;
}

function write(file: string, ...lines: readonly (object | string)[]): void {
  const text = lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
  writeFileSync(join(folder, file), text);
}

function read(file: string): string {
  return readFileSync(join(folder, file), "utf8");
}

const data = [100, 50].map((percentage, time) => ({ time, percentage }));
const curve = (guid: string, attributes: object = {}) => ({ guid, duration: 60, data, ...attributes });
const collected = (guid: string, day: number) =>
  curve(guid, { source: "collector", counts: [2], listeners: 2, countedUntil: `2026-01-0${day}T00:00:00Z` });

/** A curve of Spotify, whose episode only its file's name tells. */
const SPOTIFY = { samples: [2, 1], seconds: 2 };

/** Imports a curve that has no GUID. */
async function importUnnamed(...options: readonly string[]): Promise<Outcome> {
  write("its id.json", SPOTIFY);
  const refused = await charts("import", "its id.json", ...options);
  expect(refused.code).toBe(1);
  return refused;
}

async function completeAndImport(guid: string): Promise<void> {
  write("map.csv", read("map.csv").replace("its id,", `its id,${guid}`));
  const imported = await charts("import", "--map", "map.csv", "its id.json");
  expect(imported).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 chart written/) });
}

/** Brings each hint to print, runs it as it is printed, and sees that it does what its message says. */
const SCENES: Readonly<Record<keyof typeof HINTS, () => Promise<void>>> = {
  async getChart() {
    write("chart.jsonl", curve("it's here"));
    const imported = await charts("import", "chart.jsonl");
    const { code, stdout } = await paste(findHint(imported, "get"));
    expect({ code, chart: JSON.parse(stdout) }).toEqual({ code: 0, chart: curve("it's here") });
  },

  async listCharts() {
    await writeChartItem({ guid: "hinted at", duration: 60 });
    for (const command of ["get", "delete"]) {
      const missing = await charts(command, "nobodys");
      expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining("has no chart of") });
      expect((await paste(findHint(missing, "list"))).stdout).toMatch(/ hinted at$/m);
    }
  },

  async deleteFeed() {
    const { kept, paste: pasteHere } = await keepDemo();
    expect(await pasteHere(findHint(kept, "delete"))).toMatchObject({ code: 0, stdout: "12 charts deleted\n" });
  },

  async reportFeed() {
    const { kept, paste: pasteHere } = await keepDemo();
    expect((await pasteHere(findHint(kept, "list"))).stdout).toMatch(/ demo-12$/m);
    const reported = await pasteHere(findHint(kept, "report"));
    expect(reported.stderr).toMatch(/^Wrote report\.html: 12 episodes/m);
    expect(existsSync(join(folder, "report.html"))).toBe(true);
  },

  async registerFeeds() {
    await writeChartItem({ guid: "corrected", duration: 600 });
    write(
      "the feed.xml",
      composeFeedOf({ corrected: 60 }).replace("<item>", "<podcast:guid>hints</podcast:guid><item>"),
    );
    write("youtube.jsonl", curve("corrected", { source: "youtube" }));
    const imported = await charts("import", "--feed", "the feed.xml", "youtube.jsonl");
    expect(imported.stderr).toContain("Its duration is 600 s, and stays; the curve from youtube has 60 s. To take the");
    expect((await paste(findHint(imported, "register"))).stdout).toContain("1 corrected");
    expect(await readChartItem("corrected")).toMatchObject({ duration: 60 });
  },

  async adoptFeeds() {
    const channel = "<podcast:guid>hinted at</podcast:guid>";
    write("adopting feed.xml", composeFeed([{ guid: "nobody's", "itunes:duration": "60" }], "Hints", channel));
    write("apple.jsonl", curve("nobody's", { source: "apple" }));
    await writeChartItem(curve("nobody's"));
    const commands = ["import", "report", "register"];
    for (const command of commands) {
      const feed = command === "register" ? ["adopting feed.xml"] : ["--feed", "adopting feed.xml"];
      const rest = { import: ["apple.jsonl"], report: ["--out", "adopting.html"] }[command] ?? [];
      const told = await charts(command, ...feed, ...rest);
      expect(told).toMatchObject({ code: 0, stderr: expect.stringMatching(/^1 episode has a chart and no owner/m) });
      if (command !== commands.at(-1)) continue;
      expect((await paste(findHint(told, "register"))).stdout).toContain("1 unchanged");
    }
    expect(await readChartItem("nobody's")).toMatchObject({ feeds: new Set(["hinted at"]) });
  },

  async recount() {
    const isPaused = async () => (await readListenItems()).some(({ paused }) => paused === true);
    const paused = await charts("recount", "--pause");
    expect(await isPaused()).toBe(true);
    expect((await paste(findHint(paused, "recount"))).code).toBe(0);
    expect(await isPaused()).toBe(false);

    const replaced = await importOlder("--replace");
    expect(replaced.stderr).toContain("The collector had counted until 2026-01-02");
    const recounted = await paste(findHint(replaced, "recount"));
    expect(recounted.stdout).toMatch(/^The next update reads all listens that are still in /);
  },

  async explainRecount() {
    const refused = await importOlder();
    expect(refused.stdout).toContain("1 refused (1 with collected listens)");
    const { code, stdout } = await paste(findHint(refused, "recount"));
    expect(code).toBe(0);
    expect(stdout).toContain("Run it after you have restored charts");
  },

  async printMap() {
    const printed = await paste(findHint(await importUnnamed("--format", "spotify"), "map"));
    expect(printed.code).toBe(0);
    await completeAndImport("mapped");
  },

  async addToMap() {
    const before = "key,guid\nof another file,urn:kept\n";
    for (const options of [[], ["--map", "map.csv"]]) {
      write("map.csv", before.trimEnd());
      expect((await paste(findHint(await importUnnamed(...options), "map"))).code).toBe(0);
      expect(read("map.csv").startsWith(before)).toBe(true);
      const uncompleted = await importUnnamed("--map", "map.csv");
      expect(uncompleted.stderr).toContain("\n1 line of map.csv to be completed with a GUID.\n");
      expect(uncompleted.stderr).not.toMatch(/charts -- map/);
      await completeAndImport("added");
    }
  },

  async explainMap() {
    write("its id.json", SPOTIFY);
    const unnamed = await paste(`npm run charts -- import --stage ${STAGE} "its id.json" - < /dev/null`);
    const { code, stdout } = await paste(findHint(unnamed, "map"));
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("map [options] <file...>") });
  },
};

/** Keeps the demo in tables of its own. Returns what it printed, and what runs a line there. */
async function keepDemo() {
  const env = { ...WITHOUT_DYNAMODB, DYNAMODB_FOLDER: join(folder, "data") };
  const pasteHere = (line: string) => paste(line, env);
  const kept = await pasteHere(`npm run charts -- demo --keep --out "the demo.html"`);
  expect(kept.code).toBe(0);
  return { kept, paste: pasteHere };
}

/** Imports what the collector has counted on since. */
async function importOlder(...options: readonly string[]): Promise<Outcome> {
  write("newer.jsonl", collected("collected", 2));
  write("older.jsonl", collected("collected", 1));
  await charts("import", "--replace", "newer.jsonl");
  return charts("import", "older.jsonl", ...options);
}

it.each(Object.keys(HINTS) as (keyof typeof HINTS)[])("what messages tell people to run works: %s", async (name) => {
  await SCENES[name]();
});
