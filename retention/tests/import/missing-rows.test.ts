import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { readChartItem } from "../../../tests/support/tables.ts";
import { summary } from "../support/command.ts";
import { importFiles, readChart } from "../support/import.ts";

const save = useFolder();

/** A table of an episode of ten minutes, with rows for some of its times. */
function table(guid: string, times: readonly number[], head = "guid,duration,time,listeners"): string {
  return [head, ...times.map((time) => `${guid},600,${time},40`), ""].join("\n");
}

const seconds = Array.from({ length: 600 }, (_, time) => time);
const without = (missing: number) => seconds.filter((time) => time !== missing);
const isHeard = (time: number) => time < 120 || time >= 170;

describe("a table of counts without rows where nobody listened", () => {
  it("is refused, with the query and the option that have them", async () => {
    const outcome = await importFiles(save("gaps.csv", table("gaps", seconds.filter(isHeard))));
    expect(outcome).toMatchObject({ code: 1, stdout: summary("0 charts written, 1 refused (1 with missing rows)") });
    expect(outcome.stderr).toContain(
      '"gaps": 50 rows of the table are missing, the first at 120 s. If nobody listened there, pass --missing zero, or have rows with 0: SELECT second, COALESCE(listeners, 0) FROM seconds LEFT JOIN counted USING (second). retention/docs/charts.md has the whole query.',
    );
    expect(await readChart("gaps")).toBeUndefined();
  });

  it("is refused for rows without a value, too, and has zeros in both with --missing zero", async () => {
    const blanks = seconds.filter((time) => time >= 120 && time < 150).map((time) => `zeros,600,${time},\n`);
    const file = save("zeros.csv", table("zeros", seconds.filter(isHeard)) + blanks.join(""));
    const { stderr } = await importFiles(file);
    expect(stderr).toContain("50 rows of the table are blank or missing, the first at 120 s.");
    expect(await importFiles("--missing", "zero", file)).toMatchObject({ code: 0 });
    const data = seconds.map((time) => ({ time, percentage: isHeard(time) ? 100 : 0 }));
    expect(await readChart("zeros")).toMatchObject({ data });
  });

  it.each([
    ["a single row", "time", without(300), "1 row of the table is missing, the first at 300 s."],
    ["rows of ten seconds", "time", without(50).filter((time) => time % 10 === 0), "the first at 50 s."],
    ["minutes", "minute", [0, 1, 2, 3, 4, 7, 8, 9], "2 rows of the table are missing, the first at 300 s."],
    ["percents", "position", without(7).slice(0, 99), "the first at 7 %."],
    ["decimals", "time", without(3).map((time) => time * 0.1 + 400), "the first at 400.3 s."],
  ])("is refused for %s", async (_, head, times, reason) => {
    const file = save("one.csv", table("one", times, `guid,duration,${head},viewers`));
    expect((await importFiles("--dry-run", file)).stderr).toContain(reason);
  });

  it.each([
    ["has all rows, with zeros", table("whole", seconds).replaceAll(/(?<=,1[2-6]\d,)40/g, "0")],
    ["has rows at any times", table("whole", [0, 7, 19, 40, 100, 170, 300, 590])],
    ["has too few rows to show a step", table("whole", [0, 1, 2, 590])],
  ])("is taken if it %s", async (_, content) => {
    expect(await importFiles("--dry-run", save("whole.csv", content))).toMatchObject({ code: 0 });
  });

  it("is refused with --missing zero, too, if it would have more rows than a curve can", async () => {
    const content = table("long", [0, 1e-6, 2e-6, 3e-6, 4e-6, 5e-6, 590]);
    const { stderr } = await importFiles("--dry-run", "--missing", "zero", save("long.csv", content));
    expect(stderr).toContain("rows of the table are missing");
    expect(stderr).toContain(
      "With zeros for them, it would have more than 1,000,000 points. Check the unit of its times,",
    );
    expect(stderr).not.toContain("pass --missing zero");
  });
});

describe("a table of percentages and listeners", () => {
  it("keeps the listeners, so that --min-listeners goes by them", async () => {
    const rows = ["0,100,2", "1,50,1", "2,50,", "3,50,1"].map((row) => `rows-of-two,4,${row}\n`);
    const file = save("two.csv", `guid,duration,time,percentage,listeners\n${rows.join("")}`);
    expect((await importFiles("--min-listeners", "10", file)).stdout).toContain("1 left out with too few listeners");
    await importFiles(file);
    expect(await readChartItem("rows-of-two")).toMatchObject({ "curve:csv": { listeners: 2, points: 4 } });
  });

  it("is refused with several columns of counts, by their names", async () => {
    const file = save("several.csv", "time,listeners,Viewers\n0,2,3\n");
    const { stderr } = await importFiles("--guid", "several", "--duration", "4", file);
    expect(stderr).toContain(
      'The table has several columns of counts, "listeners" and "Viewers". Delete or rename all but one.',
    );
  });
});
