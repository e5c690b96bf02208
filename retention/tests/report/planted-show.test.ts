import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { runCommand } from "../support/command.ts";
import { composePlantedFiles, makePlantedShow, PLANTED, reportPlantedShow } from "../support/planted-show.ts";
import { readEpisodes } from "../support/report.ts";

const save = useFolder();
const page = save("report.html", "");
const folder = dirname(page);

beforeAll(() => {
  // The last full episode, the bonus and the trailer.
  const files = composePlantedFiles(makePlantedShow().slice(-3));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});

describe("of a planted show, a report", () => {
  it("tells the skip, the drop-off and the change first, and no trailer", async () => {
    const { shows } = await reportPlantedShow();
    expect(shows[0]?.findings).toMatchObject([
      { kind: "skip", phrase: expect.stringContaining(PLANTED.sponsor.toLowerCase()), episodes: 28, of: 28 },
      { kind: "loss", title: PLANTED.loss.title, from: PLANTED.loss.at },
      { kind: "change", figure: "after1min", date: PLANTED.change, isSudden: true },
    ]);
    const said = shows[0]?.answers.map(({ line }) => line).join(" ");
    for (const { title } of [PLANTED.trailer, PLANTED.bonus]) expect(said).not.toContain(title);
  });

  it("knows from the feed which items are no full episodes", async () => {
    const env = { DYNAMODB_FOLDER: folder };
    const [feed, charts] = ["feed.xml", "charts.jsonl"].map((name) => join(folder, name));
    await runCommand("charts", ["import", charts ?? "", "--feed", feed ?? ""], { env });
    const made = await runCommand("charts", ["report", "--feed", feed ?? "", "--out", page, "--transcript", folder], {
      env,
    });
    expect(made).toMatchObject({ code: 0 });
    const types = readEpisodes(page).flatMap(({ title, type }) => (type ? [[title, type]] : []));
    expect(types).toEqual([
      [PLANTED.bonus.title, "bonus"],
      [PLANTED.trailer.title, "trailer"],
    ]);
  });
});
