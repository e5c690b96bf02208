import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { composeFeed, composeFeedOf } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { runCommand, runScript, summary } from "../support/command.ts";
import { fact } from "../support/facts.ts";
import { composeSession, importFiles, readChart } from "../support/import.ts";
import { readEpisodes } from "../support/report.ts";

const save = useFolder();

function feed(...items: string[]): string {
  return save("feed.xml", `<rss><channel>${items.map((item) => `<item>${item}</item>`).join("")}</channel></rss>`);
}

const session = (guid: string, duration?: unknown) => composeSession(guid, [0], { duration });

const APPLE = JSON.stringify({
  content: { results: { 1: { podcastEpisodeGuid: "own duration", offers: [{ assets: [{ duration: 30 }] }] } } },
  episodePlayCountAllTime: { episodeid: "1" },
  episodePlayHistogram: [{ 0: 9 }, { 15: 8 }],
});

describe("charts -- import, with a feed", () => {
  it("refuses an episode to which the feed gives two durations, by name, unless its file has the duration", async () => {
    const episode = (guid: string, duration: string) =>
      `<guid>${guid}</guid><itunes:duration>${duration}</itunes:duration>`;
    const file = feed(
      episode("two durations", "60"),
      episode("own duration", "30"),
      episode("two durations", "2:00"),
      episode("own duration", "40"),
      episode("one duration", "60"),
      episode("one duration", "1:00"),
      "<guid>one duration</guid>",
    );
    const sessions = save("sessions.jsonl", session("two durations") + session("one duration"));
    const outcome = await importFiles("--duration", "9", "--feed", file, sessions, save("apple.json", APPLE));
    expect(outcome.stdout).toEqual(summary("2 charts written, 1 refused (1 without a duration)"));
    const problem = expect.stringContaining("60 s and 120 s");
    const refusal = { code: "several-durations", episode: "two durations", problem };
    expect(outcome.refusals).toMatchObject([refusal]);
    expect(await readChart("two durations")).toBeUndefined();
    expect(await readChart("one duration")).toMatchObject({ duration: 60 });
    expect(await readChart("own duration")).toMatchObject({ duration: 30 });

    const curve = save("curve.csv", "guid,time,count\ntwo durations,0,1\n");
    const { refusals } = await importFiles("--feed", file, curve);
    expect(refusals).toMatchObject([{ code: "several-durations", file: curve, line: 2, problem }]);
  });

  it("refuses sessions of episodes that the feed does not have, even with --duration", async () => {
    const chart = { guid: "not in the feed", duration: 3_600, data: [{ time: 0, percentage: 100 }] };
    await importFiles(save("chart.json", JSON.stringify(chart)));
    const file = feed("<guid>in the feed</guid>", "<guid>with duration</guid><itunes:duration>60</itunes:duration>");
    const sessions = save(
      "forged.jsonl",
      session("not in the feed") + session("in the feed") + session("with duration"),
    );
    const outcome = await importFiles("--feed", file, "--duration", "10", sessions);
    expect(outcome.stdout).toEqual(summary("2 charts written, 1 refused (1 not in the feed)"));
    expect(outcome.refusals).toEqual([fact("session-not-in-feed", "sessions: 1", { episode: "not in the feed" })]);
    expect(await readChart("not in the feed")).toEqual(chart);
    expect(await readChart("in the feed")).toMatchObject({ duration: 10 });
  });
});

describe("a feed without GUIDs", () => {
  const xml = composeFeed([{ title: "Ebb" }, { title: "Flow" }]);
  const file = save("nameless.xml", xml);
  const refusal = expect.stringMatching(/nameless\.xml: .* \(episodes: 2\)\. .*\n$/);
  const chart = save("chart.json", JSON.stringify({ guid: "g", duration: 1, data: [{ time: 0, percentage: 100 }] }));

  it.each([
    ["register", [file]],
    ["import", ["--feed", file, chart]],
    ["map", ["--feed", file, chart]],
    ["export", ["--feed", file]],
    ["report", ["--feed", file, "--out", save("nameless.html", "")]],
  ])("is refused in one wording: %s", async (command, args) => {
    expect(await runCommand("charts", [command, ...args])).toEqual({ code: 1, stdout: "", stderr: refusal });
  });
});

describe("charts -- import, with several feeds", () => {
  const folder = join(dirname(save("x", "")), "feeds");
  mkdirSync(folder);

  function saveFeed(name: string, ...guids: string[]): string {
    return save(`feeds/${name}`, composeFeedOf(Object.fromEntries(guids.map((guid) => [guid, "1:00"]))));
  }

  it("takes files, folders and the standard input, and reads each file once", async () => {
    const one = saveFeed("one.xml", "of a folder");
    symlinkSync(one, join(folder, "latest.xml"));
    const feeds = ["--feed", folder, "--feed", "-", "--feed", one];
    const sessions = save("both.jsonl", session("of a folder") + session("of the standard input"));
    const input = composeFeedOf({ "of the standard input": 30 });
    expect(await runScript("charts", ["import", ...feeds, sessions], { input })).toMatchObject({
      code: 0,
      stdout: summary("2 charts written, 0 refused"),
    });
    expect(await readChart("of a folder")).toMatchObject({ duration: 60 });
    expect(await readChart("of the standard input")).toMatchObject({ duration: 30 });
    rmSync(join(folder, "latest.xml"));
  });

  it("refuses all curves of a GUID that two feeds have, and names both feeds", async () => {
    const [one, two] = [saveFeed("one.xml", "shared", "of one"), saveFeed("two.xml", "shared", "of two")];
    const chart = (guid: string) => JSON.stringify({ guid, duration: 60, data: [{ time: 0, percentage: 100 }] });
    const sessions = save("shared.jsonl", session("shared") + session("of one") + session("of two"));
    for (const [file, written] of [
      [sessions, 2],
      [save("shared.json", `[${chart("shared")}, ${chart("of one")}]`), 1],
    ] as const) {
      const { code, stdout, refusals } = await importFiles("--replace", "--feed", folder, file);
      expect(code).toBe(1);
      expect(stdout).toMatch(`${written} chart`);
      expect(refusals).toEqual([fact("in-two-feeds", `${one} and ${two}`)]);
    }
    expect(await readChart("shared")).toBeUndefined();
  });

  it.each([
    ["one duration", "60", "60"],
    ["two durations", "60", "61"],
    ["no duration", "", ""],
  ])("refuses all curves of a GUID that a feed gives to several episodes of %s", async (_, ...durations) => {
    const items = ["Ebb", "Flow"].map((title, index) => {
      const duration = String(durations[index]);
      return {
        guid: "several",
        title,
        "itunes:duration": duration,
        more: `<enclosure url="https://e.test/${title}"/>`,
      };
    });
    const file = save("several.xml", composeFeed(items));
    const chart = JSON.stringify({ guid: "several", duration: 60, data: [{ time: 0, percentage: 100 }] });
    const table = save("several.csv", "guid,time,count\nseveral,0,1\n");
    for (const source of [save("several.jsonl", session("several")), save("several.json", chart), table]) {
      const { code, refusals } = await importFiles("--feed", file, source);
      expect(code).toBe(1);
      expect(refusals).toEqual([fact("of-several-episodes", '"Ebb" and "Flow"')]);
    }
  });

  it("leaves an episode out of a report whose GUID the feed gives to several, and names it", async () => {
    const items = ["Ebb", "Flow"].map((title) => {
      return { guid: "mixed", title, more: `<enclosure url="https://e.test/${title}"/>` };
    });
    const file = save("mixed.xml", composeFeed([...items, { guid: "own episode", title: "Tide" }]));
    const chart = (guid: string) => JSON.stringify({ guid, duration: 60, data: [{ time: 0, percentage: 100 }] });
    await importFiles(save("stored.jsonl", `${chart("mixed")}\n${chart("own episode")}\n`));
    const out = join(dirname(file), "mixed.html");
    expect(await runCommand("charts", ["report", "--feed", file, "--out", out])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^episode mixed: The feed has this GUID for several episodes, such as "Ebb" and "Flow"\./,
      ),
    });
    expect(readEpisodes(out).map(({ guid }) => guid)).toEqual(["own episode"]);
  });

  it("names a feed that can't be read, and uses the others, unless --duration would stand in for it", async () => {
    saveFeed("one.xml", "readable");
    saveFeed("two.xml", "also readable");
    const broken = save("feeds/broken.xml", "<rss><channel><item><guid>unreadable</guid></item>");
    const sessions = save("some.jsonl", session("readable") + session("unreadable"));
    const outcome = await importFiles("--feed", folder, sessions);
    expect(outcome).toMatchObject({ code: 1, stdout: summary("1 chart written, 1 refused (1 not in the feed)") });
    expect(outcome.stderr).toMatch(`${broken}:1: It is not valid XML (Unclosed root tag).`);
    expect(await importFiles("--feed", folder, "--duration", "9", sessions)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^.+\n--duration would also apply to episodes of the feeds that can't be read\./),
    });
    const readable = save("readable.jsonl", session("readable"));
    expect(await importFiles("--feed", folder, readable)).toMatchObject({
      code: 1,
      stdout: summary("1 chart written, 0 refused"),
    });
    rmSync(broken);
  });

  it("names all feeds if none can be read, each in a line", async () => {
    const packed = save("feed.xml.gz", gzipSync("<rss/>"));
    const archive = save("feed.webarchive", Buffer.from("bplist00\xd2", "latin1"));
    const empty = mkdtempSync(join(folder, "empty-"));
    const { code, stderr } = await importFiles("--feed", packed, "--feed", archive, "--feed", empty, "x.json");
    expect(code).toBe(1);
    expect(stderr.split("\n")).toEqual([
      expect.stringContaining(`${packed}: It is gzipped.`),
      expect.stringContaining(`${archive}: It is a web archive of Safari.`),
      `${empty}: It is a folder without files directly in it. Name the folder that has them.`,
      "None of the feeds can be read.",
      "",
    ]);
  });

  it.each(["import", "map"])("refuses the standard input for both, as %s does", async (command) => {
    expect(await runCommand("charts", [command, "--feed", "-", "-"])).toMatchObject({
      code: 1,
      stderr: "The standard input can be FILE or --feed, but not both. Save one of them to a file.\n",
    });
  });
});

describe("the duration of sessions", () => {
  it("is their own, else the feed's, and else that of --duration", async () => {
    const file = feed("<guid>of their own</guid><itunes:duration>60</itunes:duration>", "<guid>of --duration</guid>");
    const own = [90.5, "1:30.9", undefined].map((duration) => session("of their own", duration));
    const unknown = [null, 0, ""].map((duration) => session("of --duration", duration));
    const sessions = save("own.jsonl", [...own, ...unknown].join(""));
    const { code, hints } = await importFiles("--feed", file, "--duration", "10", sessions);
    expect(code).toBe(0);
    expect(hints).toContainEqual(fact("other-duration", "90.5 s", { known: 60, isOfFeed: true }));
    expect(await readChart("of their own")).toMatchObject({ duration: 90.5 });
    expect(await readChart("of --duration")).toMatchObject({ duration: 10 });
    const unused = await importFiles("--duration", "10", save("alone.jsonl", session("alone", 5)));
    expect(unused.hints).toContainEqual(fact("other-duration", "5 s", { known: 10, isOfFeed: false }));
  });

  it("is refused if sessions or the feed differ by a second, with the place", async () => {
    const own = save("two.jsonl", session("two own", 60) + session("two own", 61));
    const { refusals } = await importFiles(own);
    const has = new RegExp(`${own}:2 .* 61 s.* 60 s`);
    expect(refusals).toEqual([fact("two-durations", has, { episode: "two own" })]);
    const file = feed("<guid>as in the feed</guid><itunes:duration>60</itunes:duration>");
    const late = save("late.jsonl", session("as in the feed") + session("as in the feed", 75));
    const { refusals: differing } = await importFiles("--feed", file, late);
    expect(differing).toEqual([fact("two-durations", new RegExp(`${late}:2 .* 75 s`))]);
  });

  it.each([-1, "soon", 2_592_001, true, {}])("is refused unless it is one: %j", async (duration) => {
    const { refusals } = await importFiles(save("bad.jsonl", session("bad", duration)));
    expect(refusals).toEqual([fact("not-a-session", /^duration .* 30 days/, { line: 1 })]);
  });
});
