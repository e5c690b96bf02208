import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import tools from "../../retention/package.json" with { type: "json" };
import { ROOT } from "../support/checkout.ts";

/** Words, for messages and pages. */
const WORDS = ["lib/count.ts", "lib/printable.ts"];

/** What each room may import besides itself: rooms before it, or single files. */
type Rooms = Readonly<Record<string, readonly string[]>>;

/** The rooms of the service, from the ground up. */
const SERVICE: Rooms = {
  lib: [],
  "lib/episode": ["lib"],
  "lib/collector": ["lib", "lib/episode"],
  functions: ["lib", "lib/episode", "lib/collector"],
  player: ["lib/listening-events.ts"],
  local: ["lib", "lib/episode", "lib/collector", "functions/listen.ts"],
  deploy: ["local", "lib", "lib/collector"],
};

/**
 * The rooms in retention/, from the ground up, by their names there. They may import rooms of the service. `report/*` stands for
 * all rooms in `report`, and `report/**` for them and for itself.
 */
const RETENTION: Rooms = {
  // What reads files stands on this, and a page of the report takes its records of CSV from here.
  "sources/base": ["lib", "lib/episode/counts.ts"],
  // These run in browsers as well. report/tsconfig.json has no types of Node.
  "report/curve/statistics": [],
  "report/curve/levels": ["report/curve/statistics", "lib/chart.ts"],
  "report/curve/moments": ["report/curve/levels", "report/curve/statistics"],
  "report/curve": ["report/curve/statistics", "report/curve/levels", "report/curve/moments", ...WORDS, "lib/chart.ts"],
  "report/curve/element": ["report/curve", "lib/chart.ts", "lib/json.ts"],
  // The made-up show: the command writes its report, and the studio offers it as an example.
  "report/demo": ["report/curve", "lib", "lib/episode/counts.ts"],
  report: ["report/curve/**", ...WORDS, "lib/chart.ts"],
  "report/page": ["report", "report/curve/**", "sources/base/csv-record.ts", ...WORDS, "lib/chart.ts"],
  // What reads files, and what computes the report: for commands, and with studio/browser for pages.
  "sources/feed": ["lib", "sources/base"],
  "sources/input": ["lib", "sources/base", "sources/feed"],
  "sources/formats": ["lib", "lib/episode", "sources/base", "sources/feed", "sources/input"],
  "sources/har": ["lib", "sources/base", "sources/formats", "sources/input"],
  "sources/sessions": [
    "lib",
    "lib/episode/counts.ts",
    "sources/base",
    "sources/feed",
    "sources/input",
    "sources/formats/doubts.ts",
  ],
  sources: ["lib", "lib/episode", "sources/*"],
  "report/make": [
    "report",
    "report/curve/**",
    "lib",
    "lib/episode",
    "sources/base/command-error.ts",
    "sources/feed",
    "sources/formats/source-facts.ts",
    "sources/loaded-episode.ts",
  ],
  "studio/browser": ["lib/bytes.ts", "lib/chart.ts", "sources/base"],
  studio: ["studio/browser", "sources/**", "report", "report/make", "report/demo", "lib", "lib/episode"],
  "studio/worker": ["studio", "sources", "report/make"],
  "studio/page": ["studio", "report/demo", ...WORDS],
  "cli/shell": ["local", "lib", "sources/base"],
  "cli/smoke": ["cli/shell", "local/openapi/answers.ts"],
  "cli/bulk": ["cli/shell", "lib", "lib/episode", "sources/base", "sources"],
  "cli/feed": ["cli/bulk", "cli/shell", "lib", "sources/base", "sources/feed"],
  "cli/charts": ["cli/shell", "cli/feed", "sources/**", "report/make", "report/curve/**", "lib", "lib/episode"],
  "cli/import": ["sources/**", "cli/bulk", "cli/shell", "cli/feed", "lib", "lib/episode"],
  "cli/spc": ["lib", "sources/base", "sources/formats/fields.ts", "cli/shell", "cli/feed", "cli/import"],
  "cli/report": [
    "report/make",
    "sources/*",
    "studio/page/sections.ts",
    "cli/shell",
    "cli/feed",
    "cli/charts",
    "report",
    "report/curve/**",
    "lib",
  ],
  "cli/commands": [
    "cli/shell",
    "cli/bulk",
    "cli/feed",
    "cli/charts",
    "cli/import",
    "cli/spc",
    "report/demo",
    "cli/report",
    "sources/**",
    "report/make",
    "report/curve",
    "lib",
    "lib/episode",
    "lib/collector",
  ],
  "cli/bin": ["cli/shell", "cli/smoke", "cli/commands", "lib"],
};

/** All rooms, by their paths. */
const ROOMS: Rooms = { ...SERVICE, ...locate(RETENTION) };

function locate(rooms: Rooms): Rooms {
  const own = new Set(Object.keys(rooms).map((room) => room.split("/")[0]));
  const find = (path: string) => (own.has(path.split("/")[0]) ? `retention/${path}` : path);
  return Object.fromEntries(Object.entries(rooms).map(([room, allowed]) => [find(room), allowed.map(find)]));
}

/** Matches the path in `from "./x.ts"`, `from "#x"`, `import("./x.ts")` and `new URL("x.ts", import.meta.url)` of this code. */
const IMPORT = /(?:from |import |import\(|new URL\()"(\.[^"]+\.(?:ts|js)|#[^"]+)"/g;

/** What has another file in browsers: the file for Node.js, or a package. */
const SWAPPED = new Map(
  Object.entries({ "": manifest, retention: tools }).flatMap(([folder, { imports }]) =>
    Object.entries<{ readonly default: string }>(imports).map(([name, file]) => [name, join(folder, file.default)]),
  ),
);

function findPath(file: string, path: string): string {
  const swapped = SWAPPED.get(path);
  if (swapped === undefined) return join(dirname(file), path);
  return existsSync(join(ROOT, swapped)) ? swapped : file;
}

const FOLDERS = [...new Set(Object.keys(ROOMS).map((room) => /^(?:retention\/)?[^/]+/.exec(room)?.[0]))];
const FILES = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.{ts,js}`, { cwd: ROOT }));

/** The longest name of a room that a path begins with. */
function findRoom(path: string): string {
  const rooms = Object.keys(ROOMS).filter((room) => path.startsWith(`${room}/`));
  return rooms.reduce((longest, room) => (room.length > longest.length ? room : longest), "");
}

function isAllowed(path: string, pattern: string): boolean {
  const room = findRoom(path);
  const [base = "", deep] = pattern.split("/*");
  return path === pattern || (room === base && deep !== "") || (room.startsWith(`${base}/`) && deep !== undefined);
}

/** Lists the imports of a file that leave its room for one that it may not import. */
function findBreaches(file: string, text: string): string[] {
  const room = findRoom(file);
  const paths = [...text.matchAll(IMPORT)].map(([, path = ""]) => findPath(file, path));
  const isBreach = (path: string) =>
    findRoom(path) !== room && !ROOMS[room]?.some((pattern) => isAllowed(path, pattern));
  return paths.filter(isBreach).map((path) => `${file} imports ${path}`);
}

function listFiles(room: string): string[] {
  return FILES.filter((file) => findRoom(file) === room);
}

function listBreaches(room: string): string[] {
  return listFiles(room).flatMap((file) => findBreaches(file, readFileSync(join(ROOT, file), "utf8")));
}

it("the service never imports the tools in retention/", () => {
  const rooms = Object.entries(SERVICE);
  expect(rooms.filter(([, allowed]) => allowed.some((path) => path.startsWith("retention")))).toEqual([]);
  expect(rooms.flatMap(([room]) => listBreaches(room))).toEqual([]);
});

describe("the rooms of the code", () => {
  it.each(Object.keys(ROOMS))("%s imports only what it may", (room) => {
    expect(listFiles(room)).not.toEqual([]);
    expect(listBreaches(room)).toEqual([]);
  });

  it("have no circle", () => {
    const rooms = Object.entries(ROOMS);
    const upwards = rooms.flatMap(([, allowed], index) =>
      rooms.slice(index + 1).filter(([later]) => allowed.some((pattern) => isAllowed(`${later}/x.ts`, pattern))),
    );
    expect(upwards).toEqual([]);
  });

  it.each([
    [
      "retention/report/curve/plane.ts",
      'import { map } from "../../cli/commands/map.ts";',
      "retention/cli/commands/map.ts",
    ],
    ["retention/report/curve/plane.ts", 'import type { Point } from "../episode.ts";', "retention/report/episode.ts"],
    ["retention/report/curve/plane.ts", 'import { Spool } from "#spool";', "retention/sources/base/spool.ts"],
    ["local/tables.ts", 'const { keys } = await import("../deploy/keys.ts");', "deploy/keys.ts"],
    ["lib/api.ts", 'export { foldPartition } from "./collector/fold.ts";', "lib/collector/fold.ts"],
    ["lib/episode/item-state.ts", 'import "../collector/fold.ts";', "lib/collector/fold.ts"],
    ["player/listening.js", '/** @import { Item } from "../lib/item.ts" */', "lib/item.ts"],
    [
      "retention/cli/feed/feeds.ts",
      'import { addGetCommand } from "../commands/get.ts";',
      "retention/cli/commands/get.ts",
    ],
    ["local/dynamodb.ts", 'new Worker(new URL("../deploy/keys.ts", import.meta.url));', "deploy/keys.ts"],
  ])("lets %s not contain %s", (file, text, path) => {
    expect(findBreaches(file, text)).toEqual([`${file} imports ${path}`]);
  });

  it.each([
    ["retention/cli/commands/get.ts", 'import { drawSvg } from "../../report/curve/svg.ts";'],
    ["lib/episode/item-state.ts", 'import { isAmount } from "../chart.ts";'],
    ["player/listening.js", '@import { ListeningEvent } from "../lib/listening-events.ts"'],
  ])("lets %s contain %s", (file, text) => {
    expect(findBreaches(file, text)).toEqual([]);
  });
});
