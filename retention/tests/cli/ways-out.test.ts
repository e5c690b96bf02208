import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../../tests/support/checkout.ts";
import { composeFeed } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { COMMAND_WAYS_OUT, sayForCommand } from "../../cli/ways-out.ts";
import type { Code } from "../../sources/base/codes.ts";
import type { Fact } from "../../sources/base/facts.ts";
import { wordFact } from "../../studio/refusal-words.ts";
import { StudioSession } from "../../studio/session.ts";
import { importFiles } from "../support/import.ts";

const save = useFolder();

/** What a terminal alone can follow: no property of CSS. */
const OF_COMMAND = /(?<!setProperty\()(?:^|[\s"'`(])--(?!this)[a-z]|docs\/|charts -- |npm run|\bSELECT\b|\bjq\b/;

/** What is needed by any code. */
const PARAMETERS = {
  problem: "Something is wrong.",
  others: 7,
  formats: ["csv"],
  names: ["time", "second"],
  mapLine: "key,",
  key: '"key"',
  keys: 2,
  step: 5,
  gap: 10,
  known: 60,
  isOfFeed: true,
  lacksDuration: "g",
  isOfExport: true,
  mismatch: "no guid",
  name: "feed.xml",
  door: "import",
  showName: "feed.xml",
  part: "curve",
};

describe("what the command and the page say of a fact", () => {
  it.each(Object.keys(COMMAND_WAYS_OUT))("is whole at both doors: %s", (code) => {
    const fact = { ...PARAMETERS, code } as unknown as Fact;
    const [command, page] = [sayForCommand(fact), wordFact(fact, new Map())];
    for (const text of [command, page]) expect(text).toMatch(/^[-A-Z\d].*\S$/);
    for (const text of [command, page]) expect(text).not.toMatch(/undefined|\[object| {2}/);
    expect(page).not.toMatch(OF_COMMAND);
  });

  it.each<[Code, parameters: object, command: string, page?: string]>([
    ["unknown-object", { formats: ["csv", "har"] }, " Formats that can be imported are csv and har. See "],
    [
      "no-values",
      {},
      " Rename one to time or second. For YouTube Studio, import",
      " Rename one to time or second. For",
    ],
    ["no-guid", {}, " Pass --guid if it is the only curve, or complete this line in a file for --map: key,"],
    ["line-to-complete", {}, " Complete its line in the map: key,"],
    ["over-limit", {}, " Pass --step 5 to thin it."],
    ["wide-gaps", {}, " Pass --interval 10 to close the gaps."],
    ["har-summary", {}, ", 7 other answers"],
    [
      "not-in-feed",
      {},
      ": check its spelling. If it is right, pass --duration,",
      ": check its spelling. Drop the feed",
    ],
    ["other-duration", {}, ", but the feed says 60 s. The file's", ", but the feed says 60 s. The file's"],
    ["other-duration", { isOfFeed: false }, ", but --duration says 60 s. The file's"],
    ["collected-listens", {}, " Leave it out, or pass --replace. To restore it from an export: "],
    [
      "of-another-feed",
      {},
      " If it is the same feed, give it that one. If not, pass its own feed as --feed, or no feed.",
    ],
    [
      "unowned-duration",
      {},
      ' If it is of the show of feed.xml, run "register --adopt" with that, then import again. If not,',
    ],
    ["unowned-duration", { showName: undefined }, " If it is the same episode, pass no feed and --duration."],
  ])("has its parameters at the doors: %s, %j", (code, parameters, command, page) => {
    const fact = { ...PARAMETERS, ...parameters, code } as unknown as Fact;
    expect(sayForCommand(fact)).toContain(PARAMETERS.problem + command);
    if (page !== undefined) expect(wordFact(fact, new Map())).toContain(PARAMETERS.problem + page);
  });

  it("counts the keys of a map that were not used", () => {
    const say = (keys: number) => sayForCommand({ code: "unused-keys", problem: "", keys, key: '"key"' });
    expect(say(1)).toMatch(/^No curve that needs a GUID has the key "key" of --map\./);
    expect(say(2)).toMatch(/^2 keys of --map were not used, such as "key": /);
  });

  const HOSTILE = [
    "How to import wine",
    "SELECT wines only",
    "Episode --beta",
    "with --missing zero",
    "docs/x",
    "Complete its line in the map: a,",
    "It is neither JSON nor CSV. The curve has no GUID. Import only one of them",
    "not UTF-8, 3 other answers",
  ];

  /** The files of a show whose titles, GUIDs and cells read as sentences, and what is refused of them. */
  const FILES: readonly (readonly [name: string, content: string, problem: (text: string) => string])[] = [
    [
      "titles.json",
      JSON.stringify({
        episodes: HOSTILE.map((title, id) => ({ id: `${id}`, title })),
        retentionByEpisode: HOSTILE.map((_, id) => ({ episodeId: `${id}`, buckets: [] })),
      }),
      (text) => `"${text}": The curve is empty. There may be too few listeners yet.`,
    ],
    [
      "guids.csv",
      `guid,time,count\n${HOSTILE.map((guid) => `"${guid}",0,9\n"${guid}",1,5\n`).join("")}`,
      (text) => `"${text}": The feed has no episode with the GUID "${text}": check its spelling.`,
    ],
    ["cells.csv", `time,${HOSTILE.map((cell) => `"${cell}"`).join()}\n0,1\n`, (text) => `"${text.slice(0, 40)}`],
  ];
  const FEED = composeFeed([{ guid: "other", title: "Other", "itunes:duration": "60" }]);

  it("has titles, GUIDs and cells as they are", async () => {
    const paths = FILES.map(([name, content]) => save(name, content));
    const { stderr } = await importFiles("--dry-run", "--feed", save("feed.xml", FEED), ...paths);
    const session = new StudioSession();
    const dropped = [["feed.xml", FEED] as const, ...FILES].map(([name, content]) => ({
      name,
      file: new Blob([content]),
    }));
    const { files } = await session.add(dropped);
    for (const [name, , say] of FILES) {
      const texts = files.find(({ id }) => id === name)?.refusals.map(({ text }) => text);
      for (const text of HOSTILE) for (const door of [stderr, texts?.join("\n")]) expect(door).toContain(say(text));
    }
  });
});

/** Reads the code of a folder, without its comments. */
function readCode(folder: string): (readonly [path: string, code: string])[] {
  const paths = globSync(`retention/${folder}/**/*.ts`, { cwd: ROOT });
  return paths.map((path) => {
    const code = readFileSync(join(ROOT, path), "utf8");
    return [path, code.replaceAll(/\/\*.*?\*\/|^\s*\/\/[^\n]*$/gms, "")];
  });
}

/** A sentence that says what to do. */
const ADVICE =
  /["'`.:,] ?(?:Add|Check|Choose|Close|Complete|Correct|Delete|Drop|Export|Get|Give|Import|Leave|Omit|Open|Pass|Quote|Record|Rename|Run|Save|Shorten|Split|Unpack|[Uu]pdate|Use|Write) (?:a|an|it|its|one|the|this|that|each|cells|dates|only|seconds)\b/;

it.each(["sources", "report"])("stands at the doors: %s name no option, no command and no page", (folder) => {
  const code = readCode(folder);
  expect(code.length).toBeGreaterThan(60);
  expect(code.filter(([, text]) => OF_COMMAND.test(text)).map(([path]) => path)).toEqual([]);
});

it("stands at the doors: sources advise nothing", () => {
  const code = readCode("sources");
  expect(code.filter(([, text]) => ADVICE.test(text)).map(([path]) => path)).toEqual([]);
  expect(Object.values(COMMAND_WAYS_OUT).filter((way) => ADVICE.test(`. ${way}`)).length).toBeGreaterThan(20);
});

it("is never parsed: what handles facts in the studio has no regular expression", () => {
  const handling = readCode("studio").filter(([, text]) => /refusal-words|Fact\b.*base\/facts/.test(text));
  expect(handling.map(([path]) => path)).toContain("retention/studio/file-view.ts");
  // It tells apart what is dropped by how files begin.
  const others = handling.filter(([path]) => path !== "retention/studio/dropped.ts");
  const parsing = others.filter(([, text]) => /[(,=:?|&]\s*\/[^/*\n]+\/[dgimsuvy]*[.,;)\s]|RegExp/.test(text));
  expect(parsing.map(([path]) => path)).toEqual([]);
});
