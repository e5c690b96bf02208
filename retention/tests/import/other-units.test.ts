import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { summary } from "../support/command.ts";
import { compose } from "../support/formats.ts";
import { importFiles, readChart } from "../support/import.ts";

const save = useFolder();

function rows(length: number, factor = 1): number[][] {
  return Array.from({ length }, (_, index) => [index * factor, length - index]);
}

describe("charts -- import, of a curve that covers next to nothing of its episode", () => {
  it.each<[string, string, string, RegExp]>([
    [
      "a duration in milliseconds",
      "1",
      `${compose.table("time,count,duration", rows(60)).replaceAll(/\d$/gm, "$&,60000")}\n`,
      /Its last point is at 59 s; the episode has 60,000 s: milliseconds\? Correct its times or the episode's duration\.\n/,
    ],
    [
      "Spotify's with a rate in seconds",
      "1",
      JSON.stringify({ samples: Array.from({ length: 60 }, () => 7), sampleRate: 1, seconds: 60 }),
      /Its last point is at 0\.06 s; the episode has 60 s: milliseconds\? /,
    ],
    [
      "positions in fractions",
      "60",
      compose.table("position,count", rows(101, 0.01)),
      /Its last position is 1 % of the episode: a fraction\? Write positions in percent, from 0 to 100\.\n/,
    ],
  ])("is refused: %s", async (_, duration, content, message) => {
    const outcome = await importFiles("--duration", duration, "--guid", "short of", save("short", content));
    expect(outcome.stdout).toEqual(summary("0 charts written, 1 refused (1 short of its duration)"));
    expect(outcome.stderr).toMatch(message);
    expect(await readChart("short of")).toBeUndefined();
  });

  it("is doubted if its times may be minutes", async () => {
    const minutes = save("minutes.csv", compose.table("time,count", rows(45)));
    const outcome = await importFiles("--duration", "45:00", "--guid", "minutes", minutes);
    expect(outcome).toMatchObject({ code: 0 });
    expect(outcome.stderr).toMatch(
      /minutes\.csv: "minutes": Its last point is at 44 s; the episode has 2,700 s\. If its times are not seconds, convert them\.\n/,
    );
  });

  it.each([
    ["Anchor's", compose.anchor(rows(1_200))],
    ["Spotify's", compose.graphql(rows(1_200))],
  ])("is doubted if it names no episode, and may be that of a shorter one: %s", async (_, document) => {
    const file = save("short.json", JSON.stringify(document));
    const outcome = await importFiles("--guid", "longer", "--duration", "1:00:00", file);
    expect(outcome).toMatchObject({ code: 0 });
    expect(outcome.stderr).toContain(
      `"longer": It stops at 1,200 s; the episode has 3,600 s. If it is cut off, export it again. If it is another episode's, correct its GUID.\n`,
    );
    expect((await importFiles("--guid", "as long", "--duration", "22:00", file)).stderr).not.toContain("It stops");
  });

  it("is neither refused nor doubted if it has few points, or zeros up to its end", async () => {
    const zeros = [...rows(45), ...rows(2_000).map(([time = 0]) => [45 + time, 0])];
    for (const content of [
      compose.table("time,count", rows(3)),
      compose.table("time,count", zeros),
      compose.table("position,count", rows(2)),
    ]) {
      const file = save("covered.csv", content);
      const outcome = await importFiles("--duration", "45:00", "--guid", "covered", file);
      expect(outcome.code).toBe(0);
      expect(outcome.stderr).not.toMatch("Its last");
    }
  });
});

describe("charts -- import, of percentages that may be fractions", () => {
  it("says so", async () => {
    const fractions = [0, 1, 2].map((time) => [time, 1 - time / 10]);
    const file = save("fractions.csv", compose.table("time,percentage", fractions));
    const outcome = await importFiles("--duration", "3", "--guid", "fractions", file);
    expect(outcome).toMatchObject({ code: 0 });
    expect(outcome.stderr).toMatch(
      /fractions\.csv: "fractions": Its percentages are at most 1\. If they are fractions, multiply them by 100\.\n/,
    );
    const percent = save("percent.csv", compose.table("time,percentage", [...fractions, [3, 1.1]]));
    expect((await importFiles("--duration", "4", "--guid", "fractions", percent)).stderr).not.toMatch("fractions,");
  });
});

describe("charts -- import, of own charts in another unit", () => {
  const own = (guid: string, duration: number, points: readonly (readonly number[])[]) => ({
    guid,
    duration,
    data: points.map(([time, percentage]) => ({ time, percentage })),
  });
  it("stores them as they are, and says so", async () => {
    const chart = own("own ms", 60_000, rows(60));
    const file = save("own.jsonl", `${JSON.stringify(chart)}\n`);
    const outcome = await importFiles(file);
    expect(outcome).toMatchObject({ code: 0, stdout: summary("1 chart written, 0 refused") });
    expect(outcome.stderr).toContain(
      `${file}:1: "own ms": Its last point is at 59 s; the episode has 60,000 s: milliseconds? Correct its times`,
    );
    expect(await readChart("own ms")).toEqual(chart);
  });

  it("has no doubts of an empty episode's chart, or of the usual one", async () => {
    const usual = own("own usual", 60, rows(60));
    const zero = own("own zero", 0, [[0, 100]]);
    const { stderr } = await importFiles(save("usual.jsonl", `${JSON.stringify(usual)}\n${JSON.stringify(zero)}\n`));
    expect(stderr).not.toContain("Its ");
  });
});

describe("charts -- import, of a table with a point between thousands", () => {
  it.each([
    ["listeners", "1.200", ["0;1.200", "10;1.050", "20;998", "30;0"]],
    ["time", "1.000", [...rows(100, 10).map((row) => row.join(";")), "1.000;0", "1.010;0"]],
  ])("is refused: %s", async (column, text, lines) => {
    const file = save("thousands.csv", ["time;listeners", ...lines].join("\n"));
    const outcome = await importFiles("--duration", "1020", "--guid", "thousands", file);
    expect(outcome).toMatchObject({ code: 1, stdout: summary("0 charts written, 1 refused (1 not a curve)") });
    expect(outcome.stderr).toMatch(
      `${column} ${text} may be ${Number(text) * 1_000} or ${Number(text)}. Write numbers`,
    );
    expect(await readChart("thousands")).toBeUndefined();
  });

  it.each([
    ["means to three decimals", "0;12\n1;11.333\n2;10.667\n3;10"],
    ["other decimals", "0;1.200\n1;600\n2;1.5"],
    ["thousands without a point", "0;1.200\n1;1100"],
    ["thousands only", "0;1.200\n1;1.100\n2;0"],
    ["times to three decimals", "0;4\n1.333;3\n2.667;2\n4;1"],
  ])("is not mistaken for one with decimals: %s", async (_, lines) => {
    const file = save("decimals.csv", `time;listeners\n${lines}`);
    expect(await importFiles("--duration", "5", "--guid", "decimals", file)).toMatchObject({ code: 0 });
  });
});

describe("charts -- import, of a table whose decimal commas cut its numbers in two", () => {
  const STUDIO = "Video position (%),Absolute audience retention (%),Relative audience retention (%)";
  /** Whole numbers from 100 to 0, and something beside them. */
  const write = (header: string, beside: (position: number) => unknown, separator = ",") => {
    const lines = rows(101).map(([position = 0]) => [position, 100 - position, beside(position)].join(separator));
    return [header, ...lines].join("\n");
  };

  it.each([
    ["of two digits", "100,00", write("position,percentage,note", (at) => String(at).padStart(2, "0"))],
    ["of one digit, under YouTube Studio's heads", "100,0", write(STUDIO, (at) => at % 10)],
    ["of one digit, under heads of another language", "100,0", write("a (%),b (%),c (%)", (at) => at % 10)],
    ["of one digit in some rows", "98,2", write(STUDIO, (at) => (at % 10 < 2 ? "" : at % 10))],
  ])("is refused: %s", async (_, cells, content) => {
    const file = save("cut.csv", content);
    const { code, stderr } = await importFiles("--dry-run", "--duration", "60", "--guid", "cut", file);
    expect(code).toBe(1);
    expect(stderr).toContain(`The cells ${cells} may be one number. Write decimals with a point.\n`);
  });

  it.each([
    ["whole percent", write(STUDIO, (at) => 100 - at)],
    ["decimals with a point", write(STUDIO, (at) => `${at % 10}.5`)],
    ["one digit under another head", write("position,percentage,comments", (at) => at % 10)],
    ["always the same", write(STUDIO, () => 0)],
    ["another separator", write(STUDIO.replaceAll(",", ";"), (at) => String(at).padStart(2, "0"), ";")],
    ["listeners", write("position,percentage,listeners", (at) => String(101 - at).padStart(3, "0"))],
  ])("is not mistaken for one that has other numbers beside its percentages: %s", async (_, content) => {
    const outcome = await importFiles("--dry-run", "--duration", "60", "--guid", "cut", save("beside.csv", content));
    expect(outcome).toMatchObject({ code: 0 });
  });
});
