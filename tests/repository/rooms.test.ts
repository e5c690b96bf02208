import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../support/checkout.ts";

/**
 * What each room may import besides itself: rooms before it, or single files. `report/*` stands for all rooms in `report`, and
 * `report/**` for them and for itself.
 */
type Rooms = Readonly<Record<string, readonly string[]>>;

/** The rooms of the service, from the ground up. */
const SERVICE: Rooms = {
  lib: [],
  "lib/episode": ["lib"],
  "lib/collector": ["lib", "lib/episode"],
  functions: ["lib", "lib/episode", "lib/collector"],
  player: ["lib/listening-events.ts"],
  "deploy/framework": ["lib"],
  deploy: ["deploy/framework", "lib", "lib/collector"],
  local: [
    "deploy/framework",
    "deploy/development-keys.ts",
    "deploy/fail.ts",
    "deploy/setting-problems.ts",
    "lib",
    "lib/episode",
    "lib/collector",
    "functions/listen.ts",
  ],
  "operate/shell": ["lib", "lib/episode/counts.ts", "local", "deploy/development-keys.ts"],
  operate: ["operate/shell", "lib", "local/openapi/answers.ts"],
};

/**
 * The rooms in retention/, from the ground up, by their names there; none if the service is alone. They may import rooms of the
 * service.
 */
const RETENTION: Rooms = loadRooms("retention/tests/rooms.yml");

function loadRooms(path: string): Rooms {
  const file = join(ROOT, path);
  return existsSync(file) ? parse(readFileSync(file, "utf8")) : {};
}

/** All rooms, by their paths. */
const ROOMS: Rooms = { ...SERVICE, ...locate(RETENTION) };

function locate(rooms: Rooms): Rooms {
  const own = new Set(Object.keys(rooms).map((room) => room.split("/")[0]));
  const find = (path: string) => (own.has(path.split("/")[0]) ? `retention/${path}` : path);
  return Object.fromEntries(Object.entries(rooms).map(([room, allowed]) => [find(room), allowed.map(find)]));
}

/** Matches the path in `from "./x.ts"`, `from "#x"`, `import("./x.ts")` and `new URL("x.ts", import.meta.url)` of this code. */
const IMPORT = /(?:from |import |import\(|new URL\()"(\.[^"]+\.(?:ts|js)|#[^"]+)"/g;

/** What bundlers replace: the file for Node.js in a checkout, or a package. */
const SWAPPED = new Map(["", "retention"].flatMap(listSwapped));

function listSwapped(folder: string): [name: string, path: string][] {
  const file = join(ROOT, folder, "package.json");
  const { imports } = JSON.parse(existsSync(file) ? readFileSync(file, "utf8") : '{"imports":{}}');
  return Object.entries<string | { readonly default: string }>(imports).map(([name, target]) => [
    name,
    join(folder, typeof target === "string" ? target : target.default),
  ]);
}

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

/** Checks whether a pattern allows a room, or a file of it. */
function leadsTo(pattern: string, room: string): boolean {
  return pattern.endsWith(".ts") ? findRoom(pattern) === room : isAllowed(`${room}/x.ts`, pattern);
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

/** Selects the rows of files that are there: the service may be alone. */
function selectPresent<Row extends readonly [file: string, ...string[]]>(rows: readonly Row[]): Row[] {
  return rows.filter(([file]) => findRoom(file) !== "");
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
      rooms.slice(index + 1).flatMap(([later]) => allowed.filter((pattern) => leadsTo(pattern, later))),
    );
    expect(upwards).toEqual([]);
  });

  it.each(
    selectPresent([
      [
        "retention/report/curve/plane.ts",
        'import { map } from "../../cli/commands/map.ts";',
        "retention/cli/commands/map.ts",
      ],
      [
        "retention/report/curve/plane.ts",
        'import type { Point } from "../episode/episode.ts";',
        "retention/report/episode/episode.ts",
      ],
      [
        "retention/report/curve/plane.ts",
        'import { createSpool } from "#spool";',
        "retention/sources/base/spool-on-disk.ts",
      ],
      ["local/tables.ts", 'const { keys } = await import("../deploy/keys.ts");', "deploy/keys.ts"],
      ["lib/api.ts", 'export { foldPartition } from "./collector/fold.ts";', "lib/collector/fold.ts"],
      ["lib/episode/item-state.ts", 'import "../collector/fold.ts";', "lib/collector/fold.ts"],
      ["player/listening.js", '/** @import { Item } from "../lib/item.ts" */', "lib/item.ts"],
      [
        "retention/cli/feed/given-feeds.ts",
        'import { addGetCommand } from "../commands/get.ts";',
        "retention/cli/commands/get.ts",
      ],
      ["local/embedded-dynamodb.ts", 'new Worker(new URL("../deploy/keys.ts", import.meta.url));', "deploy/keys.ts"],
    ]),
  )("lets %s not contain %s", (file, text, path) => {
    expect(findBreaches(file, text)).toEqual([`${file} imports ${path}`]);
  });

  it.each(
    selectPresent([
      ["retention/cli/commands/get.ts", 'import { drawSvg } from "../../report/curve/svg.ts";'],
      ["lib/episode/item-state.ts", 'import { isAmount } from "../chart.ts";'],
      ["player/listening.js", '@import { ListeningEvent } from "../lib/listening-events.ts"'],
    ]),
  )("lets %s contain %s", (file, text) => {
    expect(findBreaches(file, text)).toEqual([]);
  });
});
