import { describe, expect, it } from "vitest";
import { composeFeed } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { findVideoLengths } from "../../sources/formats/video-lengths.ts";
import { StudioSession } from "../../studio/session.ts";
import { runCommand } from "../support/command.ts";
import { importFiles } from "../support/import.ts";
import { createZip } from "../support/zip.ts";

const HEADS = {
  English: "Content,Video title,Video publish time,Duration,Views",
  German: "Videos,Videotitel,Veröffentlichungszeitpunkt des Videos,Dauer,Aufrufe",
  French: "Contenu,Titre de la vidéo,Heure de publication de la vidéo,Durée,Vues",
  Portuguese: "Conteúdo,Título do vídeo,Horário de publicação do vídeo,Duração,Visualizações",
  Japanese: "コンテンツ,動画のタイトル,動画公開時刻,長さ,視聴回数",
};

const rows = (...lines: readonly string[]) =>
  [...Object.values(HEADS).slice(0, 1), "Total,,,,1495", ...lines].join("\n");
const list = (text: string) => findVideoLengths(text)?.map(({ id, title, seconds }) => [id, title, seconds]);

describe("YouTube Studio's table of a channel's content", () => {
  it.each(Object.entries(HEADS))("has the length of each video, in %s", (_, head) => {
    const text = `${head}\r\nTotal,,,,1495\r\ndQw4w9WgXcQ,"Tides, and clocks","Oct 5, 2026",3631,495\r\n`;
    expect(list(text)).toEqual([["dQw4w9WgXcQ", "Tides, and clocks", 3_631]]);
  });

  it("has ids that begin with a dash behind a space, and in some exports lengths as on a clock", () => {
    expect(list(rows(' -wtIMTCHWuI,Tides,"Oct 5, 2026",1:00:31,495'))).toEqual([["-wtIMTCHWuI", "Tides", 3_631]]);
  });

  it("says nothing of a video without a length", () => {
    expect(list(rows("dQw4w9WgXcQ,Tides,,60,1", "aaaaaaaaaaa,Live,,,1"))).toEqual([["dQw4w9WgXcQ", "Tides", 60]]);
  });

  it.each([
    ["an older export, without lengths", "Video title,Content,Views,Watch time (hours)\nTides,Tides,403,38.7"],
    ["one with views in their place", "Video,Title,Published,Views\nTotal,,,3415\ndQw4w9WgXcQ,Tides,Oct 5,2600"],
    ["the same without totals", "Video,Title,Published,Views\ndQw4w9WgXcQ,Tides,Oct 5,2600"],
    ["a curve", "Video position (%),Absolute audience retention (%)\n0,104.2\n1,91"],
    ["dates", "Date,Views\n2026-10-29,3415"],
    ["any table", "guid,duration,time,listeners\nurn:example:ep-7,3,0,120"],
    ["a map", "key,guid\ndQw4w9WgXcQ,urn:example:ep-7"],
    ["nothing", ""],
  ])("is no other table: %s", (_, text) => {
    expect(findVideoLengths(text)).toBeUndefined();
  });
});

describe("the length of a video", () => {
  const save = useFolder();
  const CURVE = ["Video position (%),Absolute audience retention (%)", "0,100", "50,60", "99,40"].join("\n");
  const FEED = save(
    "feed.xml",
    composeFeed(
      [
        { guid: "one", "itunes:duration": "900" },
        { guid: "two", "itunes:duration": "800" },
      ],
      "Tides",
    ),
  );
  const [byId, byTitle] = [save("dQw4w9WgXcQ.csv", CURVE), save("High water.csv", CURVE.replace("60", "55"))];
  const MAP = save("map.csv", "key,guid\ndQw4w9WgXcQ,one\nHigh water,two");
  const TABLE = rows("dQw4w9WgXcQ,Tides,,1000,1", "aBcDeFgHiJ_,High water,,1100,1");
  const [table, zip] = [
    save("Table data.csv", TABLE),
    save(
      "Content.zip",
      createZip(
        { name: "Chart data.csv", content: "Date,Views\n2026-10-29,3" },
        { name: "Table data.csv", content: TABLE },
      ),
    ),
  ];

  async function exportLines() {
    const { stdout } = await runCommand("charts", ["export", "one", "two", "three"]);
    return stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  }

  async function readLengths(...args: readonly string[]) {
    const { code, stderr } = await importFiles("--map", MAP, ...args);
    expect(code).toBe(0);
    const lines = await exportLines();
    return {
      stderr,
      lengths: lines.map(({ guid, duration, durationFrom = "said" }) => `${guid} ${duration} ${durationFrom}`).sort(),
    };
  }

  it.each([
    ["its table first", [table, byId, byTitle]],
    ["its table last", [byId, byTitle, table]],
    ["Studio's zip", [byTitle, zip, byId]],
  ])("is the channel's table's, by id or title, before the feed's: %s", async (_, files) => {
    const { stderr, lengths } = await readLengths("--feed", FEED, ...files);
    expect(lengths).toEqual(["one 1000 said", "two 1100 said"]);
    expect(stderr).toContain("It has the lengths of 2 videos.");
    expect(stderr).not.toContain("how long the video is");
  });

  it("is the feed's if nobody says it, or if two videos of that title have other lengths, which is said and kept", async () => {
    const twice = save("twice.csv", `${TABLE}\nbBcDeFgHiJ_,High water,,1200,1`);
    const { stderr, lengths } = await readLengths("--feed", FEED, byId, byTitle, twice);
    expect(lengths).toEqual(["one 1000 said", "two 800 feed"]);
    expect(stderr).toContain(
      "It does not say how long the video is, so it was taken to be as long as the audio in the feed.",
    );
    const copy = save("copy.jsonl", (await exportLines()).map((line) => `${JSON.stringify(line)}\n`).join(""));
    expect((await readLengths(copy)).lengths).toEqual(lengths);
  });

  it("is what was typed, before the table and the feed", async () => {
    const { lengths } = await readLengths("--feed", FEED, "--duration", "1234", table, byId);
    expect(lengths).toContain("one 1234 said");
    expect((await readLengths("--feed", FEED, "--duration", "1234", "--same-duration", byId, byTitle)).lengths).toEqual(
      ["one 1234 said", "two 1234 said"],
    );
  });

  it("is the table's for one curve with --guid, since a table has no curve", async () => {
    const { code } = await importFiles("--guid", "three", table, byId);
    expect(code).toBe(0);
    expect(await exportLines()).toContainEqual(expect.objectContaining({ guid: "three", duration: 1_000 }));
  });

  it("is the table's in the studio, zipped or not", async () => {
    for (const [name, content] of [
      ["Table data.csv", TABLE],
      ["Content.zip", Uint8Array.from(createZip({ name: "Table data.csv", content: TABLE }))],
    ] as const) {
      const session = new StudioSession();
      const drop = (name: string, content: string | Uint8Array<ArrayBuffer>) => ({ name, file: new Blob([content]) });
      const view = await session.add([
        drop("dQw4w9WgXcQ.csv", CURVE),
        drop(name, content),
        drop("map.csv", "key,guid\ndQw4w9WgXcQ,one"),
      ]);
      expect(view.files.find(({ id }) => id === name)).toMatchObject({
        lines: ["It has the lengths of 2 videos."],
        refusals: [],
      });
      const { report } = await session.computeReport();
      expect(report.episodes.map(({ duration }) => duration)).toEqual([1_000]);
    }
  });
});
