import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { packChart } from "../../../lib/episode/packed-chart.ts";
import { composeFeed } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { writeChartItem } from "../../../tests/support/tables.ts";
import type { Moment } from "../../report/curve/moments/moment.ts";
import type { Episode } from "../../report/episode/episode.ts";
import { unpackCurve } from "../../report/episode/packed-curve.ts";
import { compareEpisodes } from "../../report/make/compare-episodes.ts";
import { addCaptions } from "../../report/make/episode-cut.ts";
import { parseKeptCut, parseKeptQuote } from "../../report/make/kept-speech.ts";
import { addTranscript, computeEpisode } from "../../report/make/measure-episode.ts";
import { drawPage } from "../../report/make/page.ts";
import { findTimes, listApart } from "../../report/make/video-cut.ts";
import { addSavedData } from "../../sources/import/saved-report.ts";
import { parseTranscript } from "../../sources/transcripts/transcript.ts";
import { StudioSession } from "../../studio/session.ts";
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

const GUIDS = Array.from({ length: 7 }, (_, index) => `cut ${index + 1}`);
const IDS = ["dQw4w9WgXcQ", "-wtIMTCHWuI", "aBcDeFgHiJ_", "aaaaaaaaaa1", "aaaaaaaaaa2", "aaaaaaaaaa3", "aaaaaaaaaa4"];
const PLAN = { removed: 2, inserted: 2, lengths: [20, 45], misheard: 0.1 } as const;
const CUTS = GUIDS.map((guid, index) => makeTwoCuts(guid, 40 + index, 1_700, PLAN));
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

const BUNDLE = { script: "", style: "", hashes: { guard: "", script: "", style: "" } };

async function readSpoken(text: string) {
  const { cues, end } = await parseTranscript(text);
  return { cues, end };
}

beforeAll(async () => {
  for (const { chart } of CUTS) await writeChartItem({ ...packChart(chart, new Date()), listeners: 300 });
  save("feed.xml", FEED);
  save("lengths.csv", LENGTHS);
  save("map.csv", MAP);
  for (const [index, { transcript, captions, table }] of CUTS.entries()) {
    inFolder(`transcripts/Episode ${index}.srt`, transcript);
    inFolder(`captions/${(index + 1) % 7}.srt`, captions);
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
      expectLoss(moment, CUTS[index]);
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
    expect(stderr).toContain("Videos whose times in the audio are known by what is said: 7 episodes.\n");
    for (const [index, { insights, sources, cutText }] of episodes.entries()) {
      const { leave = { audio: 0, video: 0 } } = CUTS[index] ?? {};
      const [own] = insights.moments;
      const [moment] = sources?.[1]?.insights.moments ?? [];
      expect(cutText).toMatch(/^The video is another cut: it lacks \d:\d\d of the audio and has \d:\d\d/);
      expectLoss(moment, CUTS[index]);
      expect(Math.abs((own?.from ?? 0) - leave.audio)).toBeLessThan(10);
      // The leading source sees the same moment: a page shows its words once.
      expect([own?.words !== undefined, moment?.words]).toEqual([true, undefined]);
    }
  });

  it("is compared at the audio's times, where what only one of them has is known", async () => {
    const { episodes } = await report(...TRANSCRIPTS, ...CAPTIONS);
    const [first] = episodes;
    expect(first?.sources?.[0]?.timed).toBeUndefined();
    const { apart = [], duration } = first?.sources?.[1]?.timed ?? {};
    expect(apart.filter(({ own, other }) => own > 15 && other === 0)).toHaveLength(2);
    expect(apart.filter(({ own, other }) => own === 0 && other > 15)).toHaveLength(2);
    expect(Math.abs((duration ?? 0) - (CUTS[0]?.duration ?? 0))).toBeLessThan(10);
    for (const [index, { sources }] of episodes.entries()) {
      const points = unpackCurve(sources?.[1]?.timed?.curve ?? "");
      const fall = points.find(({ percentage }, place) => (points[place - 1]?.percentage ?? 0) - percentage > 20);
      expect(Math.abs((fall?.time ?? 0) - (CUTS[index]?.leave.audio ?? 0))).toBeLessThan(20);
    }
  });

  it.each([
    ["if its length is not known", []],
    ["if it is", [path("lengths.csv")]],
  ])("is the same curve for the next report, whether or not it takes captions: %s", async (_, tables) => {
    await importTables(...tables);
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
    expect(episodes.map(({ cutText, sources }) => [cutText, sources?.[1]?.timed])).toEqual(
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
    expect(rest).toHaveLength(6);
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
    expectLoss(moment, cut);
    expect(moment?.words?.text).not.toBe("");
    expect(episode?.duration).toBe(duration);
  });

  it("is the same in the studio, whatever is dropped first, and once more from the saved report, without captions", async () => {
    const make = (name: string, text: string) => ({ name, file: new Blob([text]) });
    const tables = CUTS.map(({ table }, index) => make(`${IDS[index]}.csv`, formatTable(table)));
    const files = [
      make("feed.xml", FEED),
      make("map.csv", MAP),
      make("Tabellendaten.csv", LENGTHS),
      make(
        "own.jsonl",
        CUTS.map(({ chart }) => `${JSON.stringify({ version: 1, ...chart, listeners: 300 })}\n`).join(""),
      ),
      ...tables,
      ...CUTS.flatMap(({ transcript, captions }, index) => [
        make(`Episode ${index}.srt`, transcript),
        make(`captions ${(index + 1) % 7}.srt`, captions),
      ]),
    ];
    await importTables(path("lengths.csv"));
    const { episodes } = await report(...TRANSCRIPTS, ...CAPTIONS);
    const expectSame = (made: readonly Episode[]) => {
      const sorted = made.toSorted((one, other) => GUIDS.indexOf(one.guid) - GUIDS.indexOf(other.guid));
      expect(sorted.map(({ cutText }) => cutText)).toEqual(episodes.map(({ cutText }) => cutText));
      for (const [index, { sources }] of sorted.entries()) expectLoss(sources?.[1]?.insights.moments[0], CUTS[index]);
    };
    let saved = make("none", "");
    for (const order of [files, files.toReversed()]) {
      const session = new StudioSession();
      const view = await session.add(order);
      expect(view.files.find(({ id }) => id === "captions 1.srt")?.lines[1]).toBe(
        "Captions of the video of “Episode 0”: they say the same",
      );
      const { heading, report: made } = await session.computeReport();
      expectSame(made.episodes);
      saved = make("saved.html", addSavedData([...drawPage(heading, made, BUNDLE)].join(""), session.keep()));
    }
    // Next month's curves come without the table of lengths.
    for (const newer of [[], tables]) {
      const session = new StudioSession();
      await session.add([saved, ...newer]);
      expectSame((await session.computeReport()).report.episodes);
    }
  });

  it("takes the captions that have the name of its transcript", async () => {
    const [{ transcript, captions } = other()] = CUTS;
    const make = (text: string) => ({ name: "Episode 0.srt", file: new Blob([text]) });
    for (const both of [
      [transcript, captions],
      [captions, transcript],
    ]) {
      const files = [{ name: "feed.xml", file: new Blob([FEED]) }, ...both.map(make)];
      const [, ...told] = (await new StudioSession().add(files)).files.map(({ lines }) => lines[1]);
      const own = ["Of “Episode 0”", "Captions of the video of “Episode 0”: they say the same"];
      expect(told).toEqual(both[0] === transcript ? own : own.toReversed());
    }
  });

  it.each([
    ["unless it has another length", 2_000, "Captions of the video of “Episode 0”: they say the same", ""],
    ["and says so", CUTS[0]?.duration, "Of “Episode 1”, by its name. “Episode 0” says the same", "Episode 1"],
  ])("takes captions that are named after another episode for its transcript, %s", async (_, length, told, twin) => {
    const [{ transcript, captions, duration } = other()] = CUTS;
    const items = [duration, length].map((seconds, index) => {
      return { guid: `${index}`, title: `Episode ${index}`, "itunes:duration": `${seconds}` };
    });
    const texts = [composeFeed(items, "Cuts"), captions, transcript];
    const files = ["feed.xml", "Episode 1.srt", "Episode 0.srt"].map((name, index) => {
      return { name, file: new Blob([texts[index] ?? ""]) };
    });
    const [, ...lines] = (await new StudioSession().add(files)).files.map(({ lines }) => lines[1]);
    expect(lines).toEqual([told, twin ? `Of “Episode 0”, by its name. “${twin}” says the same` : "Of “Episode 0”"]);
  });

  it("says so if a translation says the same as no transcript, and an episode without a transcript takes no captions", async () => {
    const translated = inFolder("translated/0.srt", (CUTS[0]?.captions ?? "").replaceAll("w", "v"));
    const alone = path("transcripts/Episode 1.srt");
    const { stderr, episodes } = await report("--transcript", alone, "--captions", translated, ...CAPTIONS);
    for (const file of [translated, ...[0, 1, 3, 4, 5, 6].map((name) => path(`captions/${name}.srt`))])
      expect(stderr).toContain(`${file}: No transcript of the report says the same.`);
    expect(episodes.map(({ cutText }) => cutText !== undefined)).toEqual(GUIDS.map((_, index) => index === 1));
  });
});

describe("what a saved report keeps of a video", () => {
  const span = { from: { one: 1, other: 1 }, to: { one: 2, other: 2 } };
  const whole = { one: 9, other: 9 };
  const cut = { guid: "cut", said: whole, ends: whole, part: 1, isCoarse: false, spans: [span], moved: [] };

  it("is read as it was saved", () => {
    expect(parseKeptCut(JSON.parse(JSON.stringify(cut)))).toEqual([cut]);
  });

  it.each([
    undefined,
    { ...cut, guid: 1 },
    { ...cut, ends: { one: 9, other: -1 } },
    { ...cut, said: { one: 9, other: 1e9 } },
    { ...cut, spans: undefined },
    { ...cut, spans: [{ from: { one: 1, other: 1 } }] },
    { ...cut, moved: [1] },
  ])("is left out if it is damaged: %j", (damaged) => {
    expect(parseKeptCut(damaged)).toEqual([]);
  });

  const words = { text: "On tides.", at: 3, from: 4, to: 6 };
  const quote = { guid: "cut", source: "", kind: "skip", from: 5, to: 9, words: { ...words, end: words } };

  it("is what is said at its moments, or where nothing is said", () => {
    const silent = { ...quote, words: undefined, silence: { from: 1, to: 2 } };
    for (const kept of [quote, silent]) expect(parseKeptQuote(JSON.parse(JSON.stringify(kept)))).toEqual([kept]);
    expect(parseKeptQuote({ ...quote, words: { ...words, at: undefined } })[0]?.words?.at).toBe(0);
  });

  it.each([
    { ...quote, source: undefined },
    { ...quote, from: "5" },
    { ...quote, words: { ...words, text: "a".repeat(241) } },
    { ...quote, words: { ...words, at: -1 } },
    { ...quote, words: { ...words, speakers: [1] } },
    { ...quote, silence: {} },
  ])("is no words that are damaged: %j", (damaged) => {
    expect(parseKeptQuote(damaged)).toEqual([]);
  });
});

describe("a video in a report", () => {
  const own = (cut: ReturnType<typeof makeTwoCuts>) => ({ chart: cut.chart, source: "own", listeners: 300 }) as const;
  const play = ({ table, videoDuration: duration }: ReturnType<typeof makeTwoCuts>, listeners: number) => {
    const data = table.map(({ position, percentage }) => ({ time: (position / 100) * duration, percentage }));
    return { chart: { guid: "cut", duration, data }, source: "youtube", listeners } as const;
  };
  const compare = async (cut: ReturnType<typeof makeTwoCuts>, video = play(cut, 9_000), isCaptioned = true) => {
    const spoken = addTranscript(
      computeEpisode({ guid: "cut", curves: [own(cut), video] }),
      await parseTranscript(cut.transcript),
    );
    const { episodes } = compareEpisodes([
      isCaptioned ? addCaptions(spoken, await parseTranscript(cut.captions)) : spoken,
    ]);
    return { ...episodes[0], youtube: episodes[0]?.sources?.[1] };
  };

  it("has no hole and no hatches where it has a passage at another place, and says so", async () => {
    const moved = makeTwoCuts("cut", 40, 3_900, { isMoved: true, misheard: 0.1 });
    const { cutText, youtube } = await compare(moved);
    expect(cutText).toMatch(
      /^The video is another cut: it has (2:[45]\d|3:0\d) at another place\. Times are matched by what is said\. Both /,
    );
    expect([youtube?.timed?.apart, youtube?.timed?.gaps]).toEqual([[], undefined]);
    expectLoss(youtube?.insights.moments[0], moved);
    // From a quarter on, the audio has what the video has at three quarters.
    const points = unpackCurve(youtube?.timed?.curve ?? "");
    const [from, to] = [moved.leave.audio - 60, moved.leave.audio + 60];
    expect(points.filter(({ time }) => time > from && time < to).length).toBeGreaterThan(5);
  });

  it("is told to be exact to a paragraph if its cues are paragraphs", async () => {
    const { cutText } = await compare(
      makeTwoCuts("cut", 40, 3_900, { removed: 2, lengths: [60, 100], cueWords: [60, 120] }),
    );
    expect(cutText).toContain("Times are matched by what is said, to about 5 s. ");
  });

  it("is compared with the audio at the same words", async () => {
    const cut = makeTwoCuts("cut", 44, 3_900, { removed: 3, lengths: [90, 120], misheard: 0.1 });
    const [known, unknown] = [await compare(cut), await compare(cut, play(cut, 9_000), false)];
    expect(known.sourcesText).toContain("show no difference beyond chance.");
    expect(unknown.sourcesText).toContain("they differ from");
  });

  it("quotes its captions where it alone has something, and otherwise the transcript", async () => {
    const cut = makeTwoCuts("cut", 40);
    const { youtube } = await compare(cut);
    const times = findTimes(await readSpoken(cut.transcript), await readSpoken(cut.captions));
    const ends = { one: cut.duration, other: cut.videoDuration };
    const apart = listApart({ ...times, ends }, "other");
    const alone = apart.find(({ from, own, other }) => from > 60 && own > 30 && other === 0) ?? { from: 0, to: 0 };
    const at = (alone.from + alone.to) / 2;
    const video = play(cut, 9_000);
    const data = video.chart.data.map(({ time }) => ({ time, percentage: (time < at ? 100 : 67) - time / 200 }));
    const { youtube: inVideo } = await compare(cut, { ...video, chart: { ...video.chart, data } });
    const [said, captions] = await Promise.all(
      [cut.transcript, cut.captions].map(async (text) =>
        (await readSpoken(text)).cues.map(({ text }) => text).join(" "),
      ),
    );
    for (const [moments, text, others] of [
      [inVideo?.insights.moments, captions, said],
      [youtube?.insights.moments, said, captions],
    ] as const) {
      const words = (moments?.[0]?.words?.text ?? "none").split(" ").slice(1, 6).join(" ");
      expect([text?.includes(words), others?.includes(words)], words).toEqual([true, false]);
    }
  });
});

/** Expects a loss to be where it was planted, in the video and in the audio, to a bin of the table: a hundredth of the video. */
function expectLoss(moment: Moment | undefined, { leave, videoDuration } = other()) {
  const bin = videoDuration / 100;
  const isAt = (place: Pick<Moment, "from" | "to"> | undefined, time: number) =>
    place !== undefined && time >= place.from - bin && time <= place.to + bin;
  expect([moment?.kind, isAt(moment, leave.video), isAt(moment?.audio, leave.audio)]).toEqual(["loss", true, true]);
}

function other() {
  return makeTwoCuts("none", 1);
}
