import { describe, expect, it } from "vitest";
import { countRuns } from "../../../tests/support/parts.ts";
import { Titles } from "../../sources/feed/title-words.ts";
import { Suggestions } from "../../sources/import/suggestions.ts";
import { makeUpFeed } from "../support/made-up-feeds.ts";

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
  "Ep. 10 – Fog 2",
  "Learning C",
];

const EMPTY = { duration: undefined, pubDate: undefined, enclosure: undefined, chapters: [], chaptersUrl: undefined };
const items = TITLES.map((title, index) => ({ ...EMPTY, guid: String(index + 1), title }));
const suggestions = new Suggestions([{ title: "Sea Talk", items }]);

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
    ["Sea Talk 3 - Part 1: Ebb", "3"],
    ["The harbour that moved (full episode)", "2"],
    ["The harbour that moved (full interview)", "2"],
    ["Full conversation: The harbour that moved", "2"],
    ["The harbour that moved (1)", "2"],
  ])("%s", (title, guid) => {
    expect(suggestions.findGuid(title)).toBe(guid);
  });

  it.each([
    ["that two episodes have", "Listener letters"],
    ["with another number", "#3 The harbour that moved"],
    ["with another part", "Part 3: Ebb"],
    ["with a number behind it that the first part has as its own", "The harbour that moved 2"],
    ["of one word among several", "harbour"],
    ["of a number alone", "#1"],
    ["of a show alone", "Sea Talk #4"],
    ["without words", "…"],
    ["of nothing in the feed", "trailer final v2"],
    ["that has all words of a longer one", "Reading a chart"],
    ["whose full moon says nothing of the whole", "Full moon: Ropes"],
    ["that may be a second download of one, or a second part", "Ropes 2"],
    ["with a mark that counts", "Ropes++"],
    ["with a mark that counts before a number", "Learning C# 2"],
    ["with a number behind the show that another has behind its words", "#10 – Fog | Sea Talk 2"],
    ["between two numbers", "Ep. 2.5 – The harbour that moved"],
  ])("but not for one %s", (_, title) => {
    expect(suggestions.findGuid(title)).toBeUndefined();
  });
});

/** Made-up shows in the manners of real ones, and what their videos are called, each with the place of its episode in the feed; 0 for none. */
const SHOWS: readonly {
  readonly show: string;
  readonly feed: readonly string[];
  readonly videos: readonly (readonly [title: string, place: number])[];
}[] = [
  {
    show: "Deep Water",
    feed: [
      "#142 – Jane Marlow: On building harbours",
      "#141 – Tom Ferris: The price of salt",
      "#140 – Jane Marlow: Ten years later",
      "#139 – Ask me anything",
      "#138 – Ask me anything 2",
      "#137 – Ilse Brandt: Why fog is loud",
      "#136 – The end",
      "#135 – Apollo 11",
      "#134 – Best of 2023",
      "#133 – Salt",
    ],
    videos: [
      ["Jane Marlow: On Building Harbours | Deep Water #142", 1],
      ["On building harbours, with Jane Marlow", 1],
      ["Jane Marlow | Deep Water", 0],
      ["The Price of Salt - Tom Ferris (Deep Water 141)", 2],
      ["Tom Ferris: The Price of Salt [full episode]", 2],
      ["Tom Ferris: The price of salt (clip)", 0],
      ["Tom Ferris: The price of salt #shorts", 0],
      ["Ask Me Anything 3 | Deep Water", 0],
      ["Ask me anything 2!", 5],
      ["Deep Water 139: Ask me anything", 4],
      ["Ilse Brandt – Why Fog Is Loud", 6],
      ["Ilse Brandt: Why fog is loud (trailer)", 0],
      ["How to survive the end of the world", 0],
      ["The End | Deep Water", 7],
      ["Apollo 13", 0],
      ["Apollo 11 | Deep Water #135", 8],
      ["Best of 2024", 0],
      ["Best of 2023 | Deep Water", 9],
      ["Salt, pepper and the spice trade", 0],
      ["#150 – Ilse Brandt: Why fog is loud", 0],
      ["Ilse Brandt: Why fog is loud, part two", 0],
    ],
  },
  {
    show: "Stories of the Coast",
    feed: [
      "The Great Fire (Part 1)",
      "The Great Fire (Part 2)",
      "The lighthouse keeper",
      "A ship called Hope",
      "The storm",
      "Encore: The lighthouse keeper",
      "The wreck of the Anne",
      "Smugglers",
      "Smugglers: the trial",
      "Tides explained",
      "Tides explained: neaps",
      "The girl who counted waves",
    ],
    videos: [
      ["The Great Fire pt. 2", 0],
      ["The Great Fire", 0],
      ["The Great Fire, Part 3", 0],
      ["Stories of the Coast: A Ship Called Hope", 4],
      ["A ship called Hope – the full story", 4],
      ["A ship called Hope II", 0],
      ["The storm | Stories of the Coast", 5],
      ["The storm that changed everything for good", 0],
      ["The Wreck of the Anne (official video)", 7],
      ["The wreck of the Anne – teaser", 0],
      ["Smugglers: The Verdict", 0],
      ["Smugglers – Stories of the Coast", 0],
      ["Tides explained: springs", 0],
      ["Tides Explained - Neaps | Stories of the Coast", 11],
      ["the girl who counted waves HD", 12],
      ["Bonus: The girl who counted waves", 0],
      ["Preview | The girl who counted waves", 0],
      ["Lighthouse keeper", 0],
      ["Behind the scenes: the storm", 0],
    ],
  },
  {
    show: "Hafenfunk",
    feed: [
      "Folge 12: Der Hafen",
      "Folge 11: Ebbe und Flut",
      "Folge 10: Nebel über der Elbe",
      "Folge 9: Hörerpost",
      "Folge 8: Hörerpost",
      "Folge 7: Das Salz der Erde",
      "Folge 6: Interview mit Anna Kroll",
      "Folge 5: Lotsen",
    ],
    videos: [
      ["Der Hafen - Folge 12", 1],
      ["HF012 Der Hafen", 0],
      ["Ebbe und Flut | Hafenfunk #11", 2],
      ["Nebel über der Elbe (Hafenfunk Folge 10)", 3],
      ["Hörerpost", 0],
      ["Hörerpost (Folge 9)", 4],
      ["Hörerpost Folge 7", 0],
      ["Das Salz der Erde – Teil 2", 0],
      ["Das Salz der Erde [ganze Folge]", 6],
      ["Ausschnitt: Das Salz der Erde", 0],
      ["Interview mit Anna Kroll", 7],
      ["Interview mit Anna Berg", 0],
      ["Interview mit", 0],
      ["Lotsen", 8],
      ["Lotsen und Schlepper", 0],
      ["Nr. 11 Ebbe und Flut", 2],
    ],
  },
  {
    show: "Le Port",
    feed: [
      "Épisode 4 - La marée",
      "Épisode 3 - Le sel et la mer",
      "Épisode 2 - Les phares de Bretagne",
      "Épisode 1 - Bienvenue",
      "Hors-série : Les phares d'Irlande",
    ],
    videos: [
      ["La marée (épisode 4)", 1],
      ["Le sel et la mer | Le Port", 2],
      ["Le sel et la mer – extrait", 0],
      ["Les phares de Bretagne - ép. 2", 3],
      ["Les phares", 0],
      ["Épisode 5 - La marée", 0],
      ["Les phares d’Irlande", 5],
      ["Bande-annonce : Le sel et la mer", 0],
      ["Le sel et la mer, partie 2", 0],
    ],
  },
  {
    show: "El faro",
    feed: [
      "Capítulo 31: La sal",
      "Capítulo 30: Mareas vivas",
      "Capítulo 29: El puerto que se movió",
      "Episodio 28: Niebla en la costa",
      "Episodio 27: Preguntas y respuestas",
      "Episodio 26: Preguntas y respuestas",
    ],
    videos: [
      ["Mareas vivas (capítulo 30)", 2],
      ["EL PUERTO QUE SE MOVIÓ | El faro 29", 3],
      ["Niebla en la costa #28", 4],
      ["Preguntas y respuestas", 0],
      ["Preguntas y respuestas - Episodio 27", 5],
      ["Avance: Niebla en la costa", 0],
      ["Mareas vivas y muertas", 0],
      ["Yo e 2 amigos: mareas vivas", 0],
    ],
  },
  {
    show: "潮のラジオ",
    feed: ["第12回 潮の話", "第11回 灯台の夜", "第10回 お便り", "第9回 お便り"],
    videos: [
      ["潮の話【第12回】", 1],
      ["第11回「灯台の夜」", 2],
      ["お便り", 0],
      ["お便り 第9回", 4],
      ["第13回 潮の話", 0],
      ["灯台の夜", 2],
    ],
  },
  {
    show: "Голос моря",
    feed: [
      "Выпуск 7. Соль",
      "Выпуск 6. Туман над бухтой",
      "Выпуск 5. Письма слушателей",
      "Выпуск 4. Письма слушателей",
    ],
    videos: [
      ["Туман над бухтой | Голос моря", 2],
      ["Туман над бухтой — выпуск 6", 2],
      ["Письма слушателей", 0],
      ["Письма слушателей. Выпуск 5", 3],
      ["Туман над бухтой (трейлер)", 0],
      ["Выпуск 8. Туман над бухтой", 0],
    ],
  },
  {
    show: "The Tide",
    feed: [
      "27. In the heart of the port",
      "25. In the heart of the port, with Jane Marlow",
      "The Tide 1: All about buoys (Part 2)",
      "30. Anchor, rope and tide",
      "Holiday special",
    ],
    videos: [
      ["In the heart of the port | The Tide", 0],
      ["#27 In the heart of the port", 1],
      ["The Tide: All about buoys, Part 1/2", 0],
      ["All about buoys, Part 2/2 | The Tide", 3],
      ["Tide, rope and anchor", 0],
      ["Holiday special 2 | The Tide", 0],
      ["The Tide 30: Anchor, rope and tide", 4],
    ],
  },
  {
    show: "The Weekly Tide",
    feed: [
      "2026-03-03: Dredgers, docks and dues",
      "2026-03-10: The strike",
      "S1E5 Listener letters",
      "S2E5 Listener letters",
      "S2E6 Rope, and how to buy it",
      "S2E7 A visit to the smallest port",
      "S2E8 A visit to the largest port",
      "S2E9 Holiday special",
      "Twelve angry pilots",
      "No 7 wonders of the sea",
    ],
    videos: [
      ["Dredgers, Docks and Dues | The Weekly Tide", 1],
      ["The Weekly Tide 2026-03-17: The strike", 0],
      ["S3E5 Listener Letters", 0],
      ["Listener letters | Season 2, Episode 5", 4],
      ["Season 2 Episode 6: Rope, and how to buy it", 5],
      ["A visit to the port", 0],
      ["A Visit to the Smallest Port (S2 E7)", 6],
      ["S1E7 A visit to the smallest port", 0],
      ["Holiday special 2025", 0],
      ["Holiday special", 8],
      ["Holiday Special LIVE", 0],
      ["12 angry pilots", 0],
      ["Twelve Angry Pilots - The Weekly Tide", 9],
      ["Rope, and how to buy it | reaction", 0],
      ["Rope, and how to buy it: Q&A", 0],
      ["7 wonders of the sea", 0],
    ],
  },
  {
    show: "Maré",
    feed: [
      "Ep. 10 | O porto e o sal",
      "Ep. 9 | Faróis do norte",
      "Ep. 8 | Cartas dos ouvintes",
      "Ep. 7 | Cartas dos ouvintes",
      "Ep. 6 | Maré alta",
    ],
    videos: [
      ["O porto e o sal - Maré #10", 1],
      ["Episódio 9: Faróis do norte", 2],
      ["Faróis do norte e do sul", 0],
      ["Cartas dos ouvintes (Ep.8)", 3],
      ["Cartas dos ouvintes", 0],
      ["Maré alta", 5],
      ["Trecho: Faróis do norte", 0],
      ["Ep. 12 | Faróis do norte", 0],
    ],
  },
];

describe("of the titles of many shows", () => {
  const found = SHOWS.flatMap(({ show, feed, videos }) => {
    const named = feed.map((title, index) => ({ ...EMPTY, guid: String(index + 1), title }));
    const ofShow = new Suggestions([{ title: show, items: named }]);
    return videos.map(([title, place]) => ({ title, place, offered: Number(ofShow.findGuid(title) ?? 0) }));
  });

  it("none is suggested wrongly: clips, trailers, second parts, other numbers, other guests", () => {
    expect(found.filter(({ place, offered }) => offered !== 0 && offered !== place)).toEqual([]);
  });

  it("nine of ten that have an episode are suggested", () => {
    const possible = found.filter(({ place }) => place !== 0);
    const missed = possible.filter(({ offered }) => offered === 0);
    expect(missed.length).toBeLessThan(possible.length / 10);
  });
});

describe("a title is found by a name of the same words, in which digits don't touch and marks count", () => {
  const feed = `Episode 4|Episode 41|Episode 45|Episode 934|Episode 9¾|Version 1.10|Learning C|Learning C++|24/7|Q&A: “Ebb”|Ages 18+|Tides 2|Fog (2)|11½`;
  const titles = new Titles();
  for (const title of feed.split("|")) titles.add({ title, guid: title });

  it.each([
    ["Episode 4.5", undefined],
    ["Episode 9¾", "Episode 9¾"],
    ["Episode 9 3_4", "Episode 9¾"],
    ["Learning C#", undefined],
    ["learning c++", "Learning C++"],
    ["Version 11.0", undefined],
    ["version-1-10", "Version 1.10"],
    ["24_7", "24/7"],
    ["247", undefined],
    ["q-a-ebb", "Q&A: “Ebb”"],
    ["Ages 18", undefined],
    ["Episode 4 (1)", undefined],
    ["Episode 4 1", undefined],
    ["Episode 4(1)", undefined],
    ["Tides (2)", undefined],
    ["Tides_2", "Tides 2"],
    ["Fog(2)", "Fog (2)"],
    ["11 1-2", "11½"],
  ])("%s: %s", (name, title) => {
    expect(titles.findGuid(name)).toBe(title);
  });
});

describe("of made-up feeds, in which titles begin as others do, or differ in a mark, a number or a part", () => {
  const seeds = Array.from({ length: countRuns(3_600) }, (_, index) => index);
  const wrong = seeds.flatMap((seed) => {
    const { show, items, names } = makeUpFeed(seed);
    const [titles, suggestions] = [new Titles(), new Suggestions([{ title: show, items }])];
    for (const item of items) titles.add(item);
    return names.map(({ name, guid, isCopy }) => {
      const [taken, offered] = [titles.findGuid(name), suggestions.findGuid(name)];
      return { seed, name, guid, isCopy, taken, offered, feed: items.map(({ title }) => title) };
    });
  });

  it("no episode is taken or suggested wrongly, and no second download is taken", () => {
    expect(wrong.filter(({ guid, isCopy, taken }) => taken !== undefined && (isCopy || taken !== guid))).toEqual([]);
    expect(wrong.filter(({ guid, taken, offered }) => !taken && offered !== undefined && offered !== guid)).toEqual([]);
  });

  it("half of the episodes are found", () => {
    const possible = wrong.filter(({ guid, isCopy }) => guid !== undefined && !isCopy);
    const found = possible.filter(({ guid, taken, offered }) => (taken ?? offered) === guid);
    expect(found.length).toBeGreaterThan(possible.length / 2);
  });
});
