import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../support/checkout.ts";

const [, text = ""] = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8").split("## How it is laid out");
const [layout = ""] = text.split("\nBeside them:");

/** The names of files that each room is said to have, in the item that begins with the room. */
const described = layout
  .split(/\n- (?=`)/)
  .slice(1)
  .map((item): [room: string, files: string[]] => {
    const [room = "", ...names] = Array.from(item.matchAll(/`([^`\s]+)`/g), ([, name = ""]) => name);
    return [room, names.filter((name) => /^[a-z0-9-]+$/.test(name))];
  });

/** The files that are directly in a room, without their endings. */
function listFiles(room: string): string[] {
  return globSync(`${room}*.{ts,js,cjs,sh}`, { cwd: ROOT }).map((file) => basename(file).split(".")[0] ?? "");
}

it.each(described)("CONTRIBUTING.md names only files of %s that are there", (room, files) => {
  expect(listFiles(room)).toEqual(expect.arrayContaining(files));
});

it("CONTRIBUTING.md names every folder that has code", () => {
  const folders = ["functions", "lib", "player", "sources", "report", "studio", "local", "deploy", "cli"];
  const paths = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,js}`, { cwd: ROOT }));
  const rooms = new Set(paths.map((path) => path.slice(0, path.lastIndexOf("/") + 1)));
  expect([...rooms].sort()).toEqual(described.map(([room]) => room).sort());
});
