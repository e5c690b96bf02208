import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { packChart } from "../../../lib/episode/packed-chart.ts";
import { composeFeed } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { writeChartItem } from "../../../tests/support/tables.ts";
import { addTranscript, compareEpisodes, computeEpisode } from "../../report/make/data.ts";
import { addCaptions } from "../../report/make/episode-cut.ts";
import { unpackCurve } from "../../report/make/packed-curve.ts";
import { parseTranscript } from "../../sources/transcripts/transcript.ts";
import { Session } from "../../studio/session.ts";
import { runCommand } from "../support/command.ts";
import { readEpisodes } from "../support/report.ts";
import { formatTable, makeTwoCuts } from "../support/two-cuts.ts";
import { validateFindings } from "./findings-schema.ts";

const save = useFolder();
const page = save("report.html", "");
const folder = join(page, "..");
const inFolder = (name: string, text: string) => {
  mkdirSync(join(folder, name, ".."), { recursive: true });
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const GUIDS = ["cut 1", "cut 2", "cut 3"];
const IDS = ["dQw4w9WgXcQ", "-wtIMTCHWuI", "aBcDeFgHiJ_"];
const CUTS = GUIDS.map((guid, index) => makeTwoCuts(guid, 40 + index));
const FEED = composeFeed(
  GUIDS.map((guid, index) => ({ guid, title: `Episode ${index}`, "itunes:duration": `${CUTS[index]?.duration}` })),
  "Cuts",
);
const LENGTHS = [
  "Inhalte,Videotitel,Veröffentlichungszeitpunkt des Videos,Dauer,Aufrufe",
  "Gesamt,,,,123",
  ...CUTS.map(
    ({ videoDuration }, index) =>
      `${index === 1 ? " " : ""}${IDS[index]},Video ${index},"1. Nov. 2026",${videoDuration},41`,
  ),
].join("\n");
const MAP = ["key,guid", ...IDS.map((id, index) => `${id},${GUIDS[index]}`)].join("\n");

beforeAll(async () => {
  for (const { chart } of CUTS) await writeChartItem({ ...packChart(chart, new Date()), listeners: 300 });
  save("feed.xml", FEED);
  save("lengths.csv", LENGTHS);
  save("map.csv", MAP);
  for (const [index, { transcript, captions, table }] of CUTS.entries()) {
    inFolder(`transcripts/Episode ${index}.srt`, transcript);
    inFolder(`captions/${(index + 1) % 3}.srt`, captions);
    inFolder(`youtube/${IDS[index]}.csv`, formatTable(table));
  }
});

const path = (name: string) => join(folder, name);

async function report(...options: readonly string[]) {
  const all = ["report", "--feed", path("feed.xml"), "--out", page, "--findings", path("findings.json"), ...options];
  const { code, stdout, stderr } = await runCommand("charts", all, { env: { DYNAMODB_FOLDER: folder } });
  const episodes = readEpisodes(page).toSorted((one, other) => GUIDS.indexOf(one.guid) - GUIDS.indexOf(other.guid));
  return { code, stdout, stderr, episodes };
}

const importTables = (...options: readonly string[]) =>
  runCommand("charts", ["import", "--feed", path("feed.xml"), "--map", path("map.csv"), ...options, path("youtube")]);

const TRANSCRIPTS = ["--transcript", path("transcripts")];
const CAPTIONS = ["--captions", path("captions")];

describe("a video that is another cut than its episode's audio", () => {
  it("is taken to be as long as the audio, which import and report say, or with captions, to end with these", async () => {
    const { stderr } = await importTables();
    expect(stderr).toContain("It does not say how long the video is, so it was taken to be as long as the audio");
    const { episodes } = await report();
    expect(episodes.map(({ sources }) => sources?.[1]?.duration)).toEqual(CUTS.map(({ duration }) => duration));
    expect(episodes.map(({ cutText }) => cutText)).toEqual(
      GUIDS.map(() => expect.stringMatching(/^How long the .+ audio/)),
    );
    const { episodes: captioned } = await report(...TRANSCRIPTS, ...CAPTIONS);
    for (const [index, { title, cutText, sources }] of captioned.entries()) {
      expect([title, cutText]).toEqual([
        `Episode ${index}`,
        expect.stringMatching(/^How long .+ captions, at \d.+ cut: it lacks/),
      ]);
      const [moment] = sources?.[1]?.insights.moments ?? [];
      expect(Math.abs((moment?.audio?.from ?? 0) - (CUTS[index]?.leave.audio ?? 0))).toBeLessThan(25);
    }
  });

  it("has its length from YouTube Studio's table, in any language, by its id", async () => {
    const { code, stderr } = await importTables(path("lengths.csv"));
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("how long the video is")]);
    const { episodes } = await report();
    expect(episodes.map(({ sources }) => sources?.[1]?.duration)).toEqual(
      CUTS.map(({ videoDuration }) => videoDuration),
    );
  });

  it("has moments at the audio's times beside its own, with the words of the transcript, whatever its captions are named", async () => {
    await importTables(path("lengths.csv"));
    const { code, stderr, episodes } = await report(...TRANSCRIPTS, ...CAPTIONS);
    expect(code).toBe(0);
    const findings = JSON.parse(readFileSync(path("findings.json"), "utf8"));
    expect([validateFindings(findings), validateFindings.errors]).toEqual([true, null]);
    expect(findings.episodes[0].notes.at(-1)).toContain("The video is another cut");
    expect(stderr).toContain("Videos whose times in the audio are known by what is said: 3 episodes.\n");
    for (const [index, { insights, sources, cutText }] of episodes.entries()) {
      const { leave = { audio: 0, video: 0 } } = CUTS[index] ?? {};
      const [own] = insights.moments;
      const [moment] = sources?.[1]?.insights.moments ?? [];
      expect(cutText).toMatch(/^The video is another cut: it lacks \d:\d\d of the audio and has \d:\d\d/);
      // A bin of the table is a hundredth of the video.
      expect(Math.abs((moment?.from ?? 0) - leave.video)).toBeLessThan(20);
      expect(Math.abs((moment?.audio?.from ?? 0) - leave.audio)).toBeLessThan(20);
      expect(Math.abs((own?.from ?? 0) - leave.audio)).toBeLessThan(10);
      // The leading source sees the same moment: a page shows its words once.
      expect([own?.words !== undefined, moment?.words]).toEqual([true, undefined]);
    }
  });

  it("is compared at the audio's times, where what only one of them has is known", async () => {
    const { episodes } = await report(...TRANSCRIPTS, ...CAPTIONS);
    const [first] = episodes;
    expect(first?.sources?.[0]?.apart).toBeUndefined();
    const { apart = [], duration } = first?.sources?.[1] ?? {};
    expect(apart.filter(({ own, other }) => own > 30 && other === 0)).toHaveLength(2);
    expect(apart.filter(({ own, other }) => own === 0 && other > 30)).toHaveLength(2);
    expect(Math.abs((duration ?? 0) - (CUTS[0]?.duration ?? 0))).toBeLessThan(10);
    for (const [index, { sources }] of episodes.entries()) {
      const points = unpackCurve(sources?.[1]?.curve ?? "");
      const fall = points.find(({ percentage }, place) => (points[place - 1]?.percentage ?? 0) - percentage > 20);
      expect(Math.abs((fall?.time ?? 0) - (CUTS[index]?.leave.audio ?? 0))).toBeLessThan(20);
    }
  });

  it("is the same curve for the next report, whether or not it takes captions", async () => {
    for (const file of [page, path("findings.json")]) {
      await report();
      for (const options of [[...TRANSCRIPTS, ...CAPTIONS], []]) {
        const { stdout } = await report(...options, "--since", file);
        expect(stdout).toMatch(/nothing has changed\.\n$/);
      }
    }
  });

  it("claims nothing with captions of another video, and names those of none", async () => {
    const other = makeTwoCuts("other", 99);
    const alone = inFolder("other/video.srt", other.captions);
    const { code, stderr, episodes } = await report(...TRANSCRIPTS, "--captions", alone);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(`${alone}: No transcript of the report says the same.\n`),
    ]);
    expect(episodes.map(({ cutText, sources }) => [cutText, sources?.[1]?.apart])).toEqual(
      GUIDS.map(() => [undefined, undefined]),
    );
  });

  it("says so if the curve's length is not that of the captions", async () => {
    const [cut = other(), ...rest] = CUTS;
    const half = inFolder("half/video.srt", cut.captions.slice(0, cut.captions.length * 0.7));
    const { stderr, episodes } = await report(...TRANSCRIPTS, "--captions", half);
    expect(stderr).toMatch(
      /for the video of “Episode 0”: The captions of the video and its curve have other lengths, /,
    );
    expect(episodes[0]?.sources?.[1]?.insights.moments[0]?.audio).toBeUndefined();
    expect(rest).toHaveLength(2);
  });

  it.each([0.5, 0.7])("keeps its length if captions are of a clip of %d of it", async (part) => {
    await importTables();
    const [{ captions, duration } = other()] = CUTS;
    const clip = inFolder("clip/short.srt", captions.slice(0, captions.length * part));
    const { episodes } = await report(...TRANSCRIPTS, "--captions", clip);
    const { cutText, sources } = episodes[0] ?? {};
    expect(cutText).toMatch(
      /^How long the video is is not known\. .+ audio.+ The captions of the video and its curve have/,
    );
    expect([sources?.[1]?.duration, sources?.[1]?.insights.moments[0]?.audio]).toEqual([duration, undefined]);
    await importTables(path("lengths.csv"));
  });

  it("needs transcripts of the audio", async () => {
    const { code, stderr } = await report(...CAPTIONS);
    expect([code, stderr]).toEqual([1, expect.stringContaining("--captions needs transcripts of the audio")]);
  });

  it("has the audio's chapters where it has them, and hears the audio at its time, if no other curve is there", async () => {
    const [cut = other()] = CUTS;
    const { leave, videoDuration: duration, table } = cut;
    const data = table.map(({ position, percentage }) => ({ time: (position / 100) * duration, percentage }));
    const chapters = [0, leave.audio].map((time, index) => ({ time, title: `Chapter ${index}` }));
    const curves = [{ chart: { guid: "lone", duration, data }, source: "youtube" }] as const;
    const spoken = addTranscript(
      computeEpisode({ guid: "lone", curves }, { chapters }),
      await parseTranscript(cut.transcript),
    );
    const [episode] = compareEpisodes([addCaptions(spoken, await parseTranscript(cut.captions))]).episodes;
    expect(Math.abs((episode?.chapters?.[1]?.time ?? 0) - leave.video)).toBeLessThan(2);
    const [moment] = episode?.insights.moments ?? [];
    expect(Math.abs((moment?.audio?.from ?? 0) - leave.audio)).toBeLessThan(20);
    expect(moment?.words?.text).not.toBe("");
    expect(episode?.duration).toBe(duration);
  });

  it("is the same in the studio, whatever is dropped first", async () => {
    const make = (name: string, text: string) => ({ name, file: new Blob([text]) });
    const files = [
      make("feed.xml", FEED),
      make("map.csv", MAP),
      make("Tabellendaten.csv", LENGTHS),
      make(
        "own.jsonl",
        CUTS.map(({ chart }) => `${JSON.stringify({ version: 1, ...chart, listeners: 300 })}\n`).join(""),
      ),
      ...CUTS.flatMap(({ transcript, captions, table }, index) => [
        make(`Episode ${index}.srt`, transcript),
        make(`captions ${(index + 1) % 3}.srt`, captions),
        make(`${IDS[index]}.csv`, formatTable(table)),
      ]),
    ];
    const { episodes } = await report(...TRANSCRIPTS, ...CAPTIONS);
    for (const order of [files, files.toReversed()]) {
      const session = new Session();
      const view = await session.add(order);
      expect(view.files.find(({ id }) => id === "captions 1.srt")?.lines[1]).toBe(
        "Captions of the video of “Episode 0”: they say the same",
      );
      expect(view.files.find(({ id }) => id === "Tabellendaten.csv")?.lines).toEqual([
        "It has the lengths of 3 videos.",
      ]);
      const { report: made } = await session.computeReport();
      const byGuid = made.episodes.toSorted((one, other) => GUIDS.indexOf(one.guid) - GUIDS.indexOf(other.guid));
      expect(byGuid.map(({ cutText }) => cutText)).toEqual(episodes.map(({ cutText }) => cutText));
    }
  });
});

function other() {
  return makeTwoCuts("none", 1);
}
