import { expect, it } from "vitest";
import { EpisodeFileNames } from "../../../sources/transcripts/file-names.ts";

const link = (url: string) => [{ url: new URL(url) }];

const NAMES = new EpisodeFileNames([
  [
    "one",
    {
      title: "Ep. 1 – Why does the sea ring?",
      audio: "https://h.test/a/one%20final.mp3",
      transcriptLinks: link("https://h.test/t/4711.srt?key=1"),
    },
  ],
  ["two", { title: "Twins", audio: "https://h.test/a/%zz.mp3" }],
  ["three", { title: "twins!" }],
  ["four", { title: "4711", audio: "https://h.test/four.m4a" }],
  ["five", { title: "???", audio: "https://h.test/" }],
  ["node", { title: "Node" }],
  ["node.js", { title: "Node.js" }],
  ["1", { title: "Version 1" }],
  ["1.10", { title: "Version 1.10" }],
  ["thai", { title: "ประภาคาร" }],
]);

it.each([
  ["4711.srt", "one"],
  ["folder/4711.en-GB.vtt", "one"],
  ["C:\\transcripts\\one final.json", "one"],
  ["ONE FINAL.mp3.vtt", "one"],
  ["Ep. 1 - Why does the sea ring_.txt.vtt", "one"],
  ["Ep_1_Why_does_the_sea_ring.html", "one"],
  ["four.vtt", "four"],
  ["Node.js.srt", "node.js"],
  ["Node.en-orig.srt", "node"],
  ["Node.zh-Hans-CN.srt", "node"],
  ["Node.interesting", undefined],
  ["Node.ts.x.srt", undefined],
  ["Node.vue.srt", undefined],
  ["Node (1).srt", undefined],
  ["Version 1.10.srt", "1.10"],
  ["Version 1.10", "1.10"],
  ["Version 1.11.srt", undefined],
  ["ประภาคาร.th.srt", "thai"],
  ["ประภคร.srt", undefined],
  ["Twins.vtt", undefined],
  ["other.vtt", undefined],
  [".vtt", undefined],
  ["", undefined],
])("the transcript %s is of %s", (file, guid) => {
  expect(NAMES.find(file)).toBe(guid);
});
