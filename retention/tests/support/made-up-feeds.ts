import { createRandom } from "../../report/demo/listeners.ts";
import type { FeedItem } from "../../sources/feed/item-parser.ts";

/** What a video or a file of a made-up show is called, with the GUID of its episode; undefined if the feed has none. */
interface Named {
  readonly name: string;
  readonly guid: string | undefined;
  /** Whether it is a second download, which nobody may take for its episode without asking. */
  readonly isCopy: boolean;
}

const SHOWS = ["Sea Talk", "Der Hafen", "潮のラジオ", "Голос моря", "Ports & Co.", "راديو البحر", "C++ Weekly", "Node"];

/** Subjects, of which many begin as others do, or differ in a mark or a number alone. */
const SUBJECTS =
  `The sleep lab|The sleep lab, revisited|The sleep lab 2|Learning C|Learning C++|Learning C#|Version 1|Version 1.1
Version 1.10|Version 11.0|Version 110|Episode 4|Episode 4.5|Episode 41|Episode 42|Episode 45|Part 1|Part 2|Part 12|Part 1½|Node|Node.js|Node js runtime
Tides|Tides (live)|Tides 2|Tides II|Tides: neaps|Tides: springs|Letters|Letters|Letters|24/7|247|9¾|934|93/4|The storm|The storm (Part 1)|The storm (Part 2)
Interview with Ana|Interview with Ana, part two|Hörerpost|Horerpost|Übermut|Ubermut|潮の話|潮の話 2|潮の話 後編|灯台|灯台の夜|Соль|Соль и море|Соль: часть 2
ملح|ملح وبحر|ประภาคาร|ประภาคาร 2|नमक|नमक 2|नमक और समुद्र|F# minor|F minor|Ages 18+|Ages 18|10 ways|10. 5 ways|105 ways|1,000 miles|1000 miles|1 000 miles`
    .split(/[|\n]/)
    .map((subject) => subject.trim());

/** How a show numbers its episodes. */
const NUMBERED: readonly ((subject: string, number: number, season: number) => string)[] = [
  (subject) => subject,
  (subject) => subject,
  (subject, number) => `#${number} – ${subject}`,
  (subject, number) => `Ep. ${number}: ${subject}`,
  (subject, number) => `${number}. ${subject}`,
  (subject, number, season) => `S${season}E${number} ${subject}`,
  (subject, number, season) => `Season ${season}, Episode ${number}: ${subject}`,
  (subject, number) => `第${number}回 ${subject}`,
  (subject, number) => `Folge ${number}: ${subject}`,
];

/** What people and programs do to a title, and the episode stays the same. */
const SAME: readonly ((title: string, show: string) => string)[] = [
  (title) => title,
  (title) => title.toUpperCase(),
  (title) => title.replaceAll(/[:/?"|]/g, "_"),
  (title) => title.replaceAll(/[:/]/g, "-"),
  (title, show) => `${title} | ${show}`,
  (title, show) => `${show}: ${title}`,
  (title) => `${title} (full interview)`,
  (title) => `${title} [full episode]`,
  (title) => `Full interview: ${title}`,
];

/** What makes a title that of something else. */
const OTHER: readonly ((title: string) => string)[] = [
  (title) => `${title} – trailer`,
  (title) => `${title} (clip)`,
  (title) => `${title}: part three`,
  (title) => `${title} 3`,
  (title) => `${title} (Part 3)`,
  (title) => `Behind the scenes: ${title}`,
  (title) => `${title} #shorts`,
  (title) => `${title} (full trailer)`,
  (title) => `${title}.7`,
  (title) => `${title.replace(/\)$/, "")}++`,
];

const COPIES = [" (1)", "(1)", " (2)", " 2"] as const;

/** Makes up a show: its feed, and the names of its videos and files. Some episodes are not in the feed. */
export function makeUpFeed(seed: number) {
  const random = createRandom(seed);
  const pick = <One>(all: readonly One[]) => all[Math.floor(random() * all.length)] as One;
  const [show, number] = [pick(SHOWS), pick(NUMBERED)];
  const episodes = Array.from({ length: 4 + Math.floor(14 * random()) }, (_, index) => ({
    guid: `urn:${index}`,
    title: number(pick(SUBJECTS), 1 + (index % 9), 1 + Math.floor(index / 9)),
    isInFeed: random() < 0.8,
  }));
  const items = episodes.filter(({ isInFeed }) => isInFeed).map(({ guid, title }) => createItem(guid, title));
  const titles = new Set(episodes.map(({ title }) => reduce(title)));
  // Nobody can tell an episode that is not in the feed from one that is called as it is.
  const known = new Set(items.map(({ title = "" }) => reduce(title)));
  const nameable = episodes.filter(({ title, isInFeed }) => isInFeed || !known.has(reduce(title)));
  const names = nameable.flatMap(({ guid, title, isInFeed }): Named[] => {
    const own = isInFeed ? guid : undefined;
    const other = pick(OTHER)(title);
    const copy = `${pick(SAME.slice(0, 5))(title, show)}${pick(COPIES)}`;
    return [
      { name: pick(SAME)(title, show), guid: own, isCopy: false },
      ...(titles.has(reduce(other)) ? [] : [{ name: other, guid: undefined, isCopy: false }]),
      ...(/\d$/.test(copy) && titles.has(reduce(copy)) ? [] : [{ name: copy, guid: own, isCopy: true }]),
    ];
  });
  return { show, items, names };
}

function reduce(title: string): string {
  return title.replaceAll(/[^\p{L}\p{M}\p{N}+#]+/gu, " ").toLowerCase();
}

export function createItem(guid: string, title: string): FeedItem {
  return {
    guid,
    title,
    duration: undefined,
    pubDate: undefined,
    enclosure: undefined,
    chapters: [],
    chaptersUrl: undefined,
  };
}
