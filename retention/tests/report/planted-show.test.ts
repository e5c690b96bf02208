import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { findToldMoments } from "../../report/episode/told-moments.ts";
import { tellFinding } from "../../report/show/finding-words.ts";
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
  it("tells the skip, the drop-off and the change first, each with its words, and no trailer", async () => {
    const { shows, episodes } = await reportPlantedShow();
    const [show] = shows;
    // What is usual is in no row.
    const skips = episodes.flatMap((episode) => findToldMoments(episode).filter(({ kind }) => kind === "skip"));
    expect(skips).toEqual([]);
    expect(show?.findings.map((finding) => tellFinding(finding))).toMatchObject([
      {
        headline: "28\u00a0% skip “This episode is brought to you by Lumen …” in all 28 episodes",
        quote: {
          before: "Skipped:",
          text: expect.stringMatching(`^This episode is ${PLANTED.sponsor}, the lamp that`),
        },
        link: "#episode=urn%3Aexample%3Aplanted-28&at=917",
      },
      {
        headline: "20\u00a0% leave “The night bus” at 25:00",
        evidence: "96 of 469, 25:00 to 25:25. Other episodes lose 0.5\u00a0% there.",
        quote: { before: "They leave as this begins:", text: PLANTED.loss.reason },
      },
      {
        headline: "11 more of 100 stay past the first minute since 25\u00a0Aug\u00a02026",
        evidence: "78\u00a0% before, 89\u00a0% since 25\u00a0Aug\u00a02026.",
        link: `#date=${PLANTED.change}`,
      },
    ]);
    expect(show?.latest).toMatchObject({
      title: "The first train",
      text: expect.stringMatching(
        /^24\u00a0Nov\u00a02026: 672\u00a0listeners, .* Nothing differs by more than chance\.$/,
      ),
    });
    const said = show?.answers.map(({ line }) => line).join(" ");
    for (const { title } of [PLANTED.trailer, PLANTED.bonus]) expect(said).not.toContain(title);
  });

  it("says what six episodes would bring, of fewer", async () => {
    const full = makePlantedShow().slice(0, 28);
    const few = async (count: number) => (await reportPlantedShow(full.slice(0, count))).shows[0]?.few;
    expect(await few(5)).toMatch(/^From 6 full episodes on, the report also says what is usual/);
    expect(await few(6)).toBeUndefined();
  });

  it("is led by none of years ago", async () => {
    const [lost] = makePlantedShow().filter(({ title }) => title === PLANTED.loss.title);
    const others = makePlantedShow().filter(({ type, title }) => type === undefined && title !== PLANTED.loss.title);
    const old = lost ? [{ ...lost, date: "2019-11-10" }, ...others] : [];
    const { shows } = await reportPlantedShow(old);
    expect(shows[0]?.findings.map(({ kind }) => kind)).toEqual(["skip", "change", "replay"]);
  });

  it("knows from the feed which items are no full episodes, in the page and in the findings", async () => {
    const env = { DYNAMODB_FOLDER: folder };
    const [feed = "", charts = "", findings = ""] = ["feed.xml", "charts.jsonl", "findings.json"].map((name) =>
      join(folder, name),
    );
    await runCommand("charts", ["import", charts, "--feed", feed], { env });
    const options = ["--feed", feed, "--out", page, "--findings", findings, "--transcript", folder];
    expect(await runCommand("charts", ["report", ...options], { env })).toMatchObject({ code: 0 });
    const { title: full } = makePlantedShow()[27] ?? {};
    const types = { [full ?? ""]: "full", [PLANTED.bonus.title]: "bonus", [PLANTED.trailer.title]: "trailer" };
    const inFindings = JSON.parse(readFileSync(findings, "utf8")).episodes as { title: string; type: string }[];
    for (const episodes of [readEpisodes(page), inFindings])
      expect(Object.fromEntries(episodes.map(({ title, type = "full" }) => [title, type]))).toEqual(types);
  });
});
