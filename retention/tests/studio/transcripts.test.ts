import { expect, it, vi } from "vitest";
import { drawPage } from "../../report/make/page.ts";
import { addSavedData } from "../../sources/import/saved-report.ts";
import { StudioSession } from "../../studio/session.ts";
import { makeChart } from "../support/report.ts";
import { FORMATS, LEAVE, PLANTED, SPOKEN_CHARTS, SPOKEN_FILES } from "../support/transcripts.ts";

const make = (name: string, content: string) => ({ name, file: new Blob([content]) });
const FILES = Object.entries(SPOKEN_FILES).map(([name, text]) => make(name, text));
const [FEED = make("", ""), CURVES = FEED, ...TRANSCRIPTS] = FILES;

async function listWords(session: StudioSession) {
  const { report } = await session.computeReport();
  return report.episodes.map(({ insights }) => insights.moments[0]?.words?.text);
}

async function saveReport(session: StudioSession) {
  const { heading, report } = await session.computeReport();
  const bundle = { script: "", style: "", hashes: { guard: "sha256-", script: "sha256-", style: "sha256-" } };
  return make("saved.html", addSavedData([...drawPage(heading, report, bundle)].join(""), session.keep()));
}

const quoted = (count: number) => Array(count).fill(expect.stringContaining(PLANTED));

it("transcripts are not compared with each other again when another file comes", async () => {
  const session = new StudioSession();
  await session.add([FEED, ...TRANSCRIPTS]);
  const normalize = vi.spyOn(String.prototype, "normalize");
  await session.add([CURVES]);
  const normalized = normalize.mock.contexts.map(String);
  normalize.mockRestore();
  expect(normalized.filter((text) => text.includes(PLANTED))).toEqual([]);
});

it("transcripts of all formats say what is said at a moment, whatever is dropped first", async () => {
  for (const files of [
    [FEED, CURVES, ...TRANSCRIPTS],
    [...TRANSCRIPTS, CURVES, FEED],
  ]) {
    const session = new StudioSession();
    const view = await session.add(files);
    expect(view.files.flatMap(({ refusals }) => refusals)).toEqual([]);
    expect(view.files.find(({ id }) => id === "Episode two.srt")?.lines).toEqual([
      "Transcript of 30:00: 180 cues",
      "Of “Episode two”",
    ]);
    expect(await listWords(session)).toEqual(quoted(4));
  }
});

it("a transcript in HTML is known by its beginning, also behind a comment", async () => {
  const html = "<!-- Tides -->\n<cite>Host</cite><time>0:00</time><p>Welcome.</p>";
  for (const content of [html, html.replace(/<!.*-->/, ""), "<p><cite>Host</cite><time>0:00</time>Welcome."]) {
    const { files } = await new StudioSession().add([make("tides.html", content)]);
    expect(files[0]?.lines[0]).toBe("Transcript of 0:01: 1 cue");
  }
});

it("a transcript that no episode takes says so, and one that can't be read is refused", async () => {
  const session = new StudioSession();
  const vtt = FORMATS["one.vtt"];
  expect((await session.add([make("other.vtt", vtt)])).files[0]?.lines[1]).toBe(
    "Drop the feed, too: it names the episode.",
  );
  const { files } = await session.add([FEED, make("bad.vtt", "WEBVTT\n\nsoon --> later\nBad.")]);
  expect(files.find(({ id }) => id === "other.vtt")?.lines[1]).toMatch(
    /^No episode has its name, and no transcript says the same\. /,
  );
  expect(files.find(({ id }) => id === "bad.vtt")?.refusals[0]?.text).toContain("No cue in it can be read.");
});

const link = (name: string) => `<podcast:chapters url="https://h.test/${name}.json" type="application/json+chapters"/>`;
const LINKING = make("feed.xml", Object.values(SPOKEN_FILES)[0]?.replace("</item>", `${link("4711")}</item>`) ?? "");
const makeChapters = (startTime: unknown) =>
  make(
    "4711.json",
    JSON.stringify({
      title: "[Again] One",
      chapters: [
        { startTime: 0, title: "Hello" },
        { startTime, title: "Sponsor" },
      ],
    }),
  );

it("chapters are taken from files that the feed links, or that are named after an episode, and kept in the saved report", async () => {
  const session = new StudioSession();
  const lacking = await session.add([CURVES, LINKING]);
  expect(lacking.notes).toBe("The feed links the chapters of 1 episode: drop their files, too.");
  const titled = { ...makeChapters(900), name: "Episode two.chapters.json" };
  const { files, notes } = await session.add([makeChapters(600), { ...titled, name: "Episode two.json" }, titled]);
  expect(notes).toBe("");
  expect(files.slice(2).map(({ lines }) => lines)).toEqual([
    ["2 chapters", "Of “Episode one”"],
    ["2 chapters", "Of “Episode two”"],
    ["2 chapters", expect.stringMatching(/^No episode has its name\. .* drop it again\.$/)],
  ]);
  const listChapters = async (of: StudioSession) =>
    (await of.computeReport()).report.episodes.flatMap(({ chapters }) =>
      chapters ? [chapters.map(({ time }) => time)] : [],
    );
  expect(await listChapters(session)).toEqual([
    [0, 600],
    [0, 900],
  ]);
  const saved = await saveReport(session);
  for (const again of [[saved], [saved, LINKING]]) {
    const next = new StudioSession();
    await next.add(again);
    expect((await listChapters(next))[0]).toEqual([0, 600]);
  }
});

it("an episode is named whose chapters can't be read, once the report is computed", async () => {
  const session = new StudioSession();
  await session.add([CURVES, LINKING, makeChapters("0:10:00,000")]);
  await session.computeReport();
  expect(session.view().notes).toBe(
    "Of the 2 chapters of “Episode one”, 1 can't be read, or lie beyond its end, the first at 0:10:00,000.",
  );
});

it("a saved report has the words that it shows, and no transcript", async () => {
  const session = new StudioSession();
  await session.add([FEED, CURVES, ...TRANSCRIPTS]);
  let saved = await saveReport(session);
  expect(session.keep().quotes).toHaveLength(4);
  expect(JSON.stringify(session.keep())).not.toContain("This is sentence 3.");
  for (let month = 1; month <= 2; month++) {
    const next = new StudioSession();
    await next.add([saved]);
    expect(await listWords(next)).toEqual(quoted(4));
    saved = await saveReport(next);
  }
});

it("a moment that is new has words once the transcripts are dropped again", async () => {
  const session = new StudioSession();
  await session.add([FEED, CURVES, ...TRANSCRIPTS]);
  const saved = await saveReport(session);
  const [chart] = SPOKEN_CHARTS;
  const moved = { version: 1, ...chart, ...makeChart("urn:example:spoken-1", 100, 67, LEAVE - 200, 1_800) };
  const next = new StudioSession();
  await next.add([saved, make("new.jsonl", `${JSON.stringify(moved)}\n`)]);
  const words = await listWords(next);
  expect([words.filter((text) => text === undefined).length, words.filter(Boolean)]).toEqual([1, quoted(3)]);
  await next.add(TRANSCRIPTS);
  expect((await listWords(next)).filter((text) => text === undefined)).toEqual([]);
});
