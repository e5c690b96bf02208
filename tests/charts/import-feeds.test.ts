import { describe, expect, it } from "vitest";
import { runCommand, useFolder } from "../support/command.ts";
import { importFiles, readChart } from "../support/import.ts";

const save = useFolder();

function feed(...items: string[]): string {
  return save("feed.xml", `<rss><channel>${items.map((item) => `<item>${item}</item>`).join("")}</channel></rss>`);
}

function session(guid: string): string {
  return `${JSON.stringify({ session_id: "s", episodeGUID: guid, data: [{ time: 0, event: "play" }] })}\n`;
}

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
    const sessions = save("sessions.jsonl", ["two durations", "one duration"].map(session).join(""));
    const table = save("table.csv", "guid,time,count\none duration 2,0,1\n");
    const outcome = await importFiles("--duration", "9", "--feed", file, sessions, table, save("apple.json", APPLE));
    expect(outcome.stdout).toBe("3 charts written, 1 refused (1 without a duration)\n");
    expect(outcome.stderr).toMatch(
      "episode two durations: The feed has different durations of it, 60 s and 120 s. Correct the feed.\n",
    );
    expect(await readChart("two durations")).toBeUndefined();
    expect(await readChart("one duration")).toMatchObject({ duration: 60 });
    expect(await readChart("own duration")).toMatchObject({ duration: 30 });

    const curve = save("curve.csv", "guid,time,count\ntwo durations,0,1\n");
    const { stderr } = await importFiles("--feed", file, curve);
    expect(stderr).toMatch(
      'curve.csv:2: "two durations": The feed has different durations of it, 60 s and 120 s. Correct',
    );
  });

  it("trims GUIDs in CDATA as it trims others", async () => {
    const file = feed("<guid><![CDATA[\n  in cdata ]]></guid><itunes:duration>1:00</itunes:duration>");
    const outcome = await importFiles("--feed", file, save("cdata.jsonl", session("in cdata")));
    expect(outcome).toMatchObject({ code: 0 });
    expect(await readChart("in cdata")).toMatchObject({ duration: 60 });
  });

  it("refuses sessions of episodes that the feed does not have, even with --duration", async () => {
    const chart = { guid: "not in the feed", duration: 3_600, data: [{ time: 0, percentage: 100 }] };
    await importFiles(save("chart.json", JSON.stringify(chart)));
    const file = feed("<guid>in the feed</guid>", "<guid>with duration</guid><itunes:duration>60</itunes:duration>");
    const sessions = save("forged.jsonl", ["not in the feed", "in the feed", "with duration"].map(session).join(""));
    const outcome = await importFiles("--feed", file, "--duration", "10", sessions);
    expect(outcome.stdout).toBe("2 charts written, 1 refused (1 not in the feed)\n");
    expect(outcome.stderr).toMatch(
      "episode not in the feed: The feed has no episode with this GUID (sessions: 1). Check the feed, or leave out --feed.\n",
    );
    expect(await readChart("not in the feed")).toEqual(chart);
    expect(await readChart("in the feed")).toMatchObject({ duration: 10 });
  });

  it("gives a map no GUID if two of the feed's items share the title, whatever else they have", async () => {
    const table = JSON.stringify({
      episodes: ["shared", "cdata", "bare", "own"].map((id) => ({ id, title: `${id} title` })),
      retentionByEpisode: ["shared", "cdata", "bare", "own"].map((episodeId) => ({
        episodeId,
        buckets: [{ bucket: 0, pct: 1 }],
      })),
    });
    const file = feed(
      "<title>shared title</title><guid>1</guid>",
      "<title>shared title</title><guid>2</guid>",
      "<title>cdata title</title><guid>3</guid>",
      "<title><![CDATA[ cdata title ]]></title><guid>4</guid>",
      "<title>bare title</title><guid>5</guid>",
      "<title>bare title</title>",
      "<title><![CDATA[own title\n]]></title><guid>6</guid>",
    );
    const { stdout } = await runCommand("charts", ["map", "--feed", file, save("harborfm.json", table)]);
    expect(stdout).toBe("key,guid\nshared,\ncdata,\nbare,\nown,6\n");
  });
});
