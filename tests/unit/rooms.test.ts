import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/checkout.ts";

/** The rooms of the code, from the ground up, and what each may import besides itself: rooms before it, or single files. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  "lib/episode": ["lib"],
  "lib/collector": ["lib", "lib/episode"],
  functions: ["lib", "lib/episode", "lib/collector"],
  player: ["lib/listening-events.ts"],
  // These four run in browsers as well. report/tsconfig.json has no types of Node.
  "curve/statistics": [],
  "curve/levels": ["curve/statistics", "lib/chart.ts"],
  "curve/moments": ["curve/levels", "curve/statistics"],
  curve: ["curve/*", "lib/chart.ts", "lib/printable.ts"],
  report: ["curve", "curve/*", "lib/chart.ts"],
  "report/page": ["report", "curve", "curve/*", "lib/chart.ts"],
  local: ["lib", "lib/episode"],
  plugins: ["local", "lib", "lib/collector"],
  "cli/shell": ["local", "lib"],
  "cli/smoke": ["cli/shell"],
  "cli/feed": ["cli/shell", "lib"],
  "cli/charts": ["cli/shell", "cli/feed", "curve", "curve/*", "lib", "lib/episode"],
  "cli/import/input": ["cli/shell", "cli/feed", "lib"],
  "cli/import/formats": ["cli/import/input", "cli/shell", "cli/feed", "lib", "lib/episode"],
  "cli/import/sessions": ["cli/import/input", "cli/feed", "lib"],
  "cli/import": ["cli/import/*", "cli/shell", "cli/feed", "lib", "lib/episode"],
  "cli/report": ["cli/shell", "cli/feed", "cli/charts", "report", "curve", "curve/*", "lib"],
  "cli/commands": ["cli/*", "curve", "lib", "lib/episode"],
  cli: ["cli/shell", "cli/smoke", "cli/commands", "lib"],
};

/** Matches the path in `from "./x.ts"`, `import("./x.ts")` and `new URL("x.ts", import.meta.url)` of this code. */
const IMPORT = /(?:from |import |import\()"(\.[^"]+)"|@import\("(\.[^"]+)"\)/g;

const FOLDERS = [...new Set(Object.keys(ROOMS).map((room) => room.split("/")[0]))];

/** The longest name of a room that a path begins with. */
function findRoom(path: string): string {
  const rooms = Object.keys(ROOMS).filter((room) => path.startsWith(`${room}/`));
  return rooms.reduce((longest, room) => (room.length > longest.length ? room : longest), "");
}

function listImports(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(IMPORT)].map(([, path = "", typePath = path]) => join(dirname(file), typePath));
}

function isAllowed(path: string, pattern: string): boolean {
  const room = findRoom(path);
  return path === pattern || room === pattern || (pattern.endsWith("/*") && room.startsWith(pattern.slice(0, -1)));
}

describe("the rooms of the code", () => {
  it.each(Object.entries(ROOMS))("%s imports only what it may", (room, allowed) => {
    const files = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.{ts,js}`, { cwd: ROOT }));
    const own = files.filter((file) => findRoom(file) === room);
    const wrong = own.flatMap((file) =>
      listImports(file)
        .filter((path) => findRoom(path) !== room && !allowed.some((pattern) => isAllowed(path, pattern)))
        .map((path) => `${file} imports ${path}`),
    );
    expect(wrong).toEqual([]);
    expect(own.length).toBeGreaterThan(0);
  });

  it("have no circle", () => {
    const rooms = Object.entries(ROOMS);
    const upwards = rooms.flatMap(([, allowed], index) =>
      rooms.slice(index + 1).flatMap(([later]) => (allowed.includes(later) ? [later] : [])),
    );
    expect(upwards).toEqual([]);
  });
});
