import { describe, expect, it } from "vitest";
import { tryParseChart } from "../../../lib/chart.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { summary } from "../support/command.ts";
import { compose } from "../support/formats.ts";
import { importFiles, readChart } from "../support/import.ts";

const save = useFolder();

/** A value of each hundredth of an episode: null if it is blank, undefined if it is absent. */
type Values = readonly (number | null | undefined)[];

/** Seconds: an hour, so that 1 % is 36 seconds. */
const DURATION = 3_600;

/** The bins of an episode, which begin at each hundredth of it, or at every so many seconds. */
function toBins(values: Values, step = 1): [at: number, value: number | null][] {
  return values.flatMap((value, index) => (value === undefined ? [] : [[index * step, value]]));
}

const FORMATS: Readonly<Record<string, (values: Values) => unknown>> = {
  "YouTube Studio's table": (values) =>
    compose.table("Video position (%),Absolute audience retention (%)", toBins(values)),
  "YouTube's API": (values) =>
    compose.youtube(toBins(values).map(([at, value]) => [(at + 1) / 100, value && value / 100])),
  "Spotify's samples": (values) => ({ samples: values, sampleRate: 36_000, max: 100 }),
  "Spotify's GraphQL": (values) => compose.graphql(toBins(values, 36)),
  "Anchor's rows": (values) => compose.anchor(toBins(values, 36)),
  "Apple's bins": (values) => compose.apple(toBins(values, 36)),
  "HarborFM's buckets": (values) => compose.harborfm(toBins(values)),
  "PeerTube's positions": (values) => compose.peertube(toBins(values, 36)),
  "a table of percentages": (values) => compose.table("time,percentage", toBins(values, 36)),
};

/** A straight line that lacks values from 40 % on, and single ones before. */
function line(lack: null | undefined, missing: number, others: readonly number[] = []): Values {
  return Array.from({ length: 100 }, (_, index) =>
    (index >= 40 && index < 40 + missing) || others.includes(index) ? lack : 100 - index / 2,
  );
}

async function readPoints(guid: string) {
  return tryParseChart(await readChart(guid))?.data;
}

function importValues(write: (values: Values) => unknown, values: Values, ...options: string[]) {
  const content = write(values);
  const file = save("values", typeof content === "string" ? content : JSON.stringify(content));
  return importFiles("--guid", "lacking", "--duration", String(DURATION), ...options, file);
}

const LACKS = [["blank", null] as const, ["absent", undefined] as const];
const CASES = Object.entries(FORMATS).flatMap(([name, write]) =>
  LACKS.filter(([kind]) => kind === "blank" || name !== "Spotify's samples").map(
    ([kind, lack]) => [name, kind, write, lack] as const,
  ),
);

describe("a curve that lacks values", () => {
  it.each(CASES)("keeps one or two in a row apart, and is refused for more: %s, %s", async (_, __, write, lack) => {
    for (const missing of [1, 2]) {
      expect(await importValues(write, line(lack, missing))).toMatchObject({ code: 0 });
      const data = await readPoints("lacking");
      expect(data?.map(({ time }) => Math.round(time / 36))).toEqual(
        Array.from({ length: 100 }, (_, index) => index).filter((index) => index < 40 || index >= 40 + missing),
      );
    }
    const stored = await readChart("lacking");
    for (const [missing, until] of Object.entries({ 3: "25:48", 40: "48:00" })) {
      const outcome = await importValues(write, line(lack, Number(missing)));
      expect(outcome.stdout).toEqual(summary("0 charts written, 1 refused (1 with missing values)"));
      expect(outcome.stderr).toContain(`No values from 24:00 to ${until}. Load the episode again in the dashboard,`);
    }
    expect(await readChart("lacking")).toEqual(stored);
  });

  it.each(CASES)("may lack five of a hundred in all: %s, %s", async (_, __, write, lack) => {
    const others = [10, 20, 60, 70];
    expect(await importValues(write, line(lack, 1, others), "--dry-run")).toMatchObject({ code: 0 });
    expect((await importValues(write, line(lack, 2, others), "--dry-run")).stderr).toContain(
      "No values from 6:00 to 6:36, from 12:00 to 12:36, from 24:00 to 25:12, in 2 other places. Load",
    );
  });

  it.each(CASES)("is drawn without its start, and its end is named: %s, %s", async (name, kind, write, lack) => {
    const values = line(undefined, 0).map((value, index) => (index < 4 || index >= 96 ? lack : value));
    const { code, stderr } = await importValues(write, values, "--dry-run");
    expect(code).toBe(0);
    expect(stderr).toContain("No values from 0:00 to 2:24");
    // Platforms' tables and answers may show less: what is absent there is said from a tenth on.
    const isQuiet = kind === "absent" && /table|GraphQL|Anchor/.test(name);
    expect(stderr.includes("from 57:36 to 1:00:00")).toBe(!isQuiet);
  });

  it("is told nothing of if it has fewer than six positions", async () => {
    const write = (values: Values) => compose.table("time,percentage", toBins(values, 720));
    expect(await importValues(write, [90, 80, null, 70, 60], "--dry-run")).toMatchObject({ code: 0 });
  });

  it("is refused for blanks at positions of any distance", async () => {
    const times = [0, 7, 19, 40, 100, 170, 300, 590, 1_000, 2_000];
    const table = times.map((time, index) => `${time},${index === 4 || index === 5 ? "" : 50}`).join("\n");
    const { stderr } = await importValues(() => `time,percentage\n${table}\n`, [], "--dry-run");
    expect(stderr).toContain("No values from 1:40 to 5:00. Load");
  });

  it("keeps its small gaps through export and import", async () => {
    await importValues((values) => compose.table("time,percentage", toBins(values, 36)), line(null, 2));
    const data = await readPoints("lacking");
    const own = JSON.stringify({ guid: "own lacking", duration: DURATION, data });
    expect(await importFiles(save("own.json", own))).toMatchObject({ code: 0 });
    expect(await readPoints("own lacking")).toEqual(data);
  });
});
