import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import type { Episode } from "../../report/episode/episode.ts";
import { compareEpisodes } from "../../report/make/compare-episodes.ts";
import { computeEpisode } from "../../report/make/measure-episode.ts";
import { formatTable } from "../../report/page/table-csv.ts";
import { selectColumns } from "../../report/show/columns.ts";
import { makeChart } from "../support/report.ts";

const FORMULA = '=HYPERLINK("https://example.com";"open")';

/** Two shows with a value in each column. */
const { episodes } = compareEpisodes(
  ["one", "other"].flatMap((show) =>
    Array.from({ length: 8 }, (_, index) =>
      computeEpisode(
        {
          guid: `${show} ${index}`,
          curves: [{ chart: makeChart(`${show} ${index}`, 100, 60, 900), listeners: 400, heard: 2_000 }],
        },
        { title: `Episode ${index}`, show, date: `2026-03-0${index + 1}` },
      ),
    ),
  ),
);

/** Puts a formula in place of each text that a column of the table can take. */
function arm(episode: Episode): Episode {
  const texts = Object.entries(episode).filter(([, value]) => typeof value === "string");
  return { ...episode, doubt: FORMULA, source: FORMULA, ...Object.fromEntries(texts.map(([key]) => [key, FORMULA])) };
}

describe("the table of a report as CSV", () => {
  const columns = selectColumns(episodes);
  const rows = parse(formatTable(episodes.map(arm), columns).replace("\uFEFF", ""), { columns: true }) as Record<
    string,
    string
  >[];

  it("has each column", () => {
    expect(Object.keys(rows[0] ?? {})).toEqual([
      "Title",
      "GUID",
      "Source",
      "Counts replays",
      "Proves little",
      "Summary",
      ...columns.flatMap(({ meaning, place }) => (place ? [meaning, place.meaning] : [meaning])),
    ]);
    expect(columns.map(({ key }) => key)).toEqual(
      expect.arrayContaining(["show", "date", "listeners", "duration", "heard", "usual", "loss"]),
    );
  });

  it("has text that a spreadsheet would run in no column", () => {
    expect(rows).toHaveLength(episodes.length);
    const cells = rows.flatMap((row) => Object.entries(row));
    expect(cells.filter(([, cell]) => /^[=+@]|^-(?![\d.]+$)/.test(cell))).toEqual([]);
    const texts = cells.filter(([, cell]) => cell.includes("HYPERLINK")).map(([name]) => name);
    expect([...new Set(texts)]).toEqual([
      "Title",
      "GUID",
      "Source",
      "Proves little",
      "Summary",
      "Show",
      "Date of publication",
    ]);
  });
});
