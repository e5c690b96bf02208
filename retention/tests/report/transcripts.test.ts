import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { packChart } from "../../../lib/episode/packed-chart.ts";
import { composeFeed } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { serve } from "../../../tests/support/stand-in.ts";
import { writeChartItem } from "../../../tests/support/tables.ts";
import { runCommand } from "../support/command.ts";
import { useNames } from "../support/names.ts";
import { makeChart, readEpisodes } from "../support/report.ts";
import { FORMATS, LEAVE, PLANTED } from "../support/transcripts.ts";

const save = useFolder();
const page = save("report.html", "");
const folder = join(page, "..");
const findings = join(folder, "findings.json");

/** Of half an hour. A third of the listeners leave at the planted sentence. */
const GUIDS = ["spoken 1", "spoken 2", "spoken 3", "spoken 4"];

const FILES = Object.keys(FORMATS);

beforeAll(async () => {
  for (const guid of GUIDS)
    await writeChartItem({ ...packChart(makeChart(guid, 100, 67, LEAVE, 1_800), new Date()), listeners: 300 });
});

/** A feed that links files for the episodes. @param links attributes of each episode's links */
const formatFeed = (links: readonly (readonly string[])[], language = "en-us") =>
  composeFeed(
    GUIDS.map((guid, index) => {
      const more = (links[index] ?? []).map((attributes) => `<podcast:transcript ${attributes}/>`).join("");
      return { guid, title: `Episode ${["one", "two", "three", "four"][index]}`, more };
    }),
    "Tides",
    `<language>${language}</language>`,
  );

async function report(feed: string, ...options: readonly string[]) {
  const path = save("feed.xml", feed);
  const { code, stderr } = await runCommand(
    "charts",
    ["report", "--feed", path, "--out", page, "--findings", findings, ...options],
    { env: { DYNAMODB_FOLDER: folder } },
  );
  const episodes = readEpisodes(page).toSorted((one, other) => GUIDS.indexOf(one.guid) - GUIDS.indexOf(other.guid));
  return { code, stderr, episodes, words: episodes.map(({ insights }) => insights.moments[0]?.words) };
}

async function startHost() {
  useNames({ "transcripts.test": ["9.9.9.9"] });
  const asked: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    asked.push(request.url);
    const text = FORMATS[request.url?.slice(1) as keyof typeof FORMATS];
    if (text === undefined) response.writeHead(request.url === "/plain" ? 200 : 404).end("Just text.");
    else response.end(text);
  });
  return { url: url.replace("127.0.0.1", "transcripts.test"), asked };
}

const SAID = { text: expect.stringContaining(PLANTED), speakers: ["Host"] };

describe("charts -- report, of a show with transcripts", () => {
  it("asks nobody on this machine or its network for those that a stranger's feed links", async () => {
    const { url, asked } = await startHost();
    const own = url.replace("transcripts.test", "127.0.0.1");
    const feed = formatFeed(FILES.map((file) => [`url="${own}/${file}"`]));
    const { stderr, words } = await report(feed, "--transcripts");
    expect(stderr).toContain("on this machine or its network, and is not followed there.");
    expect({ asked, words }).toEqual({ asked: [], words: GUIDS.map(() => undefined) });
  });

  it("says that it could fetch those that the feed links", async () => {
    const { url, asked } = await startHost();
    const { code, stderr, words } = await report(formatFeed(FILES.map((file) => [`url="${url}/${file}"`])));
    expect(stderr).toContain("The feed links the transcripts of 4 episodes. To fetch them: --transcripts\n");
    expect({ code, asked, words }).toEqual({ code: 0, asked: [], words: GUIDS.map(() => undefined) });
  });

  it("fetches them, whatever their types say, and quotes what is said at a moment", async () => {
    const { url } = await startHost();
    const { stderr, words } = await report(
      formatFeed(FILES.map((file) => [`url="${url}/${file}" type="text/plain"`])),
      "--transcripts",
    );
    expect(words).toEqual(GUIDS.map(() => expect.objectContaining(SAID)));
    expect(new Set(words.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(stderr).not.toContain("transcript");
  });

  it("tries first what is likely to have times, in the show's language, and then the next", async () => {
    const { url, asked } = await startHost();
    const links = [
      [
        `url="${url}/de" language="de" type="text/vtt"`,
        `url="${url}/plain" type="text/plain"`,
        `url="${url}/one.vtt" type="text/vtt" language="en"`,
      ],
      [`url="${url}/plain" type="application/json"`, `url="${url}/two.srt"`],
      [`url="${url}/gone"`],
      [`url="${url}/fr.vtt" language="fr"`],
    ];
    const { stderr, words } = await report(formatFeed(links), "--transcripts");
    expect(words).toEqual([expect.objectContaining(SAID), expect.objectContaining(SAID), undefined, undefined]);
    expect(asked.toSorted()).toEqual(["/gone", "/one.vtt", "/plain", "/two.srt"]);
    expect(stderr).toContain(`1 transcript could not be fetched. ${url}/gone: It answers 404.\n`);
    expect(stderr).toContain(`\n${url}/plain: It is no transcript with times.`);
    expect(stderr).toContain("their language is not the feed's: the transcripts of 1 episode, such as in fr.\n");
  });

  it.each(["English", "en", "EN_us"])("takes those in the language of a feed that says %s", async (language) => {
    const { url } = await startHost();
    const { words } = await report(formatFeed([[`url="${url}/one.vtt" language="en-GB"`]], language), "--transcripts");
    expect(words[0]).toMatchObject(SAID);
  });

  it("takes files that are named after episodes, and names what it can't take", async () => {
    const transcripts = join(folder, "transcripts");
    mkdirSync(transcripts, { recursive: true });
    for (const [name, text] of Object.entries(FORMATS)) writeFileSync(join(transcripts, `Episode ${name}`), text);
    writeFileSync(join(transcripts, "Episode one.zu.srt"), FORMATS["two.srt"]);
    writeFileSync(join(transcripts, "other.vtt"), "WEBVTT");
    const bad = save("Episode four.vtt", "WEBVTT\n\nsoon --> later\nBad.");
    const { code, stderr, words } = await report(formatFeed([]), "--transcript", bad, "--transcript", transcripts);
    expect({ code, words }).toEqual({ code: 0, words: GUIDS.map(() => expect.objectContaining(SAID)) });
    expect(stderr).toContain(`${bad}:3: No cue in it can be read.`);
    expect(stderr).toContain("Episode one.zu.srt: Its episode has the transcript of another file already.\n");
    expect(stderr).toContain("other.vtt: No episode of the report has its name.");
  });

  it("counts cues that it left out, and refuses files that are too large or not there", async () => {
    const bad = save("Episode one.vtt", `${FORMATS["one.vtt"]}\n\nsoon --> later\nBad.`);
    const large = save("Episode two.srt", `${FORMATS["two.srt"]}${" ".repeat(5_000_000)}`);
    const { stderr } = await report(
      formatFeed([]),
      "--transcript",
      bad,
      "--transcript",
      large,
      "--transcript",
      "Episode three.vtt",
    );
    expect(stderr).toMatch(/Episode one\.vtt:543: Left out, because it can't be read: 1 cue\.\n/);
    expect(stderr).toContain(`${large}: It has more than 5 MB.\n`);
    expect(stderr).toContain("Episode three.vtt: ");
  });

  it("quotes nothing where the transcript is of another cut than the curve", async () => {
    const half = save("Episode one.srt", FORMATS["two.srt"].slice(0, FORMATS["two.srt"].length / 2));
    const { stderr, episodes, words } = await report(formatFeed([]), "--transcript", half);
    expect(words[0]).toBeUndefined();
    expect(stderr).toMatch(
      /No words in “Episode one”: the transcript and the curve have other lengths, 15:\d\d and 30:00\.\n/,
    );
    expect(episodes[0]?.otherLengths).toMatch(/^15:\d\d and 30:00$/);
  });

  it("finds the same with transcripts as without, but for the words", async () => {
    const { readFile } = await import("node:fs/promises");
    const read = async () => JSON.parse(await readFile(findings, "utf8"));
    await report(formatFeed([]));
    const without = await read();
    const file = save("Episode one.vtt", FORMATS["one.vtt"]);
    await report(formatFeed([]), "--transcript", file);
    const withWords = await read();
    const { moments } = withWords.episodes.find(({ guid }: { guid: string }) => guid === "spoken 1");
    const [moment] = moments;
    expect(moment.words).toEqual({
      ...SAID,
      ...{ at: "Host: This is sentence 89. ".length, from: 890, to: expect.any(Number) },
    });
    delete moment.words;
    expect({ ...withWords, madeAt: "" }).toEqual({ ...without, madeAt: "" });
  });

  it("says of the show after which phrase listeners skip, from files", async () => {
    const { readFile } = await import("node:fs/promises");
    const guids = [1, 2, 3, 4, 5, 6].map((number) => `phrased ${number}`);
    const files = guids.map((guid, index) => {
      const place = 900 + 60 * index;
      const cues = Array.from({ length: 180 }, (_, cue) => {
        const [minutes, seconds] = [Math.floor(cue / 6), 10 * (cue % 6)].map((part) => String(part).padStart(2, "0"));
        const text = 10 * cue === place ? "This episode is sponsored by Acme." : `w${index}x${cue} is of ${guid}.`;
        return `${cue + 1}\n00:${minutes}:${seconds},000 --> 00:${minutes}:${seconds},900\n${text}`;
      });
      return { place, file: save(`${guid}.srt`, cues.join("\n\n")) };
    });
    for (const [index, { place }] of files.entries()) {
      const { data, ...chart } = makeChart(guids[index] ?? "", 100, 100, 0, 1_800);
      const dipped = data.map(({ time }) => ({ time, percentage: time > place + 5 && time < place + 60 ? 70 : 100 }));
      await writeChartItem({ ...packChart({ ...chart, data: dipped }, new Date()), listeners: 300 });
    }
    const feed = save(
      "feed.xml",
      composeFeed(
        guids.map((guid) => ({ guid, title: guid })),
        "Tides",
      ),
    );
    const options = files.flatMap(({ file }) => ["--transcript", file]);
    await runCommand("charts", ["report", "--feed", feed, "--out", page, "--findings", findings, ...options], {
      env: { DYNAMODB_FOLDER: folder },
    });
    expect(JSON.parse(await readFile(findings, "utf8")).shows[0].lines).toContain(
      "In 6 of 6 episodes, listeners skip after “This episode is sponsored by Acme …”: 30\u00a0% of those present (median).",
    );
  });

  it("needs a feed to fetch what it links", async () => {
    const { code, stderr } = await runCommand("charts", ["report", "--all", "--transcripts", "--out", page]);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("--transcripts needs --feed, which links them."),
    });
  });
});
