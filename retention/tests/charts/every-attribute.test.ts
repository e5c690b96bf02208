import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { ATTRIBUTES, COMPARED, type CurveMembers } from "../../sources/item/attributes.ts";
import { runCommand } from "../support/command.ts";

const save = useFolder();

const run = (...args: string[]) => runCommand("charts", args);

/** What a line of an export says of each attribute, and what else it may say. An attribute that is added is added here. */
const VALUES: { readonly [Name in keyof CurveMembers]-?: readonly [value: unknown, other: unknown] } = {
  episodeDuration: [7, 8],
  source: ["collector", "own"],
  updatedAt: ["2026-01-04T00:00:00.000Z", "2026-01-05T00:00:00.000Z"],
  listeners: [5, 6],
  durationFrom: ["feed", undefined],
  audience: ["organic", "ad-instream"],
  counts: [
    [2, 1],
    [2, 2],
  ],
  drawnListeners: [4, 3],
  countedUntil: ["2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z"],
  shown: ["youtube", "youtube"],
  feeds: [["guid:a", "url:b"], ["guid:c"]],
};

const names = Object.keys(ATTRIBUTES) as (keyof typeof ATTRIBUTES)[];
const pick = (...kinds: string[]) => {
  const picked = names.filter((name) => kinds.includes(ATTRIBUTES[name].of));
  return Object.fromEntries(picked.map((name) => [name, VALUES[name][0]]));
};

const chart = { guid: "g", duration: 4, data: [{ time: 0, percentage: 50 }] };
const own = { ...chart, ...pick("curve", "counts", "episode"), shown: undefined };
/** What an episode without any curve has: neither a drawing's other duration, nor a platform that is shown. */
const bare = { guid: "h", duration: 4, ...pick("episode"), episodeDuration: undefined, shown: undefined };
const youtube = { ...chart, ...pick("curve", "episode"), source: "youtube" };
/** Imported last, so that it is shown unless the lines say otherwise. */
const apple = { ...youtube, source: "apple" };
const toFile = (...lines: object[]) => save("lines.jsonl", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

/** Exports all lines, those of an episode in their order. */
async function exportAll(): Promise<object[]> {
  const { stdout } = await run("export", "--all");
  const lines = Array.from(stdout.trim().split("\n"), (line) => JSON.parse(line));
  return lines.sort((one, other) => one.guid.localeCompare(other.guid));
}

describe("each attribute of an episode's item", () => {
  it("survives import, export, delete and import, and a second import says that nothing has changed", async () => {
    expect((await run("import", toFile(own, youtube, apple, bare))).code).toBe(0);
    const exported = await exportAll();
    expect(exported).toEqual([own, apple, youtube, bare].map((line) => ({ version: 1, ...line })));
    await run("delete", "g", "h");
    await run("import", toFile(...exported));
    expect(await exportAll()).toEqual(exported);
    expect(Object.keys({ ...own, ...apple })).toEqual(expect.arrayContaining(names));
    const again = await run("import", "--replace", toFile(...exported));
    expect(again.stdout).toContain("3 unchanged, 1 episode without a chart");
  });

  it("is not read from a line of a later version, which may mean something else by it", async () => {
    const reason = "version must be 1, not 2. If a later version of this program made the export, get that version.";
    const outcome = await run("import", toFile({ ...own, version: 2, listeners: "many" }));
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
  });

  it.each(names)("%s makes a curve another one in an import just if the table says so", async (name) => {
    await run("import", "--replace", toFile(own));
    const { stdout } = await run("import", "--replace", toFile({ ...own, [name]: VALUES[name][1] }));
    expect(stdout).toContain(COMPARED.includes(name) ? "1 replaced" : "1 unchanged");
  });
});
