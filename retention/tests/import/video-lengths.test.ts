import { describe, expect, it } from "vitest";
import { findVideoLengths } from "../../sources/formats/video-lengths.ts";

const HEADS = {
  English: "Content,Video title,Video publish time,Duration,Views",
  German: "Videos,Videotitel,Veröffentlichungszeitpunkt des Videos,Dauer,Aufrufe",
  French: "Contenu,Titre de la vidéo,Heure de publication de la vidéo,Durée,Vues",
  Portuguese: "Conteúdo,Título do vídeo,Horário de publicação do vídeo,Duração,Visualizações",
  Japanese: "コンテンツ,動画のタイトル,動画公開時刻,長さ,視聴回数",
};

const rows = (...lines: readonly string[]) =>
  [...Object.values(HEADS).slice(0, 1), "Total,,,,1495", ...lines].join("\n");
const list = (text: string) => [...(findVideoLengths(text) ?? [])];

describe("YouTube Studio's table of a channel's content", () => {
  it.each(Object.entries(HEADS))("has the length of each video by its id and title, in %s", (_, head) => {
    const text = `${head}\r\nTotal,,,,1495\r\ndQw4w9WgXcQ,"Tides, and clocks","Oct 5, 2026",3631,495\r\n`;
    expect(list(text)).toEqual([
      ["Tides, and clocks", 3_631],
      ["dQw4w9WgXcQ", 3_631],
    ]);
  });

  it("has ids that begin with a dash behind a space, and in some exports lengths as on a clock", () => {
    expect(list(rows(' -wtIMTCHWuI,Tides,"Oct 5, 2026",1:00:31,495'))).toEqual([
      ["Tides", 3_631],
      ["-wtIMTCHWuI", 3_631],
    ]);
  });

  it("says nothing of a video without a length, nor by a title that two of other lengths have", () => {
    const text = rows("dQw4w9WgXcQ,Tides,,60,1", "aBcDeFgHiJ_,Tides,,70,1", "aaaaaaaaaaa,Live,,,1");
    expect(list(text)).toEqual([
      ["dQw4w9WgXcQ", 60],
      ["aBcDeFgHiJ_", 70],
    ]);
  });

  it.each([
    ["an older export, without lengths", "Video title,Content,Views,Watch time (hours)\nTides,Tides,403,38.7"],
    ["a curve", "Video position (%),Absolute audience retention (%)\n0,104.2\n1,91"],
    ["dates", "Date,Views\n2026-10-29,3415"],
    ["any table", "guid,duration,time,listeners\nurn:example:ep-7,3,0,120"],
    ["a map", "key,guid\ndQw4w9WgXcQ,urn:example:ep-7"],
    ["nothing", ""],
  ])("is no other table: %s", (_, text) => {
    expect(findVideoLengths(text)).toBeUndefined();
  });
});
