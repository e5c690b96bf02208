import { describe, expect, it } from "vitest";
import { Suggestions } from "../../studio/suggestions.ts";

const TITLES = [
  "Ep. 1 – Why does the sea ring?",
  "Ep. 2 – The harbour that moved",
  "Ep. 3 – Part 1: Ebb",
  "Ep. 4 – Part 2: Flow",
  "Ep. 5 – Listener letters",
  "Ep. 6 – Listener letters",
  "Ep. 7 – Reading a chart from 1790",
  "Ep. 8 – Sea Talk",
  "Ropes",
];

const EMPTY = { duration: undefined, pubDate: undefined, enclosure: undefined, chapters: [], chaptersUrl: undefined };
const items = TITLES.map((title, index) => ({ ...EMPTY, guid: String(index + 1), title }));
const suggestions = new Suggestions([{ name: "feed.xml", title: "Sea Talk", items }]);

describe("an episode is suggested for a title", () => {
  it.each([
    ["#1 Why does the sea ring", "1"],
    ["Why Does the Sea Ring? | Sea Talk #1", "1"],
    ["S1E2 The harbour that moved", "2"],
    ["2. The harbour that moved", "2"],
    ["Sea Talk, Episode 7: Reading a chart from 1790", "7"],
    ["Part 2: Flow", "4"],
    ["ROPES!", "9"],
    ["Listener letters #6", "6"],
  ])("%s", (title, guid) => {
    expect(suggestions.findGuid(title)).toBe(guid);
  });

  it.each([
    ["that two episodes have", "Listener letters"],
    ["with another number", "#3 The harbour that moved"],
    ["with another part", "Part 3: Ebb"],
    ["of one word among several", "harbour"],
    ["of a number alone", "#1"],
    ["of a show alone", "Sea Talk #4"],
    ["without words", "…"],
    ["of nothing in the feed", "trailer final v2"],
  ])("but not for one %s", (_, title) => {
    expect(suggestions.findGuid(title)).toBeUndefined();
  });
});
