import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { charts } from "../../../lib/dynamodb.ts";
import { loadNewestItem, updateItem } from "../../../lib/episode/charts-table.ts";
import { addTally } from "../../../lib/episode/counted-chart.ts";
import { isCounted, isImported } from "../../../lib/episode/item-state.ts";
import { composeIdentity } from "../../../lib/episode/owner.ts";
import { registerEpisodes } from "../../../lib/episode/registration.ts";
import { countRuns } from "../../../tests/support/parts.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { useTable } from "../../../tests/support/tables.ts";
import { runCommand } from "../support/command.ts";
import { composeSession } from "../support/import.ts";

const save = useFolder();
const table = useTable();
const other = useTable();

const WINDOWS = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z"];

const line = (record: object) => `${JSON.stringify({ guid: "g", ...record })}\n`;
const curve = (percentage: number) => ({ duration: 4, data: [{ time: 0, percentage }] });

/** What is imported, as files. */
const FILES = {
  own: line(curve(50)),
  youtube: line({ ...curve(102), duration: 5, source: "youtube", listeners: 300 }),
  apple: line({ ...curve(80), source: "apple" }),
  sessions: composeSession("g", [0, 1]),
};

const run = (...args: string[]) => runCommand("charts", args, { env: table.env });

const steps = fc.oneof(
  fc.constantFrom(...Object.keys(FILES)).map((name) => ({ kind: "import", name })),
  fc.constantFrom("youtube", "apple", "own", "").map((name) => ({ kind: "delete", name })),
  fc.constantFrom("4", "6").map((name) => ({ kind: "register", name })),
  fc.constantFrom(...WINDOWS).map((name) => ({ kind: "fold", name })),
);

/** What must be there: the platforms with a curve, and the listeners that were counted, in which windows. */
interface Model {
  exists: boolean;
  platforms: Set<string>;
  own: "none" | "imported" | "counted";
  listeners: number;
  window: string | undefined;
}

const EMPTY: Model = { exists: false, platforms: new Set(), own: "none", listeners: 0, window: undefined };

async function perform({ kind, name }: { kind: string; name: string }, model: Model): Promise<Model> {
  const Charts = { ...charts, client: charts.client, name: String(table.env.CHARTS_TABLE) };
  if (kind === "import") {
    await run("import", "--duration", "4", save(`${name}.jsonl`, FILES[name as keyof typeof FILES]));
    if (name === "youtube" || name === "apple")
      return { ...model, exists: true, platforms: new Set([...model.platforms, name]) };
    // Nothing takes the place of what was counted unless it is told to, but sessions of other sessions.
    if (model.window !== undefined || (name === "own" && model.own === "counted")) return model;
    const own = name === "own" ? "imported" : "counted";
    return { ...model, exists: true, own, listeners: name === "own" ? 0 : 1 };
  }
  if (kind === "delete" && name === "") {
    await run("delete", "g");
    return EMPTY;
  }
  if (kind === "delete") {
    await run("delete", "--source", name, "g");
    if (!model.exists) return model;
    if (name === "own") return { ...model, own: "none", listeners: 0, window: undefined };
    return { ...model, platforms: new Set([...model.platforms].filter((each) => each !== name)) };
  }
  if (kind === "register") {
    const [{ status } = {}] = await registerEpisodes(Charts, [
      { guid: "g", duration: Number(name), feed: composeIdentity(undefined) },
    ]);
    expect(["rival", "not corrected"]).not.toContain(status);
    return { ...model, exists: true };
  }
  const item = await loadNewestItem(Charts, "g");
  if (!item || isCounted(item, name) || isImported(item)) {
    expect([model.exists && model.own !== "imported", (model.window ?? "") < name]).not.toEqual([true, true]);
    return model;
  }
  const tally = { guid: "g", window: name, counts: Uint32Array.of(2, 1), firsts: Uint32Array.of(2, 0) };
  expect(await updateItem(Charts, addTally(item, tally, { inWindow: 1, inAll: 1 }))).toBe(true);
  return { ...model, own: "counted", listeners: model.listeners + 2, window: name };
}

describe("own numbers, sessions, listens and platforms of one episode", () => {
  it("stand side by side in every order of import, register, listen, fold and delete, and survive a round trip", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 7 }), async (all) => {
        for (const { guid } of await table.readAll()) await table.remove(String(guid));
        for (const { guid } of await other.readAll()) await other.remove(String(guid));
        let model = EMPTY;
        for (const step of all) model = await perform(step, model);
        const [item] = await table.readAll();
        expect(item !== undefined).toBe(model.exists);
        const curves = Object.keys(item ?? {}).filter((name) => name.startsWith("curve:"));
        expect(curves.sort()).toEqual([...model.platforms].sort().map((name) => `curve:${name}`));
        expect(item?.sources ?? new Set()).toEqual(model.platforms);
        expect([item?.listeners ?? 0, item?.countedUntil]).toEqual([model.listeners, model.window]);
        expect(item?.chart !== undefined).toBe(model.own !== "none");

        const exported = await run("export", "--all");
        expect(exported.code).toBe(0);
        if (!model.exists) return;
        const backup = save("backup.jsonl", exported.stdout);
        const restored = await runCommand("charts", ["import", backup], { env: other.env });
        expect(restored).toMatchObject({ code: 0 });
        const again = await runCommand("charts", ["export", "--all"], { env: other.env });
        expect(again.stdout).toBe(exported.stdout);
        expect((await other.readAll())[0]?.duration).toBe(item?.duration);
      }),
      { numRuns: countRuns(100) },
    );
  });
});
